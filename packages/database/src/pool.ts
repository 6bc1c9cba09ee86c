import type { DatabaseAddress } from './address.ts';
import { Connection } from './connection.ts';

/** Somebody who needs a connection. */
export interface Waiter {
  readonly since: number;
  /** Set when it has been served, refused or has given up. */
  done: boolean;
  /** With others of its kind that wait, too, it may be sent on one connection, one behind the other. */
  readonly together?: ((others: readonly Waiter[]) => Waiter) | undefined;
  serve(connection: Connection): void;
  refuse(cause: unknown): void;
}

export interface PoolOptions {
  readonly address: DatabaseAddress;
  readonly size: number;
  readonly prepare: boolean;
  readonly session: Readonly<Record<string, string>>;
  readonly connectTimeoutMs: number;
  /** How long one waits while no server can be reached, so that a short restart is not noticed. */
  readonly patienceMs: number;
  readonly onUnreachable: (cause: unknown) => void;
  readonly onReachable: () => void;
}

/** So many that wait are sent together at most. */
const togetherMax = 8;

/** Connections, opened when needed, handed out one waiter at a time, first come first served. */
export class Pool {
  readonly #options: PoolOptions;
  readonly #all = new Set<Connection>();
  /** The one used last is used next: few connections stay warm, the others may age. */
  readonly #idle: Connection[] = [];
  #waiting: Waiter[] = [];
  #opening = 0;
  #failures = 0;
  #lastCause: unknown;
  #retryTimer: NodeJS.Timeout | undefined;
  #hostIndex = 0;
  #round = 0;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  acquire(waiter: Waiter): void {
    const connection = this.#idle.pop();
    if (this.#closed) refuse(waiter, new Error('the database is closed'));
    else if (connection) serve(waiter, connection);
    else {
      this.#waiting.push(waiter);
      this.#grow();
    }
  }

  release(connection: Connection): void {
    if (connection.closed) return;
    const usable = connection.round === this.#round && performance.now() < connection.retireAt;
    const waiter = usable ? this.#nextWaiter() : undefined;
    if (waiter) {
      serve(waiter, connection);
    } else if (usable && !this.#closed) {
      this.#idle.push(connection);
    } else {
      this.#forget(connection);
      void connection.end();
    }
  }

  /** Uses none of the present connections again: one of them showed that the server behind them is gone. */
  renew(): void {
    this.#round += 1;
    for (const connection of this.#idle.splice(0)) connection.destroy('its server no longer serves');
  }

  get figures(): { size: number; open: number; idle: number; waiting: number } {
    let waiting = 0;
    for (const waiter of this.#waiting) if (!waiter.done) waiting += 1;
    return { size: this.#options.size, open: this.#all.size, idle: this.#idle.length, waiting };
  }

  /** Lets what runs end for `graceMs`, refuses who still waits. */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retryTimer);
    const ended = this.#idle.splice(0).map((connection) => connection.end());
    const until = performance.now() + graceMs;
    while (this.#all.size + this.#opening > 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    for (const waiter of this.#waiting.splice(0)) refuse(waiter, new Error('the database is closed'));
    for (const connection of [...this.#all]) connection.destroy('the database is closed');
    await Promise.all(ended);
  }

  #nextWaiter(): Waiter | undefined {
    let waiter = this.#waiting.shift();
    while (waiter?.done) waiter = this.#waiting.shift();
    if (!waiter?.together) return waiter;
    const others: Waiter[] = [];
    // As many for each connection, so that the others of the pool have something to do as well.
    const share = Math.min(togetherMax - 1, Math.floor(this.#waiting.length / Math.max(1, this.#all.size)));
    while (others.length < share && (this.#waiting[0]?.done || this.#waiting[0]?.together)) {
      const other = this.#waiting.shift();
      if (other && !other.done) others.push(other);
    }
    return others.length === 0 ? waiter : waiter.together(others);
  }

  /** Opens as many connections as there are waiters; while no server answers, one attempt at a time. */
  #grow(): void {
    if (this.#closed || this.#retryTimer) return;
    const room = this.#options.size - this.#all.size - this.#opening;
    const most = this.#failures > 0 ? 1 - this.#opening : room;
    const wanted = this.#waiting.length - this.#opening;
    for (let n = Math.min(room, most, wanted); n > 0; n -= 1) {
      this.#opening += 1;
      void this.#open();
    }
  }

  async #open(): Promise<void> {
    try {
      const connection = await this.#openAnyHost();
      this.#opening -= 1;
      if (this.#failures > 0) this.#options.onReachable();
      this.#failures = 0;
      this.release(connection);
    } catch (cause) {
      this.#opening -= 1;
      this.#failures += 1;
      this.#lastCause = cause;
      if (this.#all.size === 0) this.#options.onUnreachable(cause);
      this.#retryLater();
    }
    this.#grow();
  }

  /** Tries the hosts in turn, beginning with the one that worked last. */
  async #openAnyHost(): Promise<Connection> {
    const { address, session, connectTimeoutMs, prepare } = this.#options;
    const round = this.#round;
    let cause: unknown;
    for (const _ of address.hosts) {
      const host = address.hosts[this.#hostIndex % address.hosts.length];
      if (!host) break;
      const index = this.#hostIndex;
      try {
        const connection = await Connection.open({ address, host, connectTimeoutMs, session, prepare });
        connection.round = round;
        this.#all.add(connection);
        connection.onClosed(() => this.#forget(connection));
        return connection;
      } catch (error) {
        cause = error;
        if (this.#hostIndex === index) this.#hostIndex += 1;
      }
    }
    throw cause;
  }

  #retryLater(): void {
    if (this.#closed || this.#retryTimer) return;
    const delayMs = Math.min(50 * 2 ** Math.min(this.#failures, 4), 500);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.#refuseImpatient();
      this.#grow();
    }, delayMs);
    this.#refuseImpatient();
  }

  #refuseImpatient(): void {
    if (this.#all.size > 0) return;
    const before = performance.now() - this.#options.patienceMs;
    const impatient = this.#waiting.filter((waiter) => waiter.since <= before);
    this.#waiting = this.#waiting.filter((waiter) => !waiter.done && waiter.since > before);
    for (const waiter of impatient) refuse(waiter, this.#lastCause);
  }

  #forget(connection: Connection): void {
    if (!this.#all.delete(connection)) return;
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (this.#waiting.length > 0) this.#grow();
  }
}

function serve(waiter: Waiter, connection: Connection): void {
  waiter.done = true;
  waiter.serve(connection);
}

function refuse(waiter: Waiter, cause: unknown): void {
  if (waiter.done) return;
  waiter.done = true;
  waiter.refuse(cause);
}
