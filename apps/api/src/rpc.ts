import { appRouter, type Deps } from '@jarvis/core';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import { type RequestHandler, Router } from 'express';
import { contextOf } from './http/context.ts';
import { sendAllowed } from './http/errors.ts';
import { rpcCalls } from './http/request-target.ts';
import { answerHeaders } from './http/response-headers.ts';
import { logFailure } from './observability/log.ts';
import {
  chatBodyBytesMax,
  importBodyBytesMax,
  isTooDeep,
  readBody,
  rpcBodyBytesMax,
} from './rest/request-body.ts';

/** Calls that one batch may hold: more than a page of the web app asks for at once. */
const batchCallsMax = 20;

/** Typed RPC for the web app: the same procedures as REST, mounted at `/trpc`. */
export function rpc(deps: Deps): Router {
  const secure = deps.settings.publicUrl.startsWith('https:');
  const router = Router();
  router.use(onlyKnownMethods);
  router.use((req, res, next) => {
    if (req.method !== 'POST') return next();
    if (req.path === '/conversations.import') return readImportBody(req, res, next);
    return (isChat(req.path) ? readChatBody : readRpcBody)(req, res, next);
  });
  router.use(refuseDeepQuery);
  router.use(
    createExpressMiddleware({
      router: appRouter,
      maxBatchSize: batchCallsMax,
      createContext: ({ req, res, info }) => {
        if (info.type !== 'unknown') req.calledRoute = `/trpc${req.path}`;
        return { ...contextOf(deps, req, res), readsStreams: info.accept === 'application/jsonl' };
      },
      responseMeta({ ctx, errors }) {
        const error = errors.find(({ code }) => code === 'TOO_MANY_REQUESTS') ?? errors[0];
        return { headers: { 'Cache-Control': 'no-store', ...answerHeaders(ctx?.answer, secure, error) } };
      },
      onError({ error, req }) {
        logFailure(deps.log, error, { requestId: req.requestId, callerHasLeft: req.socket.destroyed });
      },
    }),
  );
  return router;
}

/** TRACE and its like are nothing that tRPC answers well. */
const onlyKnownMethods: RequestHandler = (req, res, next) => {
  if (['GET', 'HEAD', 'POST'].includes(req.method)) return next();
  sendAllowed(res, req.method, 'GET, HEAD, POST, OPTIONS');
};

const isChat = (path: string): boolean => rpcCalls(path).every((call) => call.startsWith('chat.'));

const readChatBody = Router().use(...readBody(chatBodyBytesMax));
const readImportBody = Router().use(...readBody(importBodyBytesMax));
const readRpcBody = Router().use(...readBody(rpcBodyBytesMax));

/** Input in the address is JSON too, and as able to overflow a stack. */
const refuseDeepQuery: RequestHandler = (req, _res, next) => {
  req.calledRoute = '/trpc/(other)';
  const [path, queryText] = req.url.split(/\?(.*)/s);
  const query = new URLSearchParams(queryText);
  for (const name of ['input', 'connectionParams']) {
    if (!isTooDeep(query.get(name) ?? '')) continue;
    req.requestProblem = 'The input is nested too deeply.';
    query.delete(name);
    req.url = `${path}?${query}`;
  }
  next();
};
