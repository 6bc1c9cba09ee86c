import type postgres from 'postgres';
import { asText } from './types.ts';

/** Rows as arrays; `count` is the number of rows read or changed. */
export interface Rows extends Array<unknown[]> {
  readonly count: number;
  readonly command: string;
  readonly columns: readonly { readonly name: string }[] | null;
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
  const rows = run(form);
  return Object.assign(rows, {
    values: () => {
      form.values = true;
      return rows;
    },
  });
}

export interface Sendable extends StatementCall {
  readonly prepare: boolean;
}

export async function send(
  sql: postgres.ISql,
  { text, params, prepare }: Sendable,
  form: Form,
): Promise<Rows> {
  const query = sql.unsafe(text, params.map(asText), { prepare });
  const rows: unknown = await (form.values ? query.values() : query);
  return withoutGap(rows as Rows);
}

/**
 * After a statement that failed between its rows, postgres.js keeps counting: the next answer begins with that many
 * holes.
 */
function withoutGap(rows: Rows): Rows {
  if (rows.length > 0 && !(0 in rows))
    rows.splice(
      0,
      rows.findIndex((_, index) => index in rows),
    );
  return rows;
}
