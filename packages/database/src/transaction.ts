import type { Queries, RunOptions } from './client.ts';
import type { Connection, Rows } from './connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import { databaseFailure } from './failures.ts';

export interface TransactionOptions {
  readonly deadlineMs?: number;
  /** `read committed` unless told. */
  readonly isolation?: 'repeatable read' | 'serializable';
}

/** `over`: its connection is free. `hanging`: the deadline passed, and it must still be rolled back. */
export type Outcome<T> = { state: 'over'; result: T } | { state: 'over' | 'hanging'; error: unknown };

/** One attempt at a transaction, on a connection that is its own for that time. */
export class Transaction implements Queries {
  readonly #connection: Connection;
  readonly #prepare: boolean;
  readonly #until: number;
  readonly #options: TransactionOptions;
  readonly #tellServer: boolean;
  #ended: Error | undefined;
  #failure: Error | undefined;

  constructor(
    connection: Connection,
    prepare: boolean,
    options: TransactionOptions,
    until: number,
    tellServer: boolean,
  ) {
    this.#connection = connection;
    this.#prepare = prepare;
    this.#options = options;
    this.#until = until;
    this.#tellServer = tellServer;
  }

  run(text: string, params: readonly unknown[], options?: RunOptions): Promise<Rows> {
    const refused = this.#ended ?? this.#failure;
    if (refused) return Promise.reject(refused);
    return this.#send(text, params, options?.prepared !== false);
  }

  /** Never rejects. The first failed statement decides, also when `work` swallows its error. */
  async perform<T>(work: (tx: Queries) => Promise<T>): Promise<Outcome<T>> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, this.#until - performance.now()), 'late');
    });
    const done = await Promise.race([this.#workThenCommit(work), late]);
    clearTimeout(timer);
    if (done !== 'late') return done;
    this.#ended = new DatabaseUnavailable(new Error('the transaction did not end within its deadline'));
    return { state: 'hanging', error: this.#ended };
  }

  /** Never rejects: where even this fails, the connection is thrown away. */
  async rollBack(): Promise<void> {
    try {
      await this.#connection.run('rollback', [], false);
    } catch {
      this.#connection.destroy('its transaction could not be rolled back');
    }
  }

  async #workThenCommit<T>(work: (tx: Queries) => Promise<T>): Promise<Outcome<T>> {
    try {
      this.#begin();
      const result = await work(this);
      if (this.#ended) throw this.#ended;
      this.#ended = new Error('the transaction has ended');
      if (this.#failure) throw this.#failure;
      const { command } = await this.#send('commit', [], true);
      // What a failed transaction answers to a commit.
      if (command !== 'COMMIT') throw this.#failure ?? new Error('the transaction was rolled back');
      return { state: 'over', result };
    } catch (error) {
      const late = performance.now() >= this.#until;
      this.#ended ??= new Error('the transaction has ended');
      if (!late) await this.rollBack();
      return { state: late ? 'hanging' : 'over', error: this.#failure ?? error };
    }
  }

  /** Not waited for: the first statement travels with it. */
  #begin(): void {
    const { isolation } = this.#options;
    void this.#send(isolation ? `begin isolation level ${isolation}` : 'begin', [], this.#prepare);
    if (this.#tellServer) {
      const limitMs = Math.ceil(this.#until - performance.now());
      void this.#send(limits, [`${limitMs}`, `${Math.min(limitMs, 10_000)}`], false);
    }
  }

  #send(text: string, params: readonly unknown[], prepared: boolean): Promise<Rows> {
    const answer = this.#connection.run(text, params, this.#prepare && prepared).catch((error: unknown) => {
      this.#failure ??= databaseFailure(error);
      throw this.#failure;
    });
    // Whoever forgets to wait for a statement is told by the commit, not by the end of the process.
    answer.catch(() => {});
    return answer;
  }
}

const limits = `select set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`;
