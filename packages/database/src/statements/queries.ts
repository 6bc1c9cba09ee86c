import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Answer, Client, Rows, SendOptions } from './client.ts';

export interface RunOptions {
  /** False: planned each time, for a statement whose best plan depends on its values. */
  readonly prepared?: boolean;
  /** In ms. Ignored inside a transaction, whose own deadline applies. */
  readonly deadlineMs?: number;
}

/** Runs statements: the database, or a transaction on it. Prefer `statement` to calling `run`. */
export interface Queries {
  /**
   * Rows as arrays. A jsonb parameter is JSON text, a time an ISO string, an array is for `= any($1)`. Throws
   * DatabaseUnavailable when there is no answer in time, QueryError when the database refuses the statement.
   */
  run(text: string, params: readonly unknown[], options?: RunOptions): Promise<Rows>;
  /**
   * Inserts one row with a large value: `copy … from stdin (format binary)` with the row's fields in Postgres's binary
   * form, in the transaction or one for itself. Throws as `run`, but for a refused row without the reason.
   */
  copyIn(text: string, fields: readonly Uint8Array[]): Promise<void>;
  /**
   * Reads a large value: `copy (select …) to stdout (format binary)` with one column and at most one row. COPY takes no
   * parameters. Undefined without a row. Throws as `run`.
   */
  copyOut(text: string): Promise<Buffer | undefined>;
  /** drizzle's own database, for libraries that need it. It wraps errors: see `databaseFailure`. */
  readonly drizzle: PostgresJsDatabase;
  /** A statement, built and prepared: once per database, again in each transaction. */
  prepared<Result>(recipe: Recipe<Result>): Prepared<Result>;
}

/** A statement's values by placeholder name. */
export type Loose = Record<string, unknown>;

/** A statement that runs with values by name; see `Queries.prepared`. */
export interface Prepared<Result> {
  execute(values: Loose): Promise<Result>;
}

/** How a statement is made for a database or a transaction. */
export interface Recipe<Result> {
  readonly deadlineMs: number | undefined;
  readonly share?: string | undefined;
  prepare(q: PostgresJsDatabase): Prepared<Result>;
}

/** The interface of a drizzle client for our own code. */
export abstract class ClientQueries implements Client, Queries {
  /** drizzle overwrites these; ours are set where connections are made (types.ts). */
  readonly options = { parsers: {}, serializers: {} };
  #drizzle: PostgresJsDatabase | undefined;

  abstract unsafe(text: string, params?: readonly unknown[], options?: SendOptions): Answer;
  abstract begin<T>(work: (client: Client) => Promise<T>): Promise<T>;

  get drizzle(): PostgresJsDatabase {
    this.#drizzle ??= drizzle({ client: this as unknown as Sql });
    return this.#drizzle;
  }

  run(text: string, params: readonly unknown[], { prepared, deadlineMs }: RunOptions = {}): Promise<Rows> {
    return this.unsafe(text, params, { prepare: prepared !== false, deadlineMs }).values();
  }

  async copyIn(text: string, fields: readonly Uint8Array[]): Promise<void> {
    await this.unsafe(text, [], { copy: fields }).values();
  }

  async copyOut(text: string): Promise<Buffer | undefined> {
    const [[value] = []] = await this.unsafe(text, [], { copy: 'out' }).values();
    return Buffer.isBuffer(value) ? value : undefined;
  }

  prepared<Result>(recipe: Recipe<Result>): Prepared<Result> {
    return recipe.prepare(this.drizzle);
  }
}
