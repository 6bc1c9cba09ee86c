import { codeOf, DatabaseUnavailable, isPassing, isStalePrepared } from '../failures.ts';
import { type Connection, NotConnected } from './connection.ts';
import { Connections, type ConnectionsOptions } from './connections.ts';

export interface PoolOptions extends ConnectionsOptions {
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
  readonly waiting: number;
  /** Since the start. */
  readonly statements: number;
  readonly expired: number;
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

interface Queued extends PromiseWithResolvers<Connection> {
  readonly since: number;
  readonly usage: Usage;
}

/** How long a statement waits while the server is unreachable, so that a short restart is not noticed. */
const acquireMsMax = 1_000;
/** A statement that had to queue may exceed its deadline by this much, to report its outcome. */
const graceMsMax = 400;
const graceShare = 0.16;
/** Without an answer this long after the deadline, the connection hangs. */
const hangMs = 500;

/** A queue for the connections. No statement waits, or misses its deadline, inside postgres.js. */
export class Pool {
  readonly options: PoolOptions;
  readonly #connections: Connections;
  /** Not a Set: V8 keeps the outgrown tables of a Set, with their entries, until the next full collection. */
  #queue: readonly Queued[] = [];
  #closed = false;
  #expired = 0;
  /** Lone statements since the start. */
  statements = 0;

  constructor(options: PoolOptions) {
    this.options = options;
    this.#connections = new Connections(options, () => {
      const { lastCause } = this.#connections;
      const acquireMs = Math.min(acquireMsMax, options.deadlineMs);
      if (lastCause !== undefined) this.#refuse(performance.now() - acquireMs, lastCause);
      this.#pump();
    });
  }

  get stats(): DatabaseStats {
    return {
      ...this.#connections.stats,
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
   * deadlock, once, and such a transaction twice.
   */
  async perform<T>(send: (connection: Connection) => Promise<T>, usage: Usage): Promise<T> {
    const { deadlineMs, isAlone } = usage;
    const since = performance.now();
    for (let triesLeft = isAlone ? 1 : 2; ; ) {
      const atOnce = this.#queue.length === 0 && !this.#closed ? this.#take(usage) : undefined;
      const connection = atOnce ?? (await this.#acquire(since, usage));
      const sentAt = performance.now();
      const graceMs = isAlone ? Math.min(sentAt - since, graceMsMax, deadlineMs * graceShare) : graceMsMax;
      const lateAt = since + deadlineMs + graceMs;
      const endsAt = isAlone ? Math.max(lateAt, sentAt + this.options.statementTimeoutMs) : lateAt;
      const answer = connection.opened.then(() => send(connection));
      try {
        return await this.#answered(connection, answer, lateAt, endsAt + hangMs);
      } catch (error) {
        const isInTime = performance.now() < since + deadlineMs;
        if (error instanceof NotConnected && isInTime) continue;
        if (!isPassing(error)) throw error;
        if (triesLeft === 0 || !isInTime) throw new DatabaseUnavailable(error);
        triesLeft -= 1;
      }
    }
  }

  /** Refuses new and queued statements, gives those in flight `graceMs`, then closes every connection. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    this.#refuse(Number.POSITIVE_INFINITY, unavailable('the database is closed'));
    await this.#connections.close(graceMs / 1_000);
  }

  /**
   * A connection, if one is free. A read that finds none follows others of its share: it could not run earlier in any
   * case, and this saves a context switch here and on the server.
   */
  #take({ share, isRead }: Usage, mayFollow = true): Connection | undefined {
    const free = this.#connections.lend(share, isRead);
    if (free || !isRead || !mayFollow || share === undefined) return free;
    return this.#connections.follow(share);
  }

  async #acquire(since: number, usage: Usage): Promise<Connection> {
    if (this.#closed) throw unavailable('the database is closed');
    const queued: Queued = { since, usage, ...Promise.withResolvers<Connection>() };
    const cancel = atMoment(since + usage.deadlineMs, () => {
      this.#expired += 1;
      this.#queue = this.#queue.filter((other) => other !== queued);
      queued.reject(unavailable('no connection was free within the deadline'));
    });
    this.#queue = [...this.#queue, queued];
    this.#pump();
    try {
      return await queued.promise;
    } finally {
      cancel();
    }
  }

  #answered<T>(connection: Connection, answer: Promise<T>, lateAt: number, hungAt: number): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let isFree = false;
    const free = () => {
      if (isFree) return;
      isFree = true;
      cancel();
      this.#connections.giveBack(connection);
      this.#pump();
    };
    const hang = () => {
      // The server has as long for each of the reads on a connection.
      const readsHangAt = connection.answeredAt + this.options.statementTimeoutMs + hangMs;
      if (connection.forReads && !connection.isOver && performance.now() < readsHangAt) {
        cancel = atMoment(readsHangAt, hang);
      } else {
        connection.lose();
        free();
      }
    };
    let cancel = atMoment(lateAt, () => {
      this.#expired += 1;
      reject(unavailable('the database did not answer within the deadline'));
      cancel = atMoment(hungAt, hang);
    });
    answer.then(resolve, (error: unknown) => {
      // First, because a freed slot is given to the next statement at once. In place of a server that has become
      // read-only, a new connection may find one that takes writes.
      if (isStalePrepared(error) || codeOf(error) === '25006') connection.lose();
      reject(error);
    });
    answer.then(free, free);
    return promise;
  }

  /**
   * First come, first served; but a statement that waits for its share lets the others pass. While one waits, no read
   * after it follows others, so that a busy share gives its connections back, to another share or to its own writes.
   */
  #pump(): void {
    let oneWaits = false;
    this.#queue = this.#queue.filter(({ usage, resolve }) => {
      const connection = this.#take(usage, !oneWaits);
      if (connection) resolve(connection);
      else oneWaits = true;
      return !connection;
    });
  }

  /** Refuses statements queued before `before`. */
  #refuse(before: number, cause: unknown): void {
    const refused = this.#queue.filter(({ since }) => since <= before);
    this.#queue = this.#queue.filter(({ since }) => since > before);
    for (const { reject } of refused) reject(cause);
  }
}

/**
 * Calls `pass` then, and returns how to cancel that. After a pause of the process (garbage collection, a full machine),
 * the answers that have arrived meanwhile are not late: Node runs due timers before it reads from sockets, and
 * `setImmediate` after.
 */
function atMoment(at: number, pass: () => void): () => void {
  let cancelled = false;
  const waitMs = Math.max(0, at - performance.now());
  const timer = setTimeout(() => setImmediate(() => cancelled || pass()), waitMs);
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}

const unavailable = (why: string): DatabaseUnavailable => new DatabaseUnavailable(new Error(why));
