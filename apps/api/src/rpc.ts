import { limits } from '@jarvis/contract';
import { appRouter, asDomainError, type Deps } from '@jarvis/core';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { sendAllowed } from './http/answer/errors.ts';
import { contextOf } from './http/request/context.ts';
import { gate } from './http/request/gate.ts';
import {
  bodyReceiver,
  chatBodyBytesMax,
  hasSmallBody,
  importBodyBytesMax,
  rpcBodyBytesMax,
} from './http/request/request-body.ts';
import { rpcCalls } from './http/request/request-target.ts';
import { logFailure } from './log/log.ts';

/** Typed RPC for the web app: the same procedures as REST, mounted at `/trpc`. */
export const rpc = (deps: Deps): Router =>
  Router().use(
    onlyKnownMethods,
    readBody(deps),
    createExpressMiddleware({
      router: appRouter,
      maxBatchSize: limits.batchCallsMax,
      createContext: ({ req, res, info }) => {
        // tRPC takes any path with a form or bytes for a mutation.
        if (info.calls.some(({ procedure }) => procedure))
          req.calledRoute = `/trpc/${info.calls.map(({ path }) => path).join()}`;
        const readsStreams = info.accept === 'application/jsonl';
        // nginx would hold a reply back until its buffer is full; tRPC says so for its other kind of stream.
        if (readsStreams) res.setHeader('X-Accel-Buffering', 'no');
        return { ...contextOf(deps, req, res), readsStreams };
      },
      onError: ({ error, req }) => logFailure(deps.log, error, req),
    }),
  );

/** tRPC does not answer TRACE and other unusual methods properly. */
const onlyKnownMethods: RequestHandler = (req, res, next) => {
  req.calledRoute = '/trpc/(other)';
  if (['GET', 'HEAD', 'POST'].includes(req.method)) return next();
  sendAllowed(res, req.method, 'GET, HEAD, POST, OPTIONS');
};

/**
 * tRPC parses the body when a procedure reads its input, but receives its text earlier. Problems with it are noted for
 * the procedures, including a body that is too large for an anonymous caller: the credential is checked first only for
 * a large body.
 */
function readBody(deps: Deps): RequestHandler {
  const isKnown = (req: Request, res: Response) =>
    gate
      .createCaller(contextOf(deps, req, res))
      .enter()
      .then(
        () => true,
        () => false,
      );
  return async (req, res, next) => {
    if (req.method !== 'POST') return next();
    const receive = bodyReceiver(req, res, bodyBytesMaxOf(req.path), (text) => text);
    try {
      const read = await receive(hasSmallBody(req) || (await isKnown(req, res)));
      req.body = read();
    } catch (error) {
      req.body = '';
      req.requestProblem = asDomainError(error)?.message ?? 'The body could not be read.';
    }
    next();
  };
}

function bodyBytesMaxOf(path: string): number {
  if (path === '/conversations.import') return importBodyBytesMax;
  return rpcCalls(path).every((call) => call.startsWith('chat.')) ? chatBodyBytesMax : rpcBodyBytesMax;
}
