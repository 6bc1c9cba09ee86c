import {
  type Answer,
  type Around,
  type Client,
  direct,
  rowsOrValues,
  type SendOptions,
  send,
} from './client.ts';
import { DatabaseUnavailable } from './errors.ts';
import { isPassing } from './failures.ts';
import type { Pool } from './pool.ts';
import { runTransaction, type TransactionOptions } from './transaction.ts';

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
    const limited =
      deadlineMs !== sessionDeadlineMs || options.idleMs !== undefined || !this.#pool.options.prepare;
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
