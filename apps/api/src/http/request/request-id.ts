import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** Names a request, for its answer and the log, by the caller's `X-Request-Id` if that is safe to log. */
export function nameRequest(req: IncomingMessage, res: ServerResponse): void {
  const { 'x-request-id': given } = req.headers;
  req.requestId = typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', req.requestId);
}
