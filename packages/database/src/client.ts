import type postgres from 'postgres';
import { DatabaseUnavailable } from './errors.ts';
import { isPassing } from './failures.ts';
import type { Pool } from './pool.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';
import { asText } from './types.ts';

/** Rows as arrays; `count` is the number of rows read or changed. */
export interface Rows extends Array<unknown[]> {
  readonly count: number;
  readonly command: string;
  readonly columns: readonly { readonly name: string }[] | null;
}

/** The rows as objects, or by `values`, which must be called at once, as arrays. */
export type Answer = Promise<Rows> & { values(): Promise<Rows> };

/** postgres.js's interface as far as drizzle's session uses it. */
export interface Client {
  readonly options: { readonly parsers: object; readonly serializers: object };
  unsafe(text: string, params?: readonly unknown[], options?: SendOptions): Answer;
  begin<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

export interface SendOptions {
  readonly prepare?: boolean;
  /** Ignored inside a transaction, whose own deadline holds. */
  readonly deadlineMs?: number | undefined;
}

export interface StatementCall {
  readonly text: string;
  readonly params: readonly unknown[];
}

/** Stands around every statement: carries it out by `proceed`, or throws in its place. */
export type Around = <T>(call: StatementCall, proceed: () => Promise<T>) => Promise<T>;

export interface ClientOptions {
  /** For each statement and each transaction. */
  readonly deadlineMs: number;
  /** That of the sessions; other ones are told to the server. */
  readonly sessionDeadlineMs: number;
  readonly around: Around;
}

/** A client over the pool. What takes longer than a session's statements may is a transaction of its own. */
export class PoolClient implements Client {
  /** drizzle writes its own into these; ours are set where connections are made (types.ts). */
  readonly options = { parsers: {}, serializers: {} };
  readonly #pool: Pool;
  readonly #options: ClientOptions;

  constructor(pool: Pool, options: ClientOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  with(options: Partial<ClientOptions>): PoolClient {
    return new PoolClient(this.#pool, { ...this.#options, ...options });
  }

  intercepted(outer: Around): PoolClient {
    const { around: inner } = this.#options;
    return this.with({ around: (call, proceed) => outer(call, () => inner(call, proceed)) });
  }

  unsafe(text: string, params: readonly unknown[] = [], options: SendOptions = {}): Answer {
    const { sessionDeadlineMs, around } = this.#options;
    const { prepare = false, deadlineMs = this.#options.deadlineMs } = options;
    this.#pool.statements += 1;
    const call = { text, params, prepare };
    return rowsOrValues((form) =>
      around(call, () => {
        if (deadlineMs <= sessionDeadlineMs)
          return this.#pool.perform(({ sql }) => send(sql, call, form), deadlineMs, { alone: true });
        return this.with({ around: direct, deadlineMs }).begin(async (tx) => {
          const rows = tx.unsafe(text, params, { prepare });
          return form.values ? rows.values() : rows;
        });
      }),
    );
  }

  begin<T>(work: (client: Client) => Promise<T>): Promise<T> {
    return this.transaction(work, {});
  }

  /** See Database.transaction. */
  async transaction<T>(work: (client: Client) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { sessionDeadlineMs, around } = this.#options;
    const deadlineMs = options.deadlineMs ?? this.#options.deadlineMs;
    const until = performance.now() + deadlineMs;
    const limited = deadlineMs !== sessionDeadlineMs || !this.#pool.options.prepare;
    for (let triesLeft = 2; ; triesLeft -= 1) {
      try {
        const outcome = await this.#pool.perform(
          (client) => runTransaction(client, work, { ...options, until, limited, around }),
          until - performance.now(),
          { alone: false },
        );
        if ('thrown' in outcome) throw outcome.thrown;
        return outcome.result;
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (triesLeft === 0 || performance.now() > until) throw new DatabaseUnavailable(error);
      }
    }
  }
}

export const direct: Around = (_, proceed) => proceed();

/** Which form of rows is wanted is known a moment after the statement was given. */
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

interface Sendable extends StatementCall {
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
 * After a statement that failed in the middle of its rows, postgres.js goes on counting where that one stopped: the
 * next answer's rows come after as many holes.
 */
function withoutGap(rows: Rows): Rows {
  if (rows.length > 0 && !(0 in rows))
    rows.splice(
      0,
      rows.findIndex((_, index) => index in rows),
    );
  return rows;
}
