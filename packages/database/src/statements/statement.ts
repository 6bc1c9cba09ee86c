import {
  DrizzleQueryError,
  fillPlaceholders,
  is,
  Param,
  Placeholder,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Loose, Prepared, Queries, Recipe, RunOptions } from './queries.ts';

/** A statement, built and prepared once per database. Called with one, it resolves to its rows. */
export interface Statement<Row, Values> {
  (db: Queries, values: Values): Promise<Row[]>;
  first(db: Queries, values: Values): Promise<Row | undefined>;
  /** The number of rows changed (or read). */
  count(db: Queries, values: Values): Promise<number>;
  /** The statement as sent to the server, for tests. */
  built(q: PostgresJsDatabase): BuiltStatement;
}

/** Placeholders by name: `(q, v: Values<{ userId: string }>) => …eq(tasks.userId, v.userId)`. */
export type Values<T> = { readonly [K in keyof T]: Placeholder<K & string, T[K]> };

/** The query builder's result. Awaiting it would give the rows; the type of the rows is taken from that. */
export interface Built<Row> extends PromiseLike<Row[]>, SQLWrapper {
  prepare(name: string): Prepared<unknown>;
  execute(values?: Loose): Promise<unknown>;
  toSQL(): { readonly sql: string; readonly params: unknown[] };
}

/** For background statements that may process many rows, such as after a long downtime. */
export const backgroundDeadlineMs = 60_000;

export interface StatementOptions extends Pick<RunOptions, 'prepared' | 'deadlineMs'> {
  /** Its share of the connections, for a statement before the account is known. */
  readonly share?: string;
}

/**
 * Declares a statement with drizzle's query builder, once, at module level; each connection prepares it on first use.
 * `prepared: false` is for one whose best plan depends on its values. The type of its values is that of the second
 * parameter (`Values<…>`); values of a plain `sql.placeholder` are unchecked.
 */
export function statement<Row, T extends object = Loose>(
  build: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
  options: StatementOptions = {},
): Statement<Row, T> {
  const prepared = options.prepared !== false;
  const recipe: Recipe<unknown> = {
    deadlineMs: options.deadlineMs,
    share: options.share,
    prepare: (q) => {
      const query = build(q, placeholders as Values<T>);
      return prepared ? query.prepare('statement') : query;
    },
  };
  const built = (q: PostgresJsDatabase): BuiltStatement => {
    const { sql: text, params } = build(q, placeholders as Values<T>).toSQL();
    const names = params.map(nameOf);
    return { text, prepared, names, fill: (values) => fillPlaceholders(params, values) };
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

/** A change that returns no rows has their number instead. */
type Counted<Row> = Row[] & { readonly count?: number };

/** The error before drizzle put the statement's values into its message, which must not reach a log. */
export function withoutValues(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** A statement as sent to the server. */
export interface BuiltStatement {
  readonly text: string;
  readonly prepared: boolean;
  /** The placeholder of each parameter; undefined for a fixed value. */
  readonly names: readonly (string | undefined)[];
  /** The parameters for values by name; throws when one is missing. */
  fill(values: Loose): unknown[];
}

function nameOf(param: unknown): string | undefined {
  const value = is(param, Param) ? param.value : param;
  return is(value, Placeholder) ? value.name : undefined;
}

/** Every statement of the loaded modules, for tests that inspect all of them. */
export const allStatements = (q: PostgresJsDatabase): readonly BuiltStatement[] =>
  known.map((built) => built(q));

const known: ((q: PostgresJsDatabase) => BuiltStatement)[] = [];

const placeholders: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });
