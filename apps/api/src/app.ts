import type { RequestListener } from 'node:http';
import type { Deps } from '@jarvis/core';
import express, { type RequestHandler } from 'express';
import { refuseCrossSite } from './http/csrf.ts';
import { answerFailure, sendNotFound } from './http/errors.ts';
import { nameRequest } from './http/request-id.ts';
import { securityHeaders } from './http/security-headers.ts';
import { webApp } from './http/web-app.ts';
import { oauth, oauthPaths } from './oauth/oauth.ts';
import { logRequests } from './observability/log.ts';
import { accountExport, exportPath } from './rest/account-export.ts';
import { documentPaths, documents } from './rest/documents.ts';
import { parseQuery } from './rest/input.ts';
import { onlyKnownPaths } from './rest/paths.ts';
import { rest } from './rest/rest.ts';
import { rpc } from './rpc.ts';

/** What the HTTP side itself is configured with. */
export interface AppOptions {
  /** The proxies whose X-Forwarded headers are believed: how many, or which. */
  readonly trustProxy: number | readonly string[] | false;
  /** The folder of the built web app. */
  readonly webFolder: string;
}

/** Everything on HTTP, in order. Creating is not listening. */
export function createApp(deps: Deps, { trustProxy, webFolder }: AppOptions): RequestListener {
  const { publicUrl } = deps.settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths are exact: `/API/tasks` and `/api/auth/export/` are other paths than those that are documented.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', parseQuery);
  app.set('trust proxy', trustProxy);

  app.use(nameRequest, logRequests(deps.log));
  app.use(securityHeaders(publicUrl.startsWith('https:')));
  app.use(['/api', '/trpc'], refuseCrossSite(publicUrl));
  app.use('/api', onlyKnownPaths([...documentPaths, exportPath, ...oauthPaths]));
  app.use('/api', documents(deps));
  app.get(`/api${exportPath}`, accountExport(deps));
  app.use('/api', oauth(deps));
  app.use('/api', rest(deps));
  app.use('/trpc', rpc(deps));
  app.use(/^\/+(?:api|trpc)(?=\/|$)/i, answerNothingHere);
  app.use(webApp(webFolder));
  app.use(answerFailure(deps));
  return (req, res) => {
    req.url = originForm(req.url ?? '/');
    app(req, res);
  };
}

/** The target as most send it; a proxy's absolute one (RFC 9112, 3.2.2) without scheme and authority. */
function originForm(target: string): string {
  return target.startsWith('/')
    ? target
    : target.replace(/^https?:\/\/[^/?#]*(?=$|[/?])/i, '').replace(/^(?!\/)/, '/');
}

/** A path that only looks like one of ours: a program that wrote it wants an error, not the page of the web app. */
const answerNothingHere: RequestHandler = (_req, res) => sendNotFound(res);
