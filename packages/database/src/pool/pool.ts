import { DatabaseUnavailable } from '../errors.ts';
import { databaseFailure, isPassing, isReadOnly, isStalePrepared } from '../failures.ts';
import { ConnectionShares, type Loan } from './connection-shares.ts';
import { CurrentClient, type CurrentClientOptions } from './current-client.ts';
import { type Deadline, Deadlines } from './deadlines.ts';
import { type HostConnection, wasNotSent } from './host-client.ts';

export interface PoolOptions extends CurrentClientOptions {
  /** Maximum number of connections. */
  readonly max: number;
  /** How long a statement waits while the server is unreachable, so that a short restart is not noticed. */
  readonly acquireTimeoutMs: number;
  /** Default deadline of a statement or a transaction. */
  readonly deadlineMs: number;
  /** The server itself ends a statement after this time. */
  readonly statementTimeoutMs: number;
}

export interface DatabaseStats {
  /** The maximum number of connections, the open ones, and the idle ones among them. */
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  /** Queued statements. */
  readonly waiting: number;
  /** Since the start. */
  readonly statements: number;
  readonly expired: number;
}

export interface Asker {
  readonly share?: string | undefined;
  /** Default deadline of its statements; the pool's if undefined. */
  readonly deadlineMs?: number | undefined;
}

/** How a statement, or a transaction, uses a connection. */
export interface Usage {
  /** From now, in ms. */
  readonly deadlineMs: number;
  /** One statement, and no transaction. */
  readonly isAlone: boolean;
  /** A lone statement that only reads: it may follow others of its share on their connection. */
  readonly isRead: boolean;
  readonly share: string | undefined;
}

/** A statement that waits for a connection. */
interface Queued {
  readonly since: number;
  readonly usage: Usage;
  resolve(loan: Loan): void;
  reject(cause: unknown): void;
}

/** A statement that had to queue may exceed its deadline by this much, to report its outcome. */
const graceMsMax = 400;
const graceShare = 0.16;
/** Without an answer this long after the deadline, the connection hangs. */
const hangMs = 500;

/** A pool of connections and its queue. No statement waits, or misses its deadline, inside postgres.js. */
export class Pool {
  readonly options: PoolOptions;
  readonly #current: CurrentClient;
  readonly #shares: ConnectionShares;
  /** Not a Set: V8 keeps the outgrown tables of a Set, with their entries, until the next full collection. */
  #queue: readonly Queued[] = [];
  readonly #deadlines = new Deadlines();
  #closed = false;
  #onDrained: (() => void) | undefined;
  #expired = 0;
  /** Lone statements since the start. */
  statements = 0;
  /** The shared client that is being asked for statements. */
  asking: Asker | undefined;

  constructor(options: PoolOptions) {
    this.options = options;
    this.#shares = new ConnectionShares(options.max);
    this.#current = new CurrentClient(options, () => {
      const { lastCause } = this.#current;
      if (lastCause !== undefined) this.#refuse(performance.now() - options.acquireTimeoutMs, lastCause);
      this.#pump();
    });
  }

  get stats(): DatabaseStats {
    return {
      ...this.#current.stats,
      size: this.options.max,
      waiting: this.#queue.length,
      statements: this.statements,
      expired: this.#expired,
    };
  }

  /**
   * Gives `send` a connection when its turn comes. Rejects with DatabaseUnavailable when there is none in time, or no
   * answer soon after the deadline; its slot stays taken until the answer arrives or its connection is given up. No
   * cancel is sent, because it could hit the next statement: the server's own limit ends a statement. A statement
   * that was certainly not sent is sent again; a lone one whose preparation was lost, or that was the victim of a
   * deadlock, once.
   */
  async perform<T>(send: (connection: HostConnection) => Promise<T>, usage: Usage): Promise<T> {
    const { deadlineMs, isAlone } = usage;
    const since = performance.now();
    for (let again = true; ; ) {
      const atOnce = this.#queue.length === 0 && !this.#closed ? this.#take(usage) : undefined;
      // Always asynchronous: the wanted form of the rows is known only then.
      const loan = await (atOnce ?? this.#acquire(since + deadlineMs, usage));
      const sentAt = performance.now();
      try {
        const graceMs = isAlone ? Math.min(sentAt - since, graceMsMax, deadlineMs * graceShare) : graceMsMax;
        const lateAt = since + deadlineMs + graceMs;
        const endsAt = isAlone ? Math.max(lateAt, sentAt + this.options.statementTimeoutMs) : lateAt;
        return await this.#answered(loan, send(loan.connection), lateAt, endsAt + hangMs);
      } catch (error) {
        if (wasNotSent(error) && performance.now() < since + deadlineMs) continue;
        const failure = databaseFailure(error);
        if (!isAlone || !isPassing(failure)) throw failure;
        if (!again) throw new DatabaseUnavailable(failure);
        again = false;
      }
    }
  }

  /** Calls `ask`; the statements that it sends synchronously are those of `asker`. */
  ask<T>(asker: Asker, ask: () => T): T {
    this.asking = asker;
    try {
      return ask();
    } finally {
      this.asking = undefined;
    }
  }

  /** Refuses new statements, gives queued ones and those in flight `graceMs`, then closes every connection. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    if (this.#shares.lent > 0 || this.#queue.length > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        this.#onDrained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#refuse(Number.POSITIVE_INFINITY, closedError());
    await this.#current.close();
  }

  /**
   * A connection, while the pool and the share have free slots (resource exhaustion). A read that finds none follows
   * others of its share: it could not run earlier in any case, and this saves a context switch here and on the server.
   */
  #take(usage: Usage, mayFollow = true): Loan | undefined {
    const follows = mayFollow && usage.isRead;
    const loan = this.#lend(usage) ?? (follows ? this.#shares.withRoom(usage.share) : undefined);
    if (loan) loan.statements += 1;
    return loan;
  }

  #lend({ share, isRead }: Usage): Loan | undefined {
    if (this.#shares.lent >= this.options.max || this.#shares.isUsedUp(share)) return undefined;
    const client = this.#current.get();
    if (!client) return undefined;
    const connection = client.use();
    const loan = { connection, share, forReads: isRead, statements: 0, answeredAt: performance.now() };
    this.#shares.add(loan);
    return loan;
  }

  #acquire(until: number, usage: Usage): Promise<Loan> {
    const { promise, resolve, reject } = Promise.withResolvers<Loan>();
    const leave = () => {
      this.#deadlines.remove(expiry);
      this.#queue = this.#queue.filter((other) => other !== queued);
    };
    const queued: Queued = {
      since: performance.now(),
      usage,
      resolve: (loan) => {
        leave();
        resolve(loan);
      },
      reject: (cause) => {
        leave();
        reject(new DatabaseUnavailable(cause));
        this.#noticeDrained();
      },
    };
    const expire = () => {
      this.#expired += 1;
      queued.reject(new Error('no connection was free within the deadline'));
    };
    const expiry = { at: until, pass: expire };
    this.#deadlines.add(expiry);
    if (this.#closed) {
      queued.reject(closedError());
    } else {
      this.#queue = [...this.#queue, queued];
      this.#pump();
    }
    return promise;
  }

  #answered<T>(loan: Loan, answer: Promise<T>, lateAt: number, hungAt: number): Promise<T> {
    let inFlight = true;
    const free = () => {
      this.#deadlines.remove(deadline);
      if (!inFlight) return;
      inFlight = false;
      this.#giveBack(loan);
    };
    let deadline: Deadline;
    const at = (moment: number, pass: () => void) => {
      deadline = { at: moment, pass };
      this.#deadlines.add(deadline);
    };
    return new Promise((resolve, reject) => {
      const hang = () => {
        // The server has as long for each of the reads on a connection.
        const hungSinceAt = loan.answeredAt + this.options.statementTimeoutMs + hangMs;
        if (loan.forReads && performance.now() < hungSinceAt) return at(hungSinceAt, hang);
        loan.connection.client.invalidate();
        free();
      };
      at(lateAt, () => {
        this.#expired += 1;
        reject(new DatabaseUnavailable(new Error('the database did not answer within the deadline')));
        at(hungAt, hang);
      });
      answer.then(
        (value) => {
          free();
          resolve(value);
        },
        (error: unknown) => {
          // First, because a freed slot is given to the next statement at once.
          if (needsAnother(error)) loan.connection.client.invalidate();
          free();
          reject(error);
        },
      );
    });
  }

  #giveBack(loan: Loan): void {
    loan.statements -= 1;
    loan.answeredAt = performance.now();
    if (loan.statements === 0) {
      this.#shares.remove(loan);
      this.#current.release(loan.connection);
    }
    this.#pump();
    this.#noticeDrained();
  }

  /**
   * First come, first served; but a statement that waits for its share lets the others pass. While one waits, no read
   * after it follows others, so that a busy share gives its connections back, to another share or to its own writes.
   */
  #pump(): void {
    let oneWaits = false;
    for (const queued of this.#queue) {
      const loan = this.#take(queued.usage, !oneWaits);
      if (loan) queued.resolve(loan);
      else if (this.#shares.lent >= this.options.max) return;
      else oneWaits = true;
    }
  }

  /** Refuses statements queued before `before`. */
  #refuse(before: number, cause: unknown): void {
    for (const queued of this.#queue) if (queued.since <= before) queued.reject(cause);
  }

  #noticeDrained(): void {
    if (this.#shares.lent === 0 && this.#queue.length === 0) this.#onDrained?.();
  }
}

/** Whether the failure means that the client's connections are unusable. */
function needsAnother(error: unknown): boolean {
  if (wasNotSent(error)) return true;
  const failure = databaseFailure(error);
  return isStalePrepared(failure) || isReadOnly(failure);
}

const closedError = (): Error => new Error('the database is closed');
