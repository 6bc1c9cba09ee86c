import type { Deps } from '@jarvis/core';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { exportRoute } from './export-route.ts';
import { describeCause, logRequests } from './log.ts';
import type { ProviderSettings } from './oauth/providers.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { requestIdOf } from './request-id.ts';
import { documents } from './rest/documents.ts';
import { sendError } from './rest/error-body.ts';
import { restFacade } from './rest/facade.ts';
import { rpc } from './rpc.ts';
import { refuseCrossSite } from './same-site.ts';
import { securityHeaders } from './security-headers.ts';
import { webApp } from './web-app.ts';

/** What the HTTP side itself is configured with. */
export interface AppOptions extends Partial<ProviderSettings> {
  readonly publicUrl: string;
  readonly trustProxy: number | readonly string[] | false;
  /** The folder of the built web app. */
  readonly webFolder: string;
}

/** Everything on HTTP, in order. Creating is not listening. */
export function createApp(deps: Deps, options: AppOptions): Express {
  const { publicUrl, trustProxy, webFolder } = options;
  const secure = publicUrl.startsWith('https:');
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', trustProxy);

  app.use(nameRequest);
  app.use(logRequests(deps.log));
  app.use(...securityHeaders(secure));
  app.use(['/api', '/trpc'], refuseCrossSite(publicUrl));
  app.use('/api/auth/oauth', oauthRoutes(deps, options));
  app.use('/api', documents(deps));
  app.all('/api/auth/export', exportRoute(deps));
  app.use('/api', restFacade(deps));
  app.use('/trpc', rpc(deps));
  app.use(webApp(webFolder));
  app.use(answerFailure(deps));
  return app;
}

const nameRequest: RequestHandler = (req, res, next) => {
  req.requestId = requestIdOf(req.headers['x-request-id']);
  res.setHeader('X-Request-Id', req.requestId);
  next();
};

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
