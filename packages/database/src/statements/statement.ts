import { DrizzleQueryError, type Placeholder, type SQLWrapper, sql } from 'drizzle-orm';
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Rows, SendOptions, StatementOptions } from './client.ts';
import { Queries } from './queries.ts';

/** A statement, built once. Called with a database or a transaction, it resolves to its rows. */
export interface Statement<Row, Values> {
  (db: Queries, values: Values): Promise<Row[]>;
  first(db: Queries, values: Values): Promise<Row | undefined>;
  /** The number of rows changed (or read). */
  count(db: Queries, values: Values): Promise<number>;
  built(): BuiltStatement;
}

type Loose = Record<string, unknown>;

/** Placeholders by name: `(q, v: Values<{ userId: string }>) => …eq(tasks.userId, v.userId)`. */
export type Values<T> = { readonly [K in keyof T]: Placeholder<K & string, T[K]> };

/** The query builder's result. Awaiting it would give the rows; the type of the rows is taken from that. */
export interface Built<Row> extends PromiseLike<Row[]>, SQLWrapper {
  prepare(name: string): { execute(values: Loose): Promise<unknown> };
  toSQL(): { readonly sql: string; readonly params: unknown[] };
}

/** For background statements that may process many rows, such as after a long downtime. */
export const backgroundDeadlineMs = 60_000;

/**
 * Declares a statement with drizzle's query builder, once, at module level; each connection prepares it on first use.
 * `prepared: false` is for one whose best plan depends on its values. The type of its values is that of the second
 * parameter (`Values<…>`); values of a plain `sql.placeholder` are unchecked.
 */
export function statement<Row, T extends object = Loose>(
  build: (q: PostgresJsDatabase, values: Values<T>) => Built<Row>,
  options: StatementOptions = {},
): Statement<Row, T> {
  const sent = { prepared: true, ...options };
  const query = () => build(relay.drizzle, placeholders as Values<T>);
  let made: ReturnType<Built<Row>['prepare']> | undefined;
  const execute = async (db: Queries, values: T): Promise<Counted<Row>> => {
    made ??= query().prepare('statement');
    relay.to = { db, options: sent };
    try {
      return (await made.execute(values as Loose)) as Counted<Row>;
    } catch (error) {
      throw withoutValues(error);
    }
  };
  const built = (): BuiltStatement => {
    const { sql: text, params } = query().toSQL();
    return { text, params, prepared: sent.prepared };
  };
  known.push(built);
  return Object.assign(execute, {
    first: async (db: Queries, values: T) => (await execute(db, values))[0],
    count: async (db: Queries, values: T) => {
      const rows = await execute(db, values);
      return rows.count ?? rows.length;
    },
    built,
  });
}

/** Passes a statement on to the database that is asked: drizzle sends a prepared one before its first await. */
class Relay extends Queries {
  to: { readonly db: Queries; readonly options: SendOptions } | undefined;

  ask(text: string, params: readonly unknown[]): Promise<Rows> {
    const { to } = this;
    this.to = undefined;
    if (!to) throw new Error('drizzle has sent a statement late');
    return to.db.ask(text, params, to.options);
  }
}

const relay = new Relay();

/** A change that returns no rows has their number instead. */
type Counted<Row> = Row[] & { readonly count?: number };

/** The error before drizzle put the statement's values into its message, which must not reach a log. */
export function withoutValues(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

/** A statement as sent to the server, with placeholders among its parameters. */
export interface BuiltStatement {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly prepared: boolean;
}

/** Every statement of the loaded modules, for tests that inspect all of them. */
export const allStatements = (): readonly BuiltStatement[] => known.map((built) => built());

const known: (() => BuiltStatement)[] = [];

const placeholders: unknown = new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) });
