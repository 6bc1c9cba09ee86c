import type { ServerResponse } from 'node:http';
import type { ErrorBody, FieldIssue } from '@jarvis/contract';
import { type Deps, describeError, type Log } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorRequestHandler, Request } from 'express';
import { describeCause, logFailure } from '../../log/log.ts';
import { isForV1, openAiError } from './openai-error.ts';

/** The one error body outside `/trpc` and `/v1`. Specification: Errors. */
export const errorBody = (error: string, issues?: readonly FieldIssue[]): ErrorBody =>
  issues ? { error, issues: [...issues] } : { error };

/** Sends an error, under `/v1` in the format of OpenAI's clients; `headers` are added to those of the body. */
export function sendError(
  res: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(isForV1(res.req) && isErrorBody(body) ? openAiError(status, body) : body);
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  res.setHeader('Cache-Control', 'no-store');
  res.end(text);
}

const isErrorBody = (body: object): body is ErrorBody => 'error' in body && typeof body.error === 'string';

/** `404`, the same for every unknown path. */
export const sendNotFound = (res: ServerResponse): void =>
  sendError(res, 404, errorBody('This path does not exist.'));

/** `405`, or `204` for OPTIONS, with the path's methods. */
export function sendAllowed(res: ServerResponse, method: string, allow: string): void {
  res.setHeader('Allow', allow);
  if (method === 'OPTIONS') res.writeHead(204).end();
  else sendError(res, 405, errorBody(`This path answers to ${allow}.`));
}

/** Answers a thrown error: a procedure's with its own status, an unreadable path, or a defect of ours. */
export function answerFailure({ log }: Deps): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (res.headersSent) {
      // A client that disconnects is not an error.
      if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        log.error({ requestId: req.requestId, ...describeCause(error) }, 'response broken off');
      return void res.destroy();
    }
    // A path that cannot be decoded does not exist.
    if (error instanceof URIError) return sendNotFound(res);
    const status: unknown = error?.status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return sendError(res, status === 404 ? 404 : 400, errorBody('The request could not be read.'));
    }
    const failure = failureOf(log, error, req);
    sendError(res, failure.status, failure.body);
  };
}

/** The status and body for a thrown error, which is a defect of ours unless a procedure threw it; logs it. */
export function failureOf(log: Log, thrown: unknown, req: Request) {
  const error =
    thrown instanceof TRPCError ? thrown : new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: thrown });
  logFailure(log, error, req);
  const { message, issues } = describeError(error, req.requestId);
  return { status: getHTTPStatusCodeFromError(error), body: errorBody(message, issues) };
}
