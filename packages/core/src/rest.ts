import type { RateName, Scope } from '@jarvis/contract';
import type { OpenApiMeta } from 'trpc-to-openapi';

/**
 * Who may call a procedure: anybody, with no look at credentials (`open`) or refusing a bad key (`anyone`); a
 * key or a session; a session only.
 */
export type Access = 'open' | 'anyone' | 'keyOrSession' | 'sessionOnly';

/** What the ladder and the documentation note on a procedure. */
export type ProcedureMeta = OpenApiMeta<{
  readonly access?: Access;
  /** What a connected program needs to be allowed; without it none may call. */
  readonly granted?: Scope | 'any';
  /** The window that its rung counts in. */
  readonly rate?: RateName;
  readonly documentation?: Documentation;
}>;

/** What the OpenAPI document says of an operation beyond its schemas, its access and its rung's rate. */
export interface Documentation {
  readonly tag:
    | 'Chat'
    | 'Conversations'
    | 'Tasks'
    | 'Time'
    | 'Memories'
    | 'Web'
    | 'Keys'
    | 'Account'
    | 'Health';
  /** The operation's id, and so its name in a generated client. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** The procedure's own errors by status, in the words that callers read. */
  readonly errors?: Partial<Record<400 | 401 | 403 | 404 | 409 | 422 | 500 | 503 | 504, readonly string[]>>;
  /** Windows that the procedure counts in itself. */
  readonly alsoCountedIn?: readonly RateName[];
  readonly setsCookie?: true;
  /** It may be sent with an Idempotency-Key. */
  readonly idempotent?: true;
}

/** Puts a procedure at a documented path. The only mention of paths in core. */
export function rest(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: `/${string}`,
  documentation: Documentation,
): ProcedureMeta {
  const { tag, name, summary, description } = documentation;
  return {
    openapi: {
      method,
      path,
      summary,
      tags: [tag],
      operationId: name,
      ...(description === undefined ? {} : { description }),
    },
    documentation,
  };
}
