import type { RateName } from '@jarvis/contract';
import type { Documentation } from '@jarvis/core';
import { withRules } from './operation.ts';
import type { Operation, Parameter, PathItem, Response, Schema } from './types.ts';

/**
 * An operation whose body or answer is not JSON: it is a procedure, but not part of `appRouter`, from which the document
 * is made.
 */
interface OperationApart {
  readonly documentation: Documentation;
  readonly access?: 'keyOrSession' | 'sessionOnly';
  readonly rate?: RateName;
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
    const { documentation, parameters, body, responses } = described;
    const { tag, name, summary, description } = documentation;
    const plain = { operationId: name, tags: [tag], summary, description, parameters, responses };
    const meta = { access: 'keyOrSession', ...described, openapi: { method, path } } as const;
    all[path] = {
      ...all[path],
      [method.toLowerCase()]: withRules({ ...plain, ...(body && { requestBody: body }) }, meta),
    };
  }
  return all;
}

export const parameter = (
  place: 'query' | 'path' | 'header',
  name: string,
  description: string,
  schema: Schema,
): Parameter => ({ in: place, name, ...(place === 'path' && { required: true }), description, schema });
