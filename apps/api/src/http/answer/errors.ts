import type { ServerResponse } from 'node:http';
import type { ErrorBody, FieldIssue } from '@jarvis/contract';
import { type Deps, describeError } from '@jarvis/core';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ErrorRequestHandler } from 'express';
import { describeCause, logFailure } from '../../log/log.ts';
import { isForV1, openAiError } from './openai-error.ts';
import { answerHeaders } from './response-headers.ts';

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
export function answerFailure({ log, settings }: Deps): ErrorRequestHandler {
  const { secure } = settings;
  return (error, req, res, _next) => {
    if (res.headersSent) {
      // A client that disconnects is not an error.
      if (error?.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        log.error({ requestId: req.requestId, ...describeCause(error) }, 'response broken off');
      return void res.destroy();
    }
    if (error instanceof TRPCError) {
      logFailure(log, error, req);
      const { message, issues } = describeError(error, req.requestId);
      const headers = answerHeaders(req.answer, secure, error);
      return sendError(res, getHTTPStatusCodeFromError(error), errorBody(message, issues), headers);
    }
    // A path that cannot be decoded does not exist.
    if (error instanceof URIError) return sendNotFound(res);
    const status: unknown = error?.status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return sendError(res, status === 404 ? 404 : 400, errorBody('The request could not be read.'));
    }
    const failure = new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
    logFailure(log, failure, req);
    sendError(res, 500, errorBody(`Something went wrong on the server (request ${req.requestId}).`));
  };
}
