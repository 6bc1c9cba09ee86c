import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A weak ETag of an answer: the same with and without compression. */
export const etagOf = (answer: string | Uint8Array): string => `W/"${hash('sha256', answer, 'base64url')}"`;

/**
 * Whether the client has the answer of `etag`. Express' `req.fresh` ignores this for programs: `fetch` adds
 * `Cache-Control: no-cache` to requests with `If-None-Match`.
 */
export function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  return known === '*' || (known?.includes(etag.slice(2)) ?? false);
}
