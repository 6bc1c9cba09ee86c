import type postgres from 'postgres';
import { databaseFailure } from '../failures.ts';
import { type Copy, copyIn, copyOut } from './copy.ts';
import { asText } from './types.ts';

/** Rows as arrays; `count` is the number of rows read or changed. */
export interface Rows extends Array<unknown[]> {
  readonly count: number;
}

export interface StatementOptions {
  /** False: planned each time, for a statement whose best plan depends on its values. */
  readonly prepared?: boolean;
  /** In ms. Ignored inside a transaction, whose own deadline applies. */
  readonly deadlineMs?: number;
  /** Its share of the connections, for a statement before the account is known. Ignored inside a transaction. */
  readonly share?: string;
}

export interface SendOptions extends StatementOptions {
  readonly copy?: Copy;
}

export interface StatementCall extends Pick<SendOptions, 'prepared' | 'copy'> {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** A hook around every statement: calls `proceed`, or throws instead. */
export type Around = <T>(call: StatementCall, proceed: () => Promise<T>) => Promise<T>;

/** Throws as `Queries.run`. */
export const send = (sql: postgres.ISql, call: StatementCall): Promise<Rows> =>
  answerOf(sql, call).catch((error: unknown) => {
    throw databaseFailure(error);
  });

async function answerOf(sql: postgres.ISql, { text, params, prepared, copy }: StatementCall): Promise<Rows> {
  if (copy !== undefined) {
    const value = copy === 'out' ? await copyOut(sql, text) : await copyIn(sql, text, copy);
    return Object.assign(value === undefined ? [] : [[value]], { count: 1 });
  }
  const rows = await sql.unsafe(text, params.map(asText), { prepare: prepared === true }).values();
  const { count } = rows;
  // Moves the rows to another array: postgres.js sets closures on each query, so V8 keeps query and result until a full
  // collection. Skips holes: after a statement that failed between its rows, postgres.js does not reset its count, and
  // the next result begins with that many holes.
  const taken = rows.filter(Boolean);
  rows.length = 0;
  return Object.defineProperty(taken, 'count', { value: count }) as unknown as Rows;
}
