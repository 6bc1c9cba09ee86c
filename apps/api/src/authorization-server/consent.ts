import { appRouter, type Deps, grantRoutes } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { type Request, type Response, Router } from 'express';
import { servedAt } from '../http/answer/served-at.ts';
import { refuseCrossSite } from '../http/browser/csrf.ts';
import { contextOf } from '../http/request/context.ts';
import { gate } from '../http/request/gate.ts';
import { bodyReceiver, parseObject, strangersBodyBytesMax } from '../http/request/request-body.ts';
import { readAuthorization } from './authorize.ts';
import type { FetchDocument } from './client-document.ts';
import { type RefusalReason, refusalPage } from './refusal-page.ts';
import { fieldsIn } from './requests.ts';

/** Longer ones would not fit into the URL that carries them through the sign-in. */
const queryCharsMax = 8_000;

/** A person's browser: a program's authorization request, the data of the consent page, and the decision. */
export function consent(deps: Deps, fetchDocument: FetchDocument): Router {
  const { publicUrl } = deps.settings;
  const routes = Router({ caseSensitive: true, strict: true });
  routes.all('/authorize', servedAt('/authorize', 'GET'), async (req, res) => {
    const given = contextOf(deps, req, res);
    // A key cannot consent.
    const context = { ...given, credentials: cookieOf(given) };
    const calls = grantRoutes.createCaller(context);
    const query = req.originalUrl.replace(/^[^?]*\??/, '');
    const refuse = (why: RefusalReason, address = '') =>
      void res
        .status(400)
        .type('html')
        .send(refusalPage(req, why, address));
    if (query.length > queryCharsMax) return refuse('unknown');
    const isSignedIn = await gate
      .createCaller(context)
      .enter()
      .then(() => true, whenNobodyIs);
    if (!isSignedIn) return res.redirect(302, `/connect?request=${Buffer.from(query).toString('base64url')}`);
    const authorization = await readAuthorization(fieldsIn(query), publicUrl, async (url) => {
      await calls.look();
      return fetchDocument(url);
    });
    if ('refused' in authorization) return refuse('unknown', authorization.redirectUri);
    if ('location' in authorization) {
      const { location, clientId, isTrusted } = authorization;
      return isTrusted || (await calls.isConnected({ clientId }))
        ? sendTo(res, location)
        : refuse('faulty', location);
    }
    sendTo(res, `/connect/${await calls.begin(authorization.asked)}`);
  });

  const callsOf = (req: Request, res: Response, receiveBody?: ReturnType<typeof bodyReceiver<object>>) => {
    const context = contextOf(deps, req, res);
    return appRouter.createCaller({ ...context, receiveBody, credentials: cookieOf(context) }).grants;
  };
  routes.all('/connect/:uid/request', servedAt('/connect/:uid/request', 'GET'), async (req, res) => {
    res.json(await callsOf(req, res).describe({ uid: String(req.params.uid) }));
  });
  routes.all(
    '/connect/:uid/decision',
    servedAt('/connect/:uid/decision', 'POST'),
    refuseCrossSite(publicUrl),
    async (req, res) => {
      const uid = String(req.params.uid);
      const receiveBody = bodyReceiver(req, res, strangersBodyBytesMax, parseObject);
      // The rung adds the body's fields to the input.
      res.json(await callsOf(req, res, receiveBody).decide({ uid } as Decision));
    },
  );
  return routes;
}

type Decision = Parameters<ReturnType<typeof appRouter.createCaller>['grants']['decide']>[0];

const cookieOf = ({ credentials: { sessionToken } }: ReturnType<typeof contextOf>) => ({ sessionToken });

/** Unchanged: express cannot encode an address with an app's scheme. */
function sendTo(res: Response, location: string): void {
  res.status(302).setHeader('Location', location);
  res.end();
}

/** There is no session, or it is not allowed; the sign-in page says which. */
function whenNobodyIs(error: unknown): false {
  if (error instanceof TRPCError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) return false;
  throw error;
}
