import type { OpenApiMeta } from 'trpc-to-openapi';

/** What the OpenAPI document says of an operation beyond its schemas. */
export interface Documentation {
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Chat' | 'Conversations' | 'Tasks' | 'Memories' | 'Web' | 'Keys' | 'Account' | 'Health';
}

/** Puts a procedure at a documented path. The only mention of paths in core. */
export function rest(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: `/${string}`,
  { summary, description, tag }: Documentation,
): OpenApiMeta {
  return {
    openapi: { method, path, summary, tags: [tag], ...(description === undefined ? {} : { description }) },
  };
}
