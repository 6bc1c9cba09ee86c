import { describeIssues, type ErrorBody } from '@jarvis/contract';
import { idempotencyRefusals, type ProcedureMeta, refusals, unavailable } from '@jarvis/core';
import { z } from 'zod';
import { headersTooLargeError } from '../../http/answer/protocol-errors.ts';
import { headerReferences } from './headers.ts';
import type { Operation, Response, Schema } from './types.ts';

const meanings: Record<string, string> = {
  400: 'The body or the query is invalid, a field is missing, or a value is over its limit.',
  401: 'The credential is missing, invalid or revoked.',
  403: 'The account or the address is restricted, or another site made the request.',
  404: 'There is no such resource for this account.',
  409: 'It exists already, or the same request is running.',
  422: 'The `Idempotency-Key` was used for another request.',
  429: 'The rate limit is reached, or the account has too many concurrent requests.',
  500: 'The server failed.',
  503: 'Access could not be verified, or a required service does not answer.',
  504: 'The reply took too long.',
};

export function errorsOf(
  operation: Operation,
  meta: ProcedureMeta,
  { limited, headers }: { readonly limited: boolean; readonly headers: Response['headers'] },
): NonNullable<Operation['responses']> {
  const texts = textsOf(operation, meta, limited);
  const own = Object.fromEntries(
    Object.entries(texts).map(([status, bodies]) => [
      status,
      {
        description: meanings[status] ?? '',
        headers: {
          ...(status === '401' && meta.access !== 'anyone' ? headerReferences('X-Request-Id') : headers),
          ...headerReferences(...ofStatus(status, meta)),
        },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(bodies.map((value) => [nameOf(value), { value }])),
          },
        },
      },
    ]),
  );
  return { ...own, 431: { $ref: '#/components/responses/HeadersTooLarge' } };
}

/** An error with one message. */
export const errorAnswer = (description: string, error: string, ...headers: string[]): Response => ({
  description,
  headers: headerReferences('X-Request-Id', ...headers),
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } },
  },
});

/** The answer to a request that is refused before its operation is known. */
export const headersTooLarge = errorAnswer('The headers have more than 16 KiB.', headersTooLargeError);

/** The headers that errors of a status can have in this operation. */
function ofStatus(status: string, { documentation, openapi }: ProcedureMeta): string[] {
  const idempotent = documentation?.idempotent === true;
  // Such a conflict passes by itself: the same request is running, or a text is not read yet.
  const passes = status === '409' && (idempotent || openapi?.method === 'GET');
  return [
    ...(status === '401' ? ['WWW-Authenticate'] : []),
    ...(passes || status === '429' || status === '503' ? ['Retry-After'] : []),
    ...(idempotent && ['400', '404', '500', '504'].includes(status) ? ['Idempotent-Replayed'] : []),
  ];
}

function textsOf(
  operation: Operation,
  { access, openapi, documentation }: ProcedureMeta,
  limited: boolean,
): Record<string, ErrorBody[]> {
  if (access === undefined || access === 'open') return {};
  const own = (status: keyof NonNullable<NonNullable<typeof documentation>['errors']>) =>
    documentation?.errors?.[status] ?? [];
  const ifIdempotent = (text: string) => (documentation?.idempotent ? [text] : []);
  const credential = {
    anyone: [refusals.invalidKey],
    keyOrSession: [refusals.noCredential, refusals.invalidKey],
    sessionOnly: [refusals.noCredential, refusals.sessionNeeded, refusals.invalidKey],
  }[access];
  const forbidden = [
    ...(access === 'anyone' ? [] : [refusals.restricted]),
    ...(openapi?.method === 'GET' ? [] : ['This request comes from another site and was not carried out.']),
  ];
  const table: Record<string, ErrorBody[]> = {
    400: [...unreadable(operation), ...plain(own(400))],
    401: plain([...credential, ...own(401)]),
    403: plain([...forbidden, ...own(403)]),
    404: plain([...own(404), ...ifIdempotent(idempotencyRefusals.gone)]),
    409: plain([...own(409), ...ifIdempotent(idempotencyRefusals.underWay)]),
    422: plain(ifIdempotent(idempotencyRefusals.otherRequest)),
    429: plain([...(limited ? ['Too many requests. Try again in 42 seconds.'] : []), refusals.tooManyAtOnce]),
    500: plain([
      ...own(500),
      'Something went wrong on the server. Try again, or tell the operator. (request 7b0c6c1e)',
    ]),
    503: plain([unavailable().message, ...own(503)]),
    504: plain(own(504)),
  };
  return Object.fromEntries(Object.entries(table).filter(([, bodies]) => bodies.length > 0));
}

const plain = (texts: readonly string[]): ErrorBody[] => texts.map((error) => ({ error }));

/** Examples of errors of unreadable requests. */
function unreadable({ requestBody, parameters = [] }: Operation): ErrorBody[] {
  const content = requestBody && 'content' in requestBody ? requestBody.content : {};
  const schema = content['application/json']?.schema as Schema | undefined;
  if (!schema) {
    const query = parameters.find((each) => 'in' in each && each.in === 'query');
    return [
      query && 'name' in query
        ? { error: `\`${query.name}\` must be given once.` }
        : { error: 'The query has broken percent-encoding.' },
    ];
  }
  const [path] = schema.required ?? [];
  const notJson = { error: 'The body must be a JSON object.' };
  if (path === undefined) return [notJson];
  const refused = z.object({ [path]: z.string() }).safeParse({});
  const issues = describeIssues(refused.error?.issues ?? [], {});
  return [{ error: issues.map(({ message }) => message).join(' '), issues }, notJson];
}

/** A short name for an example: its first words. */
function nameOf({ error }: ErrorBody): string {
  const words = error.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.slice(0, 5).join('-');
}
