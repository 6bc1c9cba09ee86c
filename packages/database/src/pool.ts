import type { DatabaseAddress } from './address.ts';
import { ConnectionShares } from './connection-shares.ts';
import { DatabaseUnavailable } from './errors.ts';
import { databaseFailure, isPassing, isReadOnly, isStalePrepared } from './failures.ts';
import { HostClient, wasNotSent } from './host-client.ts';

export interface PoolOptions {
  readonly address: DatabaseAddress;
  readonly max: number;
  readonly prepare: boolean;
  readonly session: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
  readonly lifetimeMs: number;
  /** How long a queued query waits while no server can be reached, so that a short restart is not noticed. */
  readonly acquireTimeoutMs: number;
  /** After how long the server itself ends a statement. */
  readonly statementTimeoutMs: number;
  readonly onUnreachable: (cause: unknown) => void;
  readonly onReachable: () => void;
  /** Whose share of the connections what is being asked for counts in; undefined: nobody's. */
  readonly shareOf?: (() => string | undefined) | undefined;
}

export interface DatabaseStats {
  /** Connections at most, those that are open, and those of them that nothing runs on. */
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  /** Queued queries. */
  readonly waiting: number;
  /** Since the start. */
  readonly statements: number;
  readonly expired: number;
}

/** A query that waits for a client. */
interface Queued {
  readonly since: number;
  readonly share: string | undefined;
  resolve(client: HostClient): void;
  reject(cause: unknown): void;
}

/** How much longer than its deadline a query that had to queue may take to tell its own outcome. */
const graceMsMax = 400;
const graceShare = 0.16;
/** What has no answer for so long after its deadline has a connection that hangs. */
const hangMs = 500;
const pauseMsMax = 500;
/** A client that did not last so long is replaced after a pause. */
const shortLifeMs = 1_000;

/**
 * A queue before postgres.js's own pool: never more in flight than it has connections, so that nothing waits, or
 * goes past its deadline, inside it. The client is replaced, after a shared and growing pause, at the first thing
 * wrong with it.
 */
export class Pool {
  readonly options: PoolOptions;
  readonly #queue = new Set<Queued>();
  readonly #clients = new Set<HostClient>();
  #client: HostClient | undefined;
  #inFlight = 0;
  readonly #shares: ConnectionShares;
  #opening = false;
  #pause: NodeJS.Timeout | undefined;
  #failures = 0;
  #lastCause: unknown;
  #hostIndex = 0;
  #closed = false;
  #onDrained: (() => void) | undefined;
  #expired = 0;
  /** Lone statements since the start. */
  statements = 0;

  constructor(options: PoolOptions) {
    this.options = options;
    this.#shares = new ConnectionShares(options.max);
  }

  get stats(): DatabaseStats {
    const usable = this.#client?.invalid === false ? this.#client : undefined;
    return {
      size: this.options.max,
      open: usable?.opened ?? 0,
      idle: usable?.idle ?? 0,
      waiting: this.#queue.size,
      statements: this.statements,
      expired: this.#expired,
    };
  }

  /**
   * Gives `send` a client when it is its turn. Rejects with DatabaseUnavailable when there is none in time or no answer
   * soon after the deadline; its place is taken until the answer is there, or its connection is given up. No cancel
   * is sent, which could hit the next statement: the server ends a statement by its own limit. What surely was not
   * sent is sent again; a lone statement whose preparation was lost, or that was the victim of a deadlock, once.
   * `deadlineMs` from now.
   */
  async perform<T>(
    send: (client: HostClient) => Promise<T>,
    deadlineMs: number,
    { alone }: { readonly alone: boolean },
  ): Promise<T> {
    const since = performance.now();
    for (let again = true; ; ) {
      const share = this.options.shareOf?.();
      // A moment later in any case: only then is known in which form rows are wanted.
      const client = await (this.#take(share) ?? this.#acquire(since + deadlineMs, share));
      const sentAt = performance.now();
      try {
        const graceMs = alone ? Math.min(sentAt - since, graceMsMax, deadlineMs * graceShare) : graceMsMax;
        const lateAt = since + deadlineMs + graceMs;
        const endsAt = alone ? Math.max(lateAt, sentAt + this.options.statementTimeoutMs) : lateAt;
        return await this.#answered(client, send(client), lateAt, endsAt + hangMs, share);
      } catch (error) {
        if (wasNotSent(error) && performance.now() < since + deadlineMs) continue;
        const failure = databaseFailure(error);
        if (!alone || !isPassing(failure)) throw failure;
        if (!again) throw new DatabaseUnavailable(failure);
        again = false;
      }
    }
  }

  /** Lets what is in flight and queued end for `graceMs`, refuses what is new, then closes every connection. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    if (this.#inFlight > 0 || this.#queue.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, graceMs);
        this.#onDrained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    clearTimeout(this.#pause);
    this.#refuse(Number.POSITIVE_INFINITY, closedError());
    const clients = [...this.#clients];
    for (const client of clients) client.invalidate();
    await Promise.all(clients.map((client) => client.sql.end({ timeout: 0.5 })));
    for (const client of clients) client.destroy('the database is closed');
  }

  /** A client at once, unless others wait for one, or the share is used up. */
  #take(share: string | undefined): HostClient | undefined {
    if (this.#closed || this.#queue.size > 0 || this.#inFlight >= this.options.max) return undefined;
    const client = this.#shares.isUsedUp(share) ? undefined : this.#usable();
    if (!client) return undefined;
    this.#inFlight += 1;
    this.#shares.count(share, 1);
    return client.use();
  }

  #acquire(until: number, share: string | undefined): Promise<HostClient> {
    const { promise, resolve, reject } = Promise.withResolvers<HostClient>();
    const leave = () => {
      clearTimeout(timer);
      this.#queue.delete(queued);
    };
    const queued: Queued = {
      since: performance.now(),
      share,
      resolve: (client) => {
        leave();
        resolve(client);
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
    const timer = setTimeout(expire, Math.max(0, until - performance.now()));
    if (this.#closed) {
      queued.reject(closedError());
    } else {
      this.#queue.add(queued);
      this.#pump();
    }
    return promise;
  }

  #answered<T>(
    client: HostClient,
    answer: Promise<T>,
    lateAt: number,
    hungAt: number,
    share: string | undefined,
  ): Promise<T> {
    let inFlight = true;
    const free = () => {
      clearTimeout(timer);
      if (!inFlight) return;
      inFlight = false;
      this.#inFlight -= 1;
      this.#shares.count(share, -1);
      client.release();
      this.#forget(client);
      this.#pump();
      this.#noticeDrained();
    };
    let timer: NodeJS.Timeout;
    return new Promise((resolve, reject) => {
      const hang = () => {
        client.invalidate();
        free();
      };
      const late = () => {
        this.#expired += 1;
        reject(new DatabaseUnavailable(new Error('the database did not answer within the deadline')));
        timer = setTimeout(hang, Math.max(0, hungAt - performance.now()));
      };
      timer = setTimeout(late, Math.max(0, lateAt - performance.now()));
      answer.then(
        (value) => {
          free();
          resolve(value);
        },
        (error: unknown) => {
          // First, for what is freed is given to the next one at once.
          if (needsAnother(error)) client.invalidate();
          free();
          reject(error);
        },
      );
    });
  }

  /**
   * Hands out the client as long as there are places, first come first served. What counts in a share that is used up
   * lets the others pass (resource exhaustion).
   */
  #pump(): void {
    for (const queued of this.#queue) {
      const { share } = queued;
      if (this.#shares.isUsedUp(share)) continue;
      const client = this.#inFlight < this.options.max ? this.#usable() : undefined;
      if (!client) return;
      this.#inFlight += 1;
      this.#shares.count(share, 1);
      queued.resolve(client.use());
    }
  }

  #usable(): HostClient | undefined {
    const client = this.#client;
    if (client && !client.invalid) {
      if (performance.now() < client.retireAt) return client;
      client.invalidate();
    }
    if (!this.#opening && !this.#pause) void this.#open();
    return undefined;
  }

  async #open(): Promise<void> {
    this.#opening = true;
    try {
      const client = await this.#openAnyHost();
      this.#client = client;
      this.#clients.add(client);
      // Nobody is left who would close it.
      if (this.#closed && this.#inFlight === 0 && this.#queue.size === 0)
        client.destroy('the database is closed');
      client.whenInvalid(() => this.#replace(client));
      if (this.#lastCause !== undefined) this.options.onReachable();
      this.#lastCause = undefined;
    } catch (cause) {
      this.#lastCause = cause;
      this.options.onUnreachable(cause);
      this.#failures += 1;
      this.#refuseImpatient();
      this.#pauseThenPump();
    }
    this.#opening = false;
    this.#pump();
  }

  /** Tries the hosts in turn, beginning with the one that worked last. */
  async #openAnyHost(): Promise<HostClient> {
    const { address, ...options } = this.options;
    let cause: unknown;
    for (const _ of address.hosts) {
      const host = address.hosts[this.#hostIndex % address.hosts.length];
      if (!host) break;
      try {
        return await HostClient.open({ ...options, address, host });
      } catch (error) {
        cause = error;
        this.#hostIndex += 1;
      }
    }
    throw cause;
  }

  #replace(client: HostClient): void {
    this.#client = undefined;
    this.#forget(client);
    const shortLived = performance.now() - client.openedAt < shortLifeMs;
    this.#failures = shortLived ? this.#failures + 1 : 0;
    if (this.#failures > 1) this.#pauseThenPump();
  }

  #forget(client: HostClient): void {
    if (client.ended) this.#clients.delete(client);
  }

  #pauseThenPump(): void {
    this.#pause ??= setTimeout(
      () => {
        this.#pause = undefined;
        this.#refuseImpatient();
        this.#pump();
      },
      Math.min(50 * 2 ** Math.min(this.#failures, 4), pauseMsMax),
    );
  }

  #refuseImpatient(): void {
    if (this.#lastCause === undefined) return;
    this.#refuse(performance.now() - this.options.acquireTimeoutMs, this.#lastCause);
  }

  /** Refuses what has been queued since before `before`. */
  #refuse(before: number, cause: unknown): void {
    for (const queued of this.#queue) if (queued.since <= before) queued.reject(cause);
  }

  #noticeDrained(): void {
    if (this.#inFlight === 0 && this.#queue.size === 0) this.#onDrained?.();
  }
}

/** Whether what failed says that the client's connections are of no more use. */
function needsAnother(error: unknown): boolean {
  if (wasNotSent(error)) return true;
  const failure = databaseFailure(error);
  return isStalePrepared(failure) || isReadOnly(failure);
}

const closedError = (): Error => new Error('the database is closed');
