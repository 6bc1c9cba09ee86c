import { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { appRouter, type Deps } from '@jarvis/core';
import type { Request, RequestHandler, Response } from 'express';
import { createOpenApiExpressMiddleware } from 'trpc-to-openapi';
import { answerFailure, errorBody } from '../http/answer/errors.ts';
import { etagOf, isKnown } from '../http/answer/etag.ts';
import { type Handlers, operationOf, served } from '../http/paths.ts';
import { repeatableContextOf } from '../http/request/context.ts';
import { logFailure } from '../log/log.ts';
import { readInput } from './input.ts';
import { successStatuses } from './statuses.ts';

/** The procedures at their documented paths, and `beside` them; mounted at `/api` after `onlyKnownPaths`. */
export function rest(deps: Deps, beside: Handlers): RequestHandler[] {
  return [
    readInput,
    served(beside, (req, res) => repeatableContextOf(deps, req, res)),
    completeResponse(deps),
    createOpenApiExpressMiddleware({
      router: appRouter,
      createContext: ({ req, res }) => ({
        ...repeatableContextOf(deps, req, res),
        takesFurther: true,
      }),
      responseMeta: () => ({ headers: { 'Content-Type': 'application/json; charset=utf-8' } }),
      onError: ({ error, req }) => logFailure(deps.log, error, req),
    }),
  ];
}

/**
 * Adds what trpc-to-openapi has no option for: 201 for some successes, 304 for an unchanged answer, the link to a
 * list's next page, and the usual error body.
 */
function completeResponse(deps: Deps): RequestHandler {
  const fail = answerFailure(deps);
  // One function for all responses: with one closure each, V8 keeps every closure and its request until a full
  // collection.
  const complete = function (this: Response, text: string) {
    const { req } = this;
    this.end = ServerResponse.prototype.end as Response['end'];
    if (this.statusCode >= 400) return this.end(rewritten(text));
    const success = successStatuses[operationOf(req)];
    if (success !== undefined) this.statusCode = success;
    if (req.answer?.next !== undefined) this.setHeader('Link', nextLink(req, req.answer.next));
    if (req.method !== 'GET' || req.calledRoute === '/api/health') return this.end(text);
    const further = req.answer?.further;
    const etag = etagOf(text + (further?.version ?? ''));
    this.setHeader('ETag', etag);
    this.setHeader('Cache-Control', 'private, no-cache');
    if (!isKnown(req, etag)) {
      if (!further) return this.end(text);
      const rest = req.isHead ? [] : further.messages;
      return void sendOn(this, text, rest).catch((error) => fail(error, req, this, () => {}));
    }
    this.removeHeader('Content-Type');
    this.statusCode = 304;
    return this.end();
  } as Response['end'];
  return (_req, res, next) => {
    res.end = complete;
    next();
  };
}

/** The same list from `cursor` on (RFC 8288). */
function nextLink({ originalUrl }: Request, cursor: string): string {
  // A second question mark is part of a value.
  const [, path, search] = /^([^?]*)\??(.*)$/s.exec(originalUrl) ?? [];
  const query = new URLSearchParams(search);
  query.set('after', cursor);
  return `<${path}?${query}>; rel="next"`;
}

/** Sends a result whose last list continues by pages, at the client's pace. A failure closes the connection. */
async function sendOn(
  res: Response,
  text: string,
  further: Iterable<readonly unknown[]> | AsyncIterable<readonly unknown[]>,
): Promise<void> {
  const end = ']}';
  if (!text.endsWith(end)) throw new Error('the result does not end in a list');
  await pipeline(async function* () {
    yield text.slice(0, -end.length);
    for await (const items of further) yield `,${JSON.stringify(items).slice(1, -1)}`;
    yield end;
  }, res);
}

/** Our error body in place of trpc-to-openapi's, which has the shape of the error formatter and more fields. */
function rewritten(text: string): string {
  const { error, message, data } = JSON.parse(text);
  return error !== undefined ? text : JSON.stringify(errorBody(message, data?.issues));
}
