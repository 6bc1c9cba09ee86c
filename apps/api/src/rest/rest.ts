import { appRouter, type Deps } from '@jarvis/core';
import { type RequestHandler, Router } from 'express';
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi';
import { contextOf } from '../http/context.ts';
import { errorBody } from '../http/errors.ts';
import { answerHeaders } from '../http/response-headers.ts';
import { logFailure } from '../observability/log.ts';
import { readInput } from './input.ts';
import { successStatuses } from './statuses.ts';

/** The procedures at their documented paths, mounted at `/api` behind `onlyKnownPaths`. */
export function rest(deps: Deps): Router {
  const secure = deps.settings.publicUrl.startsWith('https:');
  const router = Router();
  router.use(readInput());
  router.use(completeResponse);
  router.use(
    createOpenApiExpressMiddleware({
      router: appRouter,
      createContext: ({ req, res }) => contextOf(deps, req, res),
      responseMeta: ({ ctx, errors }) => ({
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Cache-Control': 'no-store',
          ...answerHeaders(ctx?.answer, secure, errors[0]),
        },
      }),
      onError: ({ error, req }) => logFailure(deps.log, error, req),
    }),
  );
  return router;
}

/**
 * What trpc-to-openapi has no option for: HEAD is the GET it stands for (Node leaves the body out), some successes
 * are 201, and errors have the body that they have everywhere.
 */
const completeResponse: RequestHandler = (req, res, next) => {
  const success = successStatuses[`${req.method} ${req.calledRoute}`];
  if (req.method === 'HEAD') req.method = 'GET';
  const { end } = res;
  res.end = ((text: string) => {
    res.end = end;
    if (res.statusCode === 200 && success !== undefined) res.statusCode = success;
    return res.end(res.statusCode < 400 ? text : rewritten(text));
  }) as typeof end;
  next();
};

/** The error body of trpc-to-openapi, which is the shape of trpc.ts' error formatter and some more, as ours. */
function rewritten(text: string): string {
  const { error, message, data } = JSON.parse(text);
  return error !== undefined ? text : JSON.stringify(errorBody(message, data?.issues));
}
