import { DrizzleQueryError, fillPlaceholders, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Loose, Prepared, Queries, Recipe, RunOptions } from './queries.ts';

/** A statement that is built and prepared once for a database. Called with one, it resolves to its rows. */
export interface Statement<Row, Values> {
  (db: Queries, values: Values): Promise<Row[]>;
  first(db: Queries, values: Values): Promise<Row | undefined>;
  /** The number of rows that were changed (or read). */
  count(db: Queries, values: Values): Promise<number>;
  /** As it reaches the server, for tests. */
  built(q: PostgresJsDatabase): BuiltStatement;
}

/** Placeholders by name: `(q, v: Values<{ userId: string }>) => …eq(tasks.userId, v.userId)`. */
export type Values<T> = { readonly [K in keyof T]: Placeholder<K & string, T[K]> };

/** What the query builder gives: waiting for it would give the rows, which is where their type is taken from. */
export interface Built<Row> extends PromiseLike<Row[]>, SQLWrapper {
  prepare(name: string): Prepared<unknown>;
  execute(values?: Loose): Promise<unknown>;
  toSQL(): { readonly sql: string; readonly params: unknown[] };
}

/** For a statement on nobody's path that may have many rows to go through, such as after a long rest. */
export const backgroundDeadlineMs = 60_000;

export type StatementOptions = Pick<RunOptions, 'prepared' | 'deadlineMs'>;

/**
 * A statement by drizzle's query builder, declared once, at module level; it is prepared on the server the first
 * time a connection runs it. `prepared: false` for one whose best plan depends on its values. The type of its
 * values is that of the second parameter (`Values<…>`); with `sql.placeholder` alone they are unchecked.
 */
export function statement<Row, T extends object = Loose>(
  build: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
  options: StatementOptions = {},
): Statement<Row, T> {
  const prepared = options.prepared !== false;
  const recipe: Recipe<unknown> = {
    deadlineMs: options.deadlineMs,
    prepare: (q) => {
      const query = build(q, placeholders as Values<T>);
      return prepared ? query.prepare('statement') : query;
    },
  };
  const built = (q: PostgresJsDatabase): BuiltStatement => {
    const { sql: text, params } = build(q, placeholders as Values<T>).toSQL();
    return { text, prepared, fill: (values) => fillPlaceholders(params, values) };
  };
  known.push(built);
  const execute = async (db: Queries, values: T): Promise<Counted<Row>> => {
    try {
      return (await db.prepared(recipe).execute(values as Loose)) as Counted<Row>;
    } catch (error) {
      throw withoutValues(error);
    }
  };
  return Object.assign(execute, {
    first: async (db: Queries, values: T) => (await execute(db, values))[0],
    count: async (db: Queries, values: T) => {
      const rows = await execute(db, values);
      return rows.count ?? rows.length;
    },
    built,
  });
}

/** A change that returns no rows gives their number in their place. */
type Counted<Row> = Row[] & { readonly count?: number };

/** `error` as it was before drizzle put the statement's values into its message, which must not reach a log. */
export function withoutValues(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** A statement as it reaches the server. */
export interface BuiltStatement {
  readonly text: string;
  readonly prepared: boolean;
  /** The parameters for values by name; throws when one is missing. */
  fill(values: Loose): unknown[];
}

/** Every statement of the modules that are loaded, for tests that look at all of them. */
export const allStatements = (q: PostgresJsDatabase): readonly BuiltStatement[] =>
  known.map((built) => built(q));

const known: ((q: PostgresJsDatabase) => BuiltStatement)[] = [];

const placeholders: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });
