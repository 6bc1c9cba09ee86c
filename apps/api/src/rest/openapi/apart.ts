import type { Documentation, ProcedureMeta } from '@jarvis/core';
import { errorsOf } from './errors.ts';
import { headerReferences } from './headers.ts';
import { rateInWords } from './rates-in-words.ts';
import type { Operation, Parameter, PathItem, Response, Schema } from './types.ts';

/**
 * An operation whose body or answer is not JSON: it is a procedure, but not part of `appRouter`, from which the document
 * is made.
 */
interface OperationApart {
  readonly documentation: Documentation;
  readonly access?: 'keyOrSession' | 'sessionOnly';
  readonly limited?: boolean;
  readonly parameters: Parameter[];
  readonly body?: Operation['requestBody'];
  readonly responses: Record<number, Response>;
}

/** By method and path: `GET /api/files/{id}/content`. */
export type OperationsApart = Readonly<Record<`${Method} /api/${string}`, OperationApart>>;

type Method = 'GET' | 'POST' | 'PUT';

/** The document's paths with these operations, beside others of the same path. */
export function withApart(paths: Record<string, PathItem>, apart: OperationsApart): Record<string, PathItem> {
  const all = { ...paths };
  for (const [operation, described] of Object.entries<OperationApart>(apart)) {
    const [method, path] = operation.split(' ') as [Method, `/${string}`];
    const meta = { access: 'keyOrSession', ...described, openapi: { method, path } } as const;
    all[path] = { ...all[path], [method.toLowerCase()]: operationOf(described, meta) };
  }
  return all;
}

function operationOf(described: OperationApart, meta: ProcedureMeta): Operation {
  const { documentation, limited = false, parameters, body, responses } = described;
  const { tag, name, summary, description } = documentation;
  const headers = headerReferences('X-Request-Id', ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []));
  const documented = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...headers, ...response.headers } },
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, ...(limited ? [`At most ${rateInWords('fileUploads')}.`] : [])].join('\n\n'),
    security: meta.access === 'keyOrSession' ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }],
    parameters,
    ...(body ? { requestBody: body } : {}),
    responses: { ...Object.fromEntries(documented), ...errorsOf({ parameters }, meta, { limited, headers }) },
  };
}

export const parameter = (
  place: 'query' | 'path' | 'header',
  name: string,
  description: string,
  schema: Schema,
): Parameter => ({ in: place, name, ...(place === 'path' && { required: true }), description, schema });
