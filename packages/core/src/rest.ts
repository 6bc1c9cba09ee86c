import type { RateName, Scope } from '@jarvis/contract';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { mapped } from './db/rows.ts';

/**
 * Who may call a procedure: everybody, ignoring credentials (`open`) or refusing a bad key (`anyone`); a key or a
 * session; a session only.
 */
export type AllowedCallers = 'open' | 'anyone' | 'keyOrSession' | 'sessionOnly';

/** The ladder's and the documentation's notes on a procedure. */
export type ProcedureMeta = OpenApiMeta<{
  readonly access?: AllowedCallers;
  /** The scope that a connected program needs; without one, no program may call. */
  readonly granted?: Scope | 'any';
  /** The rate limit of its rung. */
  readonly rate?: RateName;
  readonly documentation?: Documentation;
}>;

/** The OpenAPI description of an operation beyond its schemas, its access and its rung's rate. */
export interface Documentation {
  readonly tag:
    | 'Chat'
    | 'Conversations'
    | 'Files'
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
  readonly description: string;
  /** What an id in its path names; a missing one is a 404. */
  readonly thing?: string | undefined;
  /** The procedure's own errors by status, with their messages. */
  readonly errors?: Partial<Record<400 | 401 | 403 | 404 | 409 | 422 | 500 | 503 | 504, readonly string[]>>;
  /** Further rate limits that the procedure itself counts. */
  readonly alsoCountedIn?: readonly RateName[];
  readonly setsCookie?: true;
  /** Fields that are accepted and returned only with `?include=…`. */
  readonly optional?: readonly string[];
  /** A body to try, where the examples of all fields together would be refused. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** It accepts an Idempotency-Key. */
  readonly idempotent?: true;
}

/** The descriptions of operations with one tag, by their names, and what the ids in their paths name. */
export const tagged = <Name extends string>(
  tag: Documentation['tag'],
  operations: Readonly<Record<Name, Omit<Documentation, 'tag' | 'name' | 'thing'>>>,
  thing?: string,
): Readonly<Record<Name, Documentation>> =>
  mapped(operations, (described, name) => ({ tag, name, thing, ...described }));

/** Puts a procedure at a documented path. */
export function rest(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: `/${string}`,
  documentation: Documentation,
): ProcedureMeta {
  const { tag, name, summary, description, thing, errors } = documentation;
  const missing = thing !== undefined && path.includes('{') && { 404: [`${thing} not found.`] };
  return {
    openapi: { method, path, summary, tags: [tag], operationId: name, description },
    documentation: { ...documentation, errors: { ...missing, ...errors } },
  };
}
