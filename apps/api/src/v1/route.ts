import type { Deps } from '@jarvis/core';
import type { Request, RequestHandler } from 'express';
import { sendAllowed } from '../http/errors.ts';
import { answerHeaders } from '../http/response-headers.ts';

/** The headers of an answer, once its procedure was called. */
export const headersOf = ({ settings }: Deps, req: Request): Record<string, string> => ({
  'Cache-Control': 'no-store',
  ...answerHeaders(req.answer, settings.secure),
});

/** How the request is repeated: by its own key, or by the count of OpenAI's clients and other generated ones. */
export function repetitionOf(req: Request) {
  const count = req.get('x-stainless-retry-count') ?? '';
  return {
    idempotencyKey: req.get('idempotency-key'),
    retryCount: /^\d{1,4}$/.test(count) ? Number(count) : undefined,
  };
}

/** Allows these methods, HEAD with GET, and names the route for the log. */
export const only =
  (...allowed: readonly ('GET' | 'POST' | 'DELETE')[]): RequestHandler<Record<string, string>> =>
  (req, res, next) => {
    req.calledRoute = `/v1${req.route.path}`;
    const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    if (methods.includes(req.method)) return next();
    sendAllowed(res, req.method, [...methods, 'OPTIONS'].join(', '));
  };
