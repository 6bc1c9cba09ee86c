import type { ProcedureMeta } from '@jarvis/core';
import type { DocumentedOperation } from '../operations.ts';
import { successStatuses } from '../statuses.ts';
import { errorsOf } from './errors.ts';
import { headerReferences } from './headers.ts';
import { rateInWords } from './rates-in-words.ts';
import type { Operation, Parameter, RequestBody, Response, Schema } from './types.ts';

/** A generated operation with its parameters and its real answers. */
export function completeOperation(generated: Operation, name: string, meta: DocumentedOperation): Operation {
  const { access, documentation } = meta;
  // Health is never cached, so it needs no ETag.
  const isKept = meta.openapi.method === 'GET' && access !== 'open';
  const { parameters = [], requestBody, ...rest } = generated;
  const headers = headerReferences(
    ...(access === 'open' ? ['Cache-Control'] : []),
    ...(isKept ? ['ETag', 'Cache-Control'] : []),
    ...(parameters.some((each) => 'name' in each && each.name === 'after') ? ['Link'] : []),
  );
  const beside = headerReferences(
    ...(documentation?.idempotent ? ['Idempotent-Replayed'] : []),
    ...(documentation?.setsCookie ? ['Set-Cookie'] : []),
  );
  const status = successStatuses[name] ?? 200;
  const allParameters = [
    ...parameters.map(described),
    ...(documentation?.idempotent ? [idempotencyKey] : []),
    ...(requestBody && documentation?.optional ? [includeOf(requestBody)] : []),
    ...(isKept ? [ifNoneMatch] : []),
  ];
  return {
    ...rest,
    ...(allParameters.length > 0 ? { parameters: allParameters } : {}),
    ...(requestBody && 'content' in requestBody ? { requestBody: stated(requestBody, meta) } : {}),
    responses: {
      [status]: {
        ...(generated.responses?.['200'] as Response),
        description: status === 201 ? 'Created.' : 'Done.',
        headers: { ...headers, ...beside },
      },
      ...(isKept && { 304: { description: 'The answer of `If-None-Match` is still valid.', headers } }),
    },
  };
}

/** An operation with its credentials, its rates in words, the headers of all answers, and its errors. */
export function withRules(operation: Operation, meta: ProcedureMeta): Operation {
  const { access, rate, documentation } = meta;
  const rates = [...(rate ? [rate] : []), ...(documentation?.alsoCountedIn ?? [])];
  const limited = rates.length > 0;
  const headers = headerReferences('X-Request-Id', ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []));
  const own = Object.entries(operation.responses as Record<string, Response>).map(([status, response]) => [
    status,
    { ...response, headers: { ...headers, ...response.headers } },
  ]);
  return {
    ...operation,
    description: [operation.description, ...rates.map((each) => `At most ${rateInWords(each)}.`)].join(
      '\n\n',
    ),
    security: [
      ...(access === 'keyOrSession' ? [{ apiKey: [] }] : []),
      ...(access === 'keyOrSession' || access === 'sessionOnly' ? [{ session: [] }] : []),
    ],
    responses: { ...Object.fromEntries(own), ...errorsOf(operation, meta, { limited, headers }) },
  };
}

export const idempotencyKey: Parameter = {
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'A key for this request, new for each intended one. Repeated with the same key within 24 hours, the request is carried out once and gets the same answer.',
  // Without an example, which the page would send with every request.
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

/** trpc-to-openapi knows only body fields; this one is sent in the query. */
function includeOf(requestBody: RequestBody | { $ref: string }): Parameter {
  const schema = ('content' in requestBody && requestBody.content['application/json']?.schema) as Schema;
  const { include, ...properties } = schema.properties as Record<string, Schema>;
  schema.properties = properties as NonNullable<Schema['properties']>;
  const { description = '', ...rest } = include ?? {};
  return { in: 'query', name: 'include', description, schema: rest };
}

export const ifNoneMatch: Parameter = {
  in: 'header',
  name: 'If-None-Match',
  description: 'The `ETag` of a known answer: while nothing has changed, the answer is `304`.',
  schema: { type: 'string', examples: ['W/"q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"'] },
};

/** trpc-to-openapi leaves an optional parameter's description on its schema. */
function described(parameter: Parameter): Parameter {
  if (!('in' in parameter) || parameter.description !== undefined) return parameter;
  const { description } = parameter.schema as Schema;
  return description === undefined ? parameter : { ...parameter, description };
}

/** A missing body is `{}`, so it is required only if one of its fields is. A change needs at least one field. */
function stated(
  requestBody: RequestBody,
  { openapi: { method }, documentation }: DocumentedOperation,
): RequestBody {
  const json = requestBody.content['application/json'];
  const schema = json?.schema as Schema;
  if (json && documentation?.example) json.example = documentation.example;
  const needsField = (schema.required ?? []).length > 0;
  if (method === 'PATCH' && !needsField) schema.minProperties = 1;
  return { ...requestBody, required: needsField || method === 'PATCH' };
}
