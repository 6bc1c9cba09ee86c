import type postgres from 'postgres';
import { type Copy, copyIn, copyOut } from './copy.ts';
import { asText } from './types.ts';

/** Rows as arrays; `count` is the number of rows read or changed. */
export interface Rows extends Array<unknown[]> {
  readonly count: number;
}

/** Resolves to objects; `values`, which must be called at once, resolves to arrays. */
export type Answer = Promise<Rows> & { values(): Promise<Rows> };

/** The part of postgres.js's interface that drizzle's session uses. */
export interface Client {
  readonly options: { readonly parsers: object; readonly serializers: object };
  unsafe(text: string, params?: readonly unknown[], options?: SendOptions): Answer;
  begin<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

export interface SendOptions {
  readonly prepare?: boolean;
  /** In ms. Ignored inside a transaction, whose own deadline applies. */
  readonly deadlineMs?: number | undefined;
  readonly copy?: Copy | undefined;
}

export interface StatementCall {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** A hook around every statement: calls `proceed`, or throws instead. */
export type Around = <T>(call: StatementCall, proceed: () => Promise<T>) => Promise<T>;

/** Set shortly after the statement is given: whether rows are wanted as arrays. */
export interface Form {
  values: boolean;
}

export function rowsOrValues(run: (form: Form) => Promise<Rows>): Answer {
  const form = { values: false };
  return Object.assign(run(form), { form, values: wantValues });
}

/** One function for all answers: with one closure each, V8 keeps every answer and its rows until a full collection. */
function wantValues(this: Promise<Rows> & { readonly form: Form }): Promise<Rows> {
  this.form.values = true;
  return this;
}

export interface Sendable extends StatementCall {
  readonly prepare: boolean;
  /** For a COPY statement. */
  readonly copy?: Copy | undefined;
}

export async function send(
  sql: postgres.ISql,
  { text, params, prepare, copy }: Sendable,
  form: Form,
): Promise<Rows> {
  if (copy !== undefined) {
    const value = copy === 'out' ? await copyOut(sql, text) : await copyIn(sql, text, copy);
    return Object.assign(value === undefined ? [] : [[value]], { count: 1 });
  }
  const query = sql.unsafe(text, params.map(asText), { prepare });
  const rows = (await (form.values ? query.values() : query)) as unknown as Rows;
  const { count } = rows;
  // Moves the rows to another array: postgres.js sets closures on each query, so V8 keeps query and result until a full
  // collection. Skips holes: after a statement that failed between its rows, postgres.js does not reset its count, and
  // the next result begins with that many holes.
  const taken = rows.filter(Boolean);
  rows.length = 0;
  return Object.defineProperty(taken, 'count', { value: count }) as Rows;
}
