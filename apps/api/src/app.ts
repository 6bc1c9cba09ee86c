import type { RequestListener } from 'node:http';
import type { Deps } from '@jarvis/core';
import express, { Router } from 'express';
import type { FetchDocument } from './authorization-server/client-document.ts';
import { authorizationServer } from './authorization-server/routes.ts';
import { answerFailure, errorBody, sendError, sendNotFound } from './http/answer/errors.ts';
import { openAiError } from './http/answer/openai-error.ts';
import { sendAnswerDetails } from './http/answer/response-headers.ts';
import { refuseCrossSite } from './http/browser/csrf.ts';
import { securityHeaders } from './http/browser/security-headers.ts';
import { webApp } from './http/browser/web-app.ts';
import { onlyKnownPaths, served } from './http/paths.ts';
import { contextOf } from './http/request/context.ts';
import { mcp } from './mcp/mcp.ts';
import { oauth } from './oauth/oauth.ts';
import { accountExport } from './rest/account-export.ts';
import { calendars } from './rest/calendars.ts';
import { chatStream } from './rest/chat-stream.ts';
import { documents } from './rest/documents.ts';
import { files } from './rest/files.ts';
import { parseQuery } from './rest/input.ts';
import { mailLinks } from './rest/mail-links.ts';
import { documentedOperations } from './rest/operations.ts';
import { rest } from './rest/rest.ts';
import { rpc } from './rpc.ts';
import { v1 } from './v1/v1.ts';

export interface AppOptions {
  /** The trusted proxies, whose X-Forwarded headers are believed: their number, or their addresses. */
  readonly trustProxy: number | readonly string[] | false;
  readonly webFolder: string;
  /** Fetches programs' client documents; over the network by default. */
  readonly fetchDocument?: FetchDocument | undefined;
}

/** The HTTP application: all middleware, in order, for requests that `listen` has named. Creating it does not listen. */
export function createApp(deps: Deps, { trustProxy, webFolder, fetchDocument }: AppOptions): RequestListener {
  const { publicUrl } = deps.settings;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  // Paths are exact: `/API/tasks` and `/api/auth/export/` are not documented paths.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('query parser', parseQuery);
  app.set('trust proxy', trustProxy);
  sendAnswerDetails(app, publicUrl);

  app.use(securityHeaders(publicUrl));
  app.use(['/api', '/trpc', '/v1'], refuseCrossSite(publicUrl));
  app.use('/api', api(deps));
  app.use('/trpc', rpc(deps));
  app.all('/mcp', mcp(deps));
  app.use('/v1', v1(deps));
  app.use(authorizationServer(deps, fetchDocument));
  app.use(calendars(deps));
  app.use(programPath, (_req, res) => sendNotFound(res));
  app.all(v1Paths, (_req, res) => sendError(res, 404, withoutV1));
  app.use(webApp(webFolder));
  app.use(answerFailure(deps));
  return app;
}

/** Handlers answer what is not JSON, the procedures all else. One router: each mounted layer costs time. */
function api(deps: Deps): Router {
  const aside = { ...documents(deps), ...oauth(deps), ...mailLinks };
  const beside = { ...accountExport, ...chatStream(deps), ...files };
  const known = onlyKnownPaths([...Object.keys({ ...aside, ...beside }), ...documentedOperations.keys()]);
  const serve = served(aside, (req, res) => contextOf(deps, req, res));
  return Router().use(known, serve, rest(deps, beside));
}

/**
 * Paths that programs request: for a missing one they need an error, not the page of the web app. An MCP client would
 * take that page for an OAuth discovery document, and then not send its key.
 */
const programPath = /^\/+(?:api|trpc|mcp|v1|calendar|\.well-known)(?=\/|$)/i;

/** What programs request if their base address lacks `/v1`: the page of the web app would be an answer without models. */
const v1Paths = ['/chat/completions', '/responses', '/models'];
const withoutV1 = openAiError(404, errorBody('The base address of OpenAI’s API ends in `/v1` here.'));
