import { type Deps, grantRoutes } from '@jarvis/core';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { sendNotFound } from '../http/answer/errors.ts';
import { servedAt } from '../http/answer/served-at.ts';
import { contextOf } from '../http/request/context.ts';
import { isTooComplex, parseObject, receive, strangersBodyBytesMax } from '../http/request/request-body.ts';
import { documentFetcher, type FetchDocument } from './client-document.ts';
import { consent } from './consent.ts';
import { authorizationServer as metadataOf, protectedResource } from './metadata.ts';
import { answerProgramFailure } from './program-failure.ts';
import { fieldsIn } from './requests.ts';
import {
  answerRegister,
  answerRevoke,
  answerToken,
  type Calls,
  noForm,
  type ProgramAnswer,
} from './token.ts';

const wellKnown = '/.well-known/oauth';

/**
 * OAuth for connected programs (OAuth 2.1 with PKCE, RFC 8414, 7591, 7009, 9207, 9728), at the root, because some
 * programs look there regardless of the metadata. Off with CONNECT=off.
 */
export function authorizationServer(
  deps: Deps,
  fetchDocument: FetchDocument = documentFetcher(deps.log),
): Router {
  const { publicUrl, connect } = deps.settings;
  const routes = Router({ caseSensitive: true, strict: true });
  if (!connect) {
    routes.all(/^\/(?:authorize|connect)(?:\/.*)?$/i, (_req, res) => sendNotFound(res));
    routes.post(['/token', '/register', '/revoke'], (_req, res) => sendNotFound(res));
    return routes;
  }
  const document = (name: string, body: object) => {
    for (const path of [`${wellKnown}-${name}`, `${wellKnown}-${name}/mcp`])
      routes.all(path, forAnyOrigin('GET'), servedAt(path, 'GET', 'HEAD'), (_req, res) =>
        res.set('Cache-Control', 'public, max-age=300').json(body),
      );
  };
  document('protected-resource', protectedResource(publicUrl));
  document('authorization-server', metadataOf(publicUrl));

  /** Only the program's own credentials: no cookie, and no key. */
  const callsOf = (req: Request, res: Response) =>
    grantRoutes.createCaller({ ...contextOf(deps, req, res), credentials: {} });
  const answer =
    (
      counted: 'count' | 'countRegistration',
      work: (calls: Calls, req: Request, text: string | undefined) => Promise<ProgramAnswer> | ProgramAnswer,
    ): RequestHandler =>
    async (req, res) => {
      const bytes = await receive(req, res, strangersBodyBytesMax);
      const calls = callsOf(req, res);
      await calls[counted]();
      const text = typeof bytes === 'string' ? undefined : bytes.toString();
      const { status, body } = await work(calls, req, text);
      res.status(status).set('Pragma', 'no-cache');
      if (status === 401 && req.headers.authorization) res.set('WWW-Authenticate', 'Basic realm="Jarvis"');
      res.json(body);
    };
  const answerForm = (work: typeof answerToken) =>
    answer('count', (calls, req, text) =>
      text === undefined || !req.is('application/x-www-form-urlencoded')
        ? noForm
        : work(calls, fieldsIn(text), req.headers.authorization, publicUrl),
    );
  for (const path of ['/token', '/revoke']) routes.all(path, forAnyOrigin('POST'), servedAt(path, 'POST'));
  // The web app has a page of this name.
  const register = [forAnyOrigin('POST'), servedAt('/register', 'POST')];
  routes.options('/register', register);
  routes.post('/token', answerForm(answerToken));
  routes.post('/revoke', answerForm(answerRevoke));
  routes.post(
    '/register',
    register,
    answer('countRegistration', (_calls, _req, text) => answerRegister(objectOf(text), deps.clock.now())),
  );
  routes.use(consent(deps, fetchDocument));
  routes.use(answerProgramFailure(deps));
  return routes;
}

/** Programs in a browser may have any origin, and send no cookie of ours. */
const forAnyOrigin =
  (method: 'GET' | 'POST'): RequestHandler =>
  (_req, res, next) => {
    res.set({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': `${method}, OPTIONS`,
      'Access-Control-Allow-Headers': 'authorization, content-type, mcp-protocol-version',
    });
    next();
  };

function objectOf(text = ''): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '' || isTooComplex(text)) return undefined;
  try {
    return parseObject(text);
  } catch {
    return undefined;
  }
}
