import type { RequestListener } from 'node:http';
import type { Deps } from '@jarvis/core';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { refuseCrossSite } from './http/csrf.ts';
import { sendError } from './http/error-body.ts';
import { siteAt } from './http/public-origin.ts';
import { requestIdOf } from './http/request-id.ts';
import { writeHeaders } from './http/response-headers.ts';
import { webApp } from './http/web-app.ts';
import type { ProviderOptions } from './oauth/providers.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { describeCause, logRequest } from './observability/log.ts';
import { restCalls } from './rest/calls.ts';
import { documents } from './rest/documents.ts';
import { exportRoute } from './rest/export-route.ts';
import { refuseOtherPaths } from './rest/not-found.ts';
import { rpc } from './rpc.ts';

/** What the HTTP side itself is configured with. */
export interface AppOptions extends ProviderOptions {
  readonly publicUrl: string;
  readonly trustProxy: number | readonly string[] | false;
  /** The folder of the built web app. */
  readonly webFolder: string;
}

/**
 * Everything on HTTP. A documented REST path is answered without Express, which costs as much as the rest of a
 * short request; all others go through it, in order. Creating is not listening.
 */
export function createApp(deps: Deps, options: AppOptions): RequestListener {
  const site = siteAt(options.publicUrl, options.trustProxy);
  const callRest = restCalls(deps);
  const others = createOthers(deps, options);
  return (req, res) => {
    req.site = site;
    req.url = pathForm(req.url ?? '/');
    req.requestId = requestIdOf(req.headers['x-request-id']);
    logRequest(deps.log, req, res);
    if (!callRest(req, res)) others(req, res);
  };
}

/** The target as most send it; a proxy's absolute one (RFC 9112, 3.2.2) without scheme and authority. */
function pathForm(target: string): string {
  return target.startsWith('/')
    ? target
    : target.replace(/^https?:\/\/[^/?#]*(?=$|[/?])/i, '').replace(/^(?!\/)/, '/');
}

function createOthers(deps: Deps, options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  // Paths are exact: `/API/tasks` and `/api/auth/export/` are other paths than those that are documented.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', options.trustProxy);

  app.use(setHeaders);
  app.use(['/api', '/trpc'], refuseCrossSite);
  app.use('/api/auth/oauth', oauthRoutes(deps, options));
  app.use('/api', documents(deps));
  app.all('/api/auth/export', exportRoute(deps));
  app.use('/api', refuseOtherPaths());
  app.use('/trpc', rpc(deps));
  app.use(/^\/+(?:api|trpc)(?=\/|$)/i, answerNothingHere);
  app.use(webApp(options.webFolder));
  app.use(answerFailure(deps));
  return app;
}

const setHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('X-Request-Id', req.requestId);
  writeHeaders(res, req.site.headers);
  next();
};

/** A path that only looks like one of ours: a program that wrote it wants an error, not the page of the web app. */
const answerNothingHere: RequestHandler = (_req, res) =>
  sendError(res, 404, { error: 'There is nothing at this path.' });

/** What nobody else answered for: a path that cannot be decoded, or a defect of ours. */
function answerFailure({ log }: Deps): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const status = (error as { status?: unknown }).status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return sendError(res, status === 404 ? 404 : 400, { error: 'The request could not be read.' });
    }
    log.error({ requestId: req.requestId, ...describeCause(error) }, 'request failed');
    if (res.headersSent) return res.destroy();
    sendError(res, 500, { error: `Something went wrong on the server (request ${req.requestId}).` });
  };
}
