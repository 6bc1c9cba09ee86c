import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type { Sql } from 'postgres';
import type { Rows, SendOptions, StatementOptions } from './client.ts';

/** Runs statements: the database, or a transaction on it. Prefer `statement` to calling `run`. */
export abstract class Queries {
  /** drizzle overwrites these; ours are set where connections are made (types.ts). */
  readonly options = { parsers: {}, serializers: {} };

  abstract ask(text: string, params: readonly unknown[], options: SendOptions): Promise<Rows>;

  /**
   * Rows as arrays. A jsonb parameter is JSON text, a time an ISO string, an array is for `= any($1)`. Throws
   * DatabaseUnavailable when there is no answer in time, QueryError when the database refuses the statement.
   */
  run(text: string, params: readonly unknown[], options: StatementOptions = {}): Promise<Rows> {
    return this.ask(text, params, { prepared: true, ...options });
  }

  /**
   * Inserts one row with a large value: `copy … from stdin (format binary)` with the row's fields in Postgres's binary
   * form. In a transaction only, which tells of a refused row. Throws as `run`, but for such a row without the reason.
   */
  async copyIn(text: string, fields: readonly Uint8Array[]): Promise<void> {
    await this.ask(text, [], { copy: fields });
  }

  /**
   * Reads a large value: `copy (select …) to stdout (format binary)` with one column and at most one row. COPY takes no
   * parameters. Undefined without a row. Throws as `run`.
   */
  async copyOut(text: string): Promise<Buffer | undefined> {
    const [[value] = []] = await this.ask(text, [], { copy: 'out' });
    return Buffer.isBuffer(value) ? value : undefined;
  }

  /**
   * drizzle's own database, for libraries that need it. It wraps errors (see `withoutValues`); its `execute` gives
   * arrays, and it has no transactions.
   */
  get drizzle(): PostgresJsDatabase {
    return drizzle({ client: this as unknown as Sql });
  }

  /** What drizzle calls; resolves to arrays in any case. */
  unsafe(text: string, params: readonly unknown[]): Promise<Rows> & { values(): Promise<Rows> } {
    return Object.assign(this.ask(text, params, {}), { values: itself });
  }
}

/** One function for all answers: with one closure each, V8 keeps every answer and its rows until a full collection. */
function itself(this: Promise<Rows>): Promise<Rows> {
  return this;
}
