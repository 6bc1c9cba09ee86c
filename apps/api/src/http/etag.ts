import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** A weak name for an answer: the same whether or not it is compressed. */
export const etagOf = (answer: string | Uint8Array): string => `W/"${hash('sha256', answer, 'base64url')}"`;

/**
 * Whether the client has the answer that `etag` names. Express' `req.fresh` would not say so to programs: `fetch` adds
 * `Cache-Control: no-cache` to what it sends with `If-None-Match`.
 */
export function isKnown({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  return known === '*' || (known?.includes(etag.slice(2)) ?? false);
}
