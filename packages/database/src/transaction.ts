import { DatabaseUnavailable } from './failures.ts';
import { type Connection, NotConnected } from './pool/connection.ts';
import { type Around, type Rows, type SendOptions, type StatementCall, send } from './statements/client.ts';
import { Queries } from './statements/queries.ts';

export interface TransactionOptions {
  readonly deadlineMs?: number;
  /** Maximum pause between two statements; 10 s by default, and at most the deadline. */
  readonly idleMs?: number;
  /** Default: `read committed`. */
  readonly isolation?: 'repeatable read' | 'serializable';
}

export interface Attempt extends TransactionOptions {
  /** `performance.now()` at which it is rolled back. */
  readonly until: number;
  /** Whether to send the deadline to the server, because the session's own limits differ. */
  readonly limited: boolean;
  readonly around: Around;
}

export class TransactionQueries extends Queries {
  /** The first failure of a statement, or the passed deadline. */
  #failure: Error | undefined;
  readonly #connection: Connection;
  readonly #attempt: Attempt;
  /** Resolves when every statement so far has its answer. */
  #answered: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(connection: Connection, attempt: Attempt) {
    super();
    this.#connection = connection;
    this.#attempt = attempt;
  }

  ask(text: string, params: readonly unknown[], { prepared = false, copy }: SendOptions): Promise<Rows> {
    const call = { text, params, prepared, ...(copy && { copy }) };
    const rows = this.#attempt.around(call, () => this.send(call));
    // The commit reports the failure of a statement that nobody awaited; an unhandled rejection would end the
    // process.
    rows.catch(() => {});
    return rows;
  }

  /**
   * One attempt at a transaction. The first failed statement decides, even if `work` swallows its error: rejects with
   * that error, with DatabaseUnavailable at the deadline, or with the error of `begin` or `commit`.
   */
  async perform<T>(work: (tx: TransactionQueries) => Promise<T>): Promise<T> {
    const { sql } = this.#connection;
    // Never the role's own default: an index build would wait for the snapshot of the transaction that holds its lock.
    const { isolation = 'read committed' } = this.#attempt;
    await send(sql, { text: `begin isolation level ${isolation}`, params: [] });
    try {
      const result = await this.#complete(work);
      if (this.#failure) throw this.#failure;
      await send(sql, { text: 'commit', params: [] });
      return result;
    } catch (error) {
      const failure = this.#failure ?? error;
      // The server may have ended the session at its own deadline: the next statement would fail on this connection.
      const rolledBack = send(sql, { text: 'rollback', params: [] }).catch(() => this.#connection.lose());
      // On a lost connection it has no answer.
      if (!(failure instanceof NotConnected)) await rolledBack;
      // It would be sent again, as a statement that was never sent.
      throw failure instanceof NotConnected ? new DatabaseUnavailable(failure.cause) : failure;
    }
  }

  /**
   * One statement at a time: when a preparation was lost, postgres.js sends the statement again after later ones,
   * possibly after the rollback, and so outside the transaction.
   */
  send(call: StatementCall): Promise<Rows> {
    const rows = this.#answered.then(() => {
      if (this.#failure) throw this.#failure;
      if (this.#ended) throw new Error('the transaction has ended');
      return send(this.#connection.sql, call).catch((error: Error) => {
        this.#failure ??= error;
        throw this.#failure;
      });
    });
    this.#answered = rows.catch(() => {});
    return rows;
  }

  /** Runs between `begin` and `commit`, or `rollback` when it rejects. Settles when every statement has its answer. */
  async #complete<T>(work: (tx: TransactionQueries) => Promise<T>): Promise<T> {
    // Past, after a pause of the process.
    const leftMs = Math.max(1, this.#attempt.until - performance.now());
    if (this.#attempt.limited) {
      const limitMs = Math.ceil(leftMs / 100) * 100;
      const params = [limitMs, Math.min(limitMs, this.#attempt.idleMs ?? idleInTransactionMsMax)];
      void this.send({ text: limits, params });
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#failure ??= new DatabaseUnavailable(
          new Error('the transaction did not end within its deadline'),
        );
        reject(this.#failure);
      }, leftMs);
    });
    const done = async () => {
      const result = await work(this);
      await this.#answered;
      return result;
    };
    try {
      return await Promise.race([done(), late]);
    } finally {
      clearTimeout(timer);
      this.#ended = true;
      await this.#answered;
    }
  }
}

export const idleInTransactionMsMax = 10_000;

const limits = `select set_config('statement_timeout', $1, true),
  set_config('idle_in_transaction_session_timeout', $2, true)`;
