import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const answers: Record<string, readonly [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/**
 * Answers what Node could not read as HTTP, and so made no request of. Its own answer has no body; ours is the
 * one that errors have everywhere.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, text] = answers[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not readable HTTP.',
  ];
  const body = JSON.stringify({ error: text });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Whether a request lacks the Host header that HTTP/1.1 asks for; it is answered. Node's own answer has no body. */
export function refuseWithoutHost(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.host !== undefined || req.httpVersion === '1.0') return false;
  answerAtOnce(res, 400, 'The request has no Host header.');
  return true;
}

/** Answers a request that expects something else than `100-continue`. */
export function refuseExpectation(_req: IncomingMessage, res: ServerResponse): void {
  answerAtOnce(res, 417, 'Nothing but `100-continue` can be expected here.');
}

function answerAtOnce(res: ServerResponse, status: number, error: string): void {
  const body = JSON.stringify({ error });
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Request-Id': randomUUID(),
    Connection: 'close',
  });
  res.end(body);
}
