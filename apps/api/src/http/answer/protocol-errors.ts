import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, sendError } from './errors.ts';

export const headersTooLargeError = 'The headers are too large.';

const answers: Record<string, readonly [status: string, error: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', headersTooLargeError],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request did not arrive in time.'],
};

/** Answers bytes that Node could not parse as HTTP, with the usual body: Node's own answer has none. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, text] = answers[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not readable HTTP.',
  ];
  const body = JSON.stringify(errorBody(text));
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

/**
 * The problem of a request that Node accepts but proxies may read differently (request smuggling), or that a browser
 * was tricked into sending (DNS rebinding, see `foreignNames`). Undefined: none.
 */
export function protocolProblem(
  { headers, headersDistinct, httpVersion }: IncomingMessage,
  isForeign: (host: string | undefined) => boolean,
): readonly [status: number, error: string] | undefined {
  if (headers.host === undefined && httpVersion !== '1.0') return [400, 'The request has no Host header.'];
  for (const name of ['host', 'content-type']) {
    if ((headersDistinct[name]?.length ?? 0) > 1) return [400, `The header \`${name}\` must be sent once.`];
  }
  const { 'transfer-encoding': encoding } = headers;
  if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
    return [400, 'The only supported transfer encoding is `chunked`.'];
  if (isForeign(headers.host))
    return [
      421,
      'This service does not answer to the name in the Host header. Its operator sets that name by PUBLIC_URL, and a proxy in front has to pass on the Host header.',
    ];
  return undefined;
}

/** Answers before the app, and closes the connection, since its next bytes cannot be trusted. */
export function answerProblem(res: ServerResponse, status: number, error: string): void {
  res.req.calledRoute = '(refused)';
  sendError(res, status, errorBody(error), { Connection: 'close' });
}
