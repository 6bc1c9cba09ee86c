import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** The caller's `X-Request-Id` if it is safe to log, otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

export const nameRequest: RequestHandler = (req, res, next) => {
  req.requestId = requestIdOf(req.headers['x-request-id']);
  res.setHeader('X-Request-Id', req.requestId);
  next();
};
