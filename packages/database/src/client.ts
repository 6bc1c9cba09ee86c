import { parseDatabaseUrl } from './address.ts';
import { Call, Convoy, type Lender, Reservation } from './calls.ts';
import type { Connection, Rows } from './connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import { isPassing, isReadOnly, reasonOf } from './failures.ts';
import type { DatabaseLog } from './log.ts';
import { Pool } from './pool.ts';
import { Transaction, type TransactionOptions } from './transaction.ts';

export interface RunOptions {
  /** False: planned anew each time, for a statement whose best plan depends on its values. */
  readonly prepared?: boolean;
  /**
   * A short read that waits for nobody: where many wait for a connection, it may be sent right behind others of
   * its kind. They share the fate of the connection.
   */
  readonly short?: boolean;
  /** Ignored inside a transaction, whose own deadline holds. */
  readonly deadlineMs?: number;
}

/** Where statements run: the database, or a transaction on it. Prefer `statement` to calling `run`. */
export interface Queries {
  /**
   * Rows as arrays. A jsonb parameter is JSON text, a time an ISO string, an array is for `= any($1)`. Throws
   * `unavailable` when there is no answer in time, `QueryError` when the database refuses the statement.
   */
  run(text: string, params: readonly unknown[], options?: RunOptions): Promise<Rows>;
}

export interface Database extends Queries {
  /**
   * Commits when `work` resolves, rolls back when it rejects or the deadline passes. Runs `work` again, at most
   * twice, after a serialization failure or a deadlock: all it does must be inside the transaction.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Sends what `work` asks for before it first waits on one connection, one statement behind the other, in place of
   * waking a server process for each: for short reads that are needed together. They share the fate of the
   * connection.
   */
  together<T>(work: (queries: Queries) => T): T;
  /** Rejects with `unavailable` unless the database answers in time. */
  ping(deadlineMs: number): Promise<void>;
  /** Lets running statements end for `graceMs` (1 s unless told), then closes every connection. */
  close(graceMs?: number): Promise<void>;
  stats(): DatabaseStats;
}

export interface DatabaseStats {
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
  /** Since the start. */
  readonly statements: number;
  readonly expired: number;
}

export interface ConnectOptions {
  /** As DATABASE_URL; see parseDatabaseUrl. */
  readonly url: string;
  readonly poolSize: number;
  /** False behind a transaction pooler: no named statements, no session settings. */
  readonly prepare?: boolean;
  readonly applicationName: string;
  readonly log: DatabaseLog;
  readonly deadlineMs?: number;
}

/** Opens nothing yet: connections are made when they are needed, and again whenever they were lost. */
export function connect(options: ConnectOptions): Database {
  return new PooledDatabase(options);
}

const deadlineMsDefault = 2_500;
/** Longer calls tell the server so; see PooledDatabase.run. */
const statementTimeoutMs = 10_000;
const lockTimeoutMs = 2_000;
const idleInTransactionMs = 10_000;
const connectTimeoutMs = 2_000;
/** After a call's deadline: how long the server has to say that it gave the statement up. */
const cancelGraceMs = 500;

class PooledDatabase implements Database, Lender {
  readonly #pool: Pool;
  readonly #prepare: boolean;
  readonly #deadlineMs: number;
  #statements = 0;
  #expired = 0;

  constructor({ url, poolSize, prepare = true, applicationName, log, deadlineMs }: ConnectOptions) {
    const address = parseDatabaseUrl(url);
    this.#prepare = prepare && address.prepare;
    this.#deadlineMs = deadlineMs ?? deadlineMsDefault;
    this.#pool = new Pool({
      address,
      size: poolSize,
      prepare: this.#prepare,
      session: sessionSettings(applicationName, this.#prepare),
      connectTimeoutMs,
      patienceMs: Math.min(1_000, this.#deadlineMs),
      onUnreachable: reportOnce(log),
      onReachable: () => log.info({}, 'the database is back'),
    });
  }

  run(text: string, params: readonly unknown[], options?: RunOptions): Promise<Rows> {
    const deadlineMs = options?.deadlineMs ?? this.#deadlineMs;
    if (deadlineMs > statementTimeoutMs) {
      return this.transaction((tx) => tx.run(text, params, options), { deadlineMs });
    }
    return this.#call(text, params, options, deadlineMs, (call) => this.#pool.acquire(call));
  }

  together<T>(work: (queries: Queries) => T): T {
    let gathering = true;
    const calls: Call[] = [];
    const queries: Queries = {
      run: (text, params, options) => {
        if (!gathering) return this.run(text, params, options);
        const deadlineMs = options?.deadlineMs ?? this.#deadlineMs;
        return this.#call(text, params, options, deadlineMs, (call) => calls.push(call));
      },
    };
    const result = work(queries);
    gathering = false;
    if (calls.length > 0) this.#pool.acquire(new Convoy(this, calls));
    return result;
  }

  #call(
    text: string,
    params: readonly unknown[],
    options: RunOptions | undefined,
    deadlineMs: number,
    send: (call: Call) => void,
  ): Promise<Rows> {
    this.#statements += 1;
    const prepared = this.#prepare && options?.prepared !== false;
    const short = options?.short === true;
    return new Promise((resolve, reject) => {
      send(new Call(this, text, params, { prepared, short }, deadlineMs, resolve, reject));
    });
  }

  async transaction<T>(work: (tx: Queries) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const until = performance.now() + (options.deadlineMs ?? this.#deadlineMs);
    for (let triesLeft = 2; ; triesLeft -= 1) {
      try {
        return await this.#tryTransaction(work, options, until);
      } catch (error) {
        this.noticeFailure(error);
        if (!isPassing(error)) throw error;
        if (triesLeft === 0 || performance.now() > until) throw new DatabaseUnavailable(error);
      }
    }
  }

  async ping(deadlineMs: number): Promise<void> {
    await this.run('select 1', [], { deadlineMs });
  }

  close(graceMs = 1_000): Promise<void> {
    return this.#pool.close(graceMs);
  }

  stats(): DatabaseStats {
    return { ...this.#pool.figures, statements: this.#statements, expired: this.#expired };
  }

  release(connection: Connection): void {
    this.#pool.release(connection);
  }

  /** What still hangs after a moment is thrown away, and with it the trust in all other connections. */
  async abandon(connection: Connection, last: () => Promise<unknown>): Promise<void> {
    this.#expired += 1;
    const hang = setTimeout(() => {
      connection.destroy('it did not answer in time');
      this.#pool.renew();
    }, cancelGraceMs);
    await connection.cancel();
    await last();
    clearTimeout(hang);
    this.#pool.release(connection);
  }

  expiredWaiting(): void {
    this.#expired += 1;
  }

  noticeFailure(failure: unknown): void {
    if (isReadOnly(failure)) this.#pool.renew();
  }

  async #tryTransaction<T>(
    work: (tx: Queries) => Promise<T>,
    options: TransactionOptions,
    until: number,
  ): Promise<T> {
    const connection = await new Promise<Connection>((resolve, reject) => {
      this.#pool.acquire(new Reservation(this, until - performance.now(), resolve, reject));
    });
    const tellServer = !this.#prepare || until - performance.now() > statementTimeoutMs;
    const transaction = new Transaction(connection, this.#prepare, options, until, tellServer);
    const outcome = await transaction.perform(work);
    if (outcome.state === 'over') this.release(connection);
    else void this.abandon(connection, () => transaction.rollBack());
    if ('error' in outcome) throw outcome.error;
    return outcome.result;
  }
}

/** A transaction pooler refuses unknown settings at the start; these few every one of them knows. */
function sessionSettings(applicationName: string, direct: boolean): Record<string, string> {
  const everywhere = { application_name: applicationName, TimeZone: 'UTC', DateStyle: 'ISO' };
  if (!direct) return everywhere;
  return {
    ...everywhere,
    statement_timeout: String(statementTimeoutMs),
    lock_timeout: String(lockTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMs),
  };
}

/** One line when the database is lost, not one for each attempt. */
function reportOnce(log: Pick<DatabaseLog, 'warn'>): (cause: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (cause) => {
    if (performance.now() - reportedAt < 10_000) return;
    reportedAt = performance.now();
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
    log.warn({ code, reason: reasonOf(cause) }, 'the database cannot be reached');
  };
}
