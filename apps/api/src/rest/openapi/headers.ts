import type { Header } from './types.ts';

const text = (description: string, example: string, pattern?: string): Header => ({
  description,
  schema: { type: 'string', examples: [example], ...(pattern ? { pattern } : {}) },
});

export const headers: Record<string, Header> = {
  'X-Request-Id': text(
    'Identifies this request in the operator’s log: the request’s own id, or a new one.',
    '7b0c6c1e-5d0f-4a57-9f0e-0a2a4f1c9b7d',
    '^[A-Za-z0-9._-]{1,64}$',
  ),
  'RateLimit-Policy': text(
    'The rate limit that this request counted in: its name, requests (`q`) and window in seconds (`w`).',
    '"taskWrites";q=60;w=60',
  ),
  RateLimit: text(
    'The state of that window: remaining requests (`r`) and seconds until it ends (`t`).',
    '"taskWrites";r=59;t=60',
  ),
  'Retry-After': {
    description: 'Whole seconds until a retry makes sense.',
    schema: { type: 'integer', minimum: 1, examples: [42] },
  },
  'WWW-Authenticate': text('How to authenticate: with an API key.', 'Bearer'),
  'Set-Cookie': text(
    'The session cookie: set, or removed when the session has ended.',
    'jarvis_session=…; Path=/; Expires=Mon, 02 Mar 2026 09:30:00 GMT; HttpOnly; SameSite=Lax',
  ),
  'Idempotent-Replayed': text(
    'Present when this is the answer of an earlier request with the same `Idempotency-Key`.',
    'true',
  ),
  ETag: text(
    'Identifies this answer. Sent back as `If-None-Match`, it makes the answer a `304` while nothing has changed.',
    'W/"q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"',
  ),
  Link: text(
    'The next page of the list, if there is one; its cursor is `after`.',
    '</api/tasks?limit=500&after=019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e>; rel="next"',
  ),
  'Content-Range': text('The range that the body is, and the size of the file.', 'bytes 0-1023/48213'),
  'Cache-Control': text(
    '`no-store`, or beside an `ETag` `private, no-cache`: only the caller may cache it, and must revalidate it before use.',
    'private, no-cache',
    '^(no-store|private, no-cache)$',
  ),
};

export function headerReferences(...names: string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
