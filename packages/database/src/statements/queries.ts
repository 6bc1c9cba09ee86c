import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Answer, Rows, RunOptions, SendOptions } from './client.ts';

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
  /**
   * drizzle's own database, for libraries that need it. It wraps errors (see `withoutValues`); its `execute` gives
   * arrays, and it has no transactions.
   */
  readonly drizzle: PostgresJsDatabase;
  /** The function of postgres.js that drizzle calls. */
  unsafe(text: string, params?: readonly unknown[], options?: SendOptions): Answer;
}

/** The common part of the database, a transaction, and what `statement` gives to drizzle. */
export abstract class ClientQueries implements Queries {
  /** drizzle overwrites these; ours are set where connections are made (types.ts). */
  readonly options = { parsers: {}, serializers: {} };
  #drizzle: PostgresJsDatabase | undefined;

  abstract unsafe(text: string, params?: readonly unknown[], options?: SendOptions): Answer;

  get drizzle(): PostgresJsDatabase {
    this.#drizzle ??= drizzle({ client: this as unknown as Sql });
    return this.#drizzle;
  }

  run(text: string, params: readonly unknown[], options: RunOptions = {}): Promise<Rows> {
    return this.unsafe(text, params, { prepared: true, ...options });
  }

  async copyIn(text: string, fields: readonly Uint8Array[]): Promise<void> {
    await this.unsafe(text, [], { copy: fields });
  }

  async copyOut(text: string): Promise<Buffer | undefined> {
    const [[value] = []] = await this.unsafe(text, [], { copy: 'out' });
    return Buffer.isBuffer(value) ? value : undefined;
  }
}
