import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, reasonOf } from '../failures.ts';
import type { DatabaseLog } from '../log.ts';
import { Connection, type ConnectionOptions } from './connection.ts';

export interface ConnectionsOptions extends ConnectionOptions {
  readonly max: number;
  /** Connections are replaced after one to two times this. */
  readonly lifetimeMs: number;
  readonly log: DatabaseLog;
}

/** One share of ten connections leaves most to the others. */
const connectionShare = 0.4;
/** Reads in flight on one connection: enough to keep the server busy, and few when the connection is lost. */
const readsMax = 8;
const pauseMsMax = 500;
/** Faults that follow each other within this time lengthen the pause. */
const shortLifeMs = 1_000;
/** One line per outage, not one per attempt. */
const toldEveryMs = 10_000;

/**
 * The connections: which are lent, and to which share. The one used last is used first. The first fault of one
 * replaces all, after a pause that all callers share; unless the server only has no room for one more.
 */
export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #onChange: () => void;
  readonly #shareMax: number;
  #lent: Connection[] = [];
  #idle: Connection[] = [];
  /** `performance.now()` after which all are replaced; spread, so that processes do not reconnect all at once. */
  #retireAt = 0;
  #server: 'unknown' | 'tried' | 'reachable' = 'unknown';
  #faults = 0;
  #faultAt = Number.NEGATIVE_INFINITY;
  #toldAt = Number.NEGATIVE_INFINITY;
  #pause: NodeJS.Timeout | undefined;
  /** Why the server cannot be reached; undefined while it can. */
  lastCause: unknown;

  /** Calls `onChange` when the server was reached, and when the pause after a fault is over. */
  constructor(options: ConnectionsOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#shareMax = Math.max(1, Math.floor(options.max * connectionShare));
  }

  get stats(): { readonly open: number; readonly idle: number } {
    const idle = this.#idle.length;
    return { open: idle + this.#lent.filter(({ isOver }) => !isOver).length, idle };
  }

  /** Undefined while all, or the share's two fifths (resource exhaustion), are lent, or the server is not reachable. */
  lend(share: string | undefined, forReads: boolean): Connection | undefined {
    const ofShare = this.#lent.filter((lent) => lent.share === share).length;
    const isUsedUp = share !== undefined && ofShare >= this.#shareMax;
    if (isUsedUp || this.#lent.length >= this.#options.max) return undefined;
    if (performance.now() > this.#retireAt) this.#replace();
    const connection = this.#idle.pop() ?? this.#open();
    if (!connection) return undefined;
    this.#lent.push(connection);
    return Object.assign(connection, { share, forReads, statements: 1, answeredAt: performance.now() });
  }

  /** Of the share's connections with reads, the one with the fewest, unless all are full. */
  follow(share: string): Connection | undefined {
    const [best] = this.#lent
      .filter((lent) => lent.forReads && lent.share === share && !lent.isOver)
      .filter(({ statements }) => statements < readsMax)
      .sort((one, other) => one.statements - other.statements);
    if (best) best.statements += 1;
    return best;
  }

  giveBack(connection: Connection): void {
    connection.statements -= 1;
    connection.answeredAt = performance.now();
    if (connection.statements > 0) return;
    this.#lent.splice(this.#lent.indexOf(connection), 1);
    if (connection.isOver) void connection.end(0.5);
    else this.#idle.push(connection);
  }

  /** Statements in flight have `graceSeconds` to end. */
  async close(graceSeconds: number): Promise<void> {
    clearTimeout(this.#pause);
    const all = [...this.#idle, ...this.#lent];
    // Statements of a connection that is still opening are in flight, too.
    const opened = Promise.allSettled(all.map((connection) => connection.opened));
    await Promise.race([opened, sleep(1_000 * graceSeconds, undefined, { ref: false })]);
    await Promise.all(all.map((connection) => connection.end(graceSeconds)));
  }

  /** At a server that is not known to be reachable, one alone tries. */
  #open(): Connection | undefined {
    if (this.#pause || this.#server === 'tried') return undefined;
    if (this.#server === 'unknown') this.#server = 'tried';
    const connection = new Connection(this.#options, (cause) => {
      // The others serve those that wait.
      if (codeOf(cause) === '53300' && this.stats.open > 0) this.#rest(pauseMsMax);
      else this.#fail();
    });
    connection.opened.then(
      () => {
        if (connection.isOver) return;
        this.#server = 'reachable';
        if (this.lastCause !== undefined) this.#options.log.info({}, 'the database is back');
        this.lastCause = undefined;
        this.#onChange();
      },
      (cause: unknown) => {
        if (this.#server !== 'reachable') this.lastCause = cause;
        if (performance.now() - this.#toldAt < toldEveryMs) return;
        this.#toldAt = performance.now();
        const fields = { code: codeOf(cause), reason: reasonOf(cause) };
        this.#options.log.warn(fields, 'the database cannot be reached');
      },
    );
    return connection;
  }

  #fail(): void {
    const now = performance.now();
    const isOneOfMany = this.#server !== 'reachable' || now - this.#faultAt < shortLifeMs;
    this.#faults = isOneOfMany ? this.#faults + 1 : 0;
    this.#faultAt = now;
    this.#replace();
    this.#rest(this.#faults && Math.min(50 * 2 ** Math.min(this.#faults, 4), pauseMsMax));
  }

  /** Opens none for this time. */
  #rest(pauseMs: number): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#onChange();
    }, pauseMs);
  }

  #replace(): void {
    for (const connection of this.#lent) connection.isOver = true;
    for (const connection of this.#idle) void connection.end(0.5);
    this.#idle = [];
    this.#server = 'unknown';
    this.#retireAt = performance.now() + this.#options.lifetimeMs * (1 + Math.random());
  }
}
