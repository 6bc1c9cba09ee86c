import type { Documentation, ProcedureMeta } from '@jarvis/core';
import { errorsOf } from './errors.ts';
import { headerReferences } from './headers.ts';
import { rateInWords } from './rates-in-words.ts';
import type { Operation, Parameter, PathItem, Response, Schema } from './types.ts';

/**
 * An operation whose body or answer is not JSON: it is a procedure, but not part of `appRouter`, from which the document
 * is made.
 */
export interface OperationApart {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: `/${string}`;
  readonly documentation: Documentation;
  readonly access?: 'keyOrSession' | 'sessionOnly';
  readonly limited?: boolean;
  readonly parameters: Parameter[];
  readonly body?: Operation['requestBody'];
  readonly responses: Record<number, Response>;
}

/** The document's paths with these operations, beside others of the same path. */
export function withApart(
  paths: Record<string, PathItem>,
  apart: readonly OperationApart[],
): Record<string, PathItem> {
  const all = { ...paths };
  for (const described of apart) {
    const path = `/api${described.path}`;
    all[path] = { ...all[path], [described.method.toLowerCase()]: operationOf(described) };
  }
  return all;
}

function operationOf(described: OperationApart): Operation {
  const { method, path, documentation, limited = false, parameters, body, responses } = described;
  const { access = 'keyOrSession' } = described;
  const { tag, name, summary, description } = documentation;
  const headers = headerReferences('X-Request-Id', ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []));
  const meta: ProcedureMeta = { access, openapi: { method, path }, documentation };
  const documented = Object.entries(responses).map(([status, response]) => [
    status,
    { ...response, headers: { ...headers, ...response.headers } },
  ]);
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: [description, ...(limited ? [`At most ${rateInWords('fileUploads')}.`] : [])].join('\n\n'),
    security: access === 'keyOrSession' ? [{ apiKey: [] }, { session: [] }] : [{ session: [] }],
    parameters,
    ...(body ? { requestBody: body } : {}),
    responses: { ...Object.fromEntries(documented), ...errorsOf({ parameters }, meta, { limited, headers }) },
  };
}

export const inQuery = (name: string, description: string, schema: Schema): Parameter => ({
  in: 'query',
  name,
  description,
  schema,
});

export const inPath = (name: string, description: string, schema: Schema): Parameter => ({
  in: 'path',
  name,
  required: true,
  description,
  schema,
});
