import type { Connection, Rows } from './connection.ts';
import { DatabaseUnavailable } from './errors.ts';
import { databaseFailure } from './failures.ts';
import type { Waiter } from './pool.ts';

/** Who lends the connections, as far as those who wait for one need it. */
export interface Lender {
  /** A call settled: its connection is free for the next. */
  release(connection: Connection): void;
  /** After a call's deadline: has the server stop, waits for `last` and frees the connection. */
  abandon(connection: Connection, last: () => Promise<unknown>): Promise<void>;
  /** A deadline passed before there was a connection. */
  expiredWaiting(): void;
  /** A statement failed; its failure may tell that the server no longer serves. */
  noticeFailure(failure: unknown): void;
}

/** One statement, from the queue to its rows. */
export class Call implements Waiter {
  readonly since = performance.now();
  done = false;
  readonly #lender: Lender;
  readonly #text: string;
  readonly #params: readonly unknown[];
  readonly #prepared: boolean;
  readonly together: ((others: readonly Waiter[]) => Waiter) | undefined;
  readonly #resolve: (rows: Rows) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  #connection: Connection | undefined;
  #convoy: Convoy | undefined;
  #answer: Promise<void> | undefined;
  expired = false;

  constructor(
    lender: Lender,
    text: string,
    params: readonly unknown[],
    { prepared, short }: { prepared: boolean; short: boolean },
    deadlineMs: number,
    resolve: (rows: Rows) => void,
    reject: (error: Error) => void,
  ) {
    this.#lender = lender;
    this.#text = text;
    this.#params = params;
    this.#prepared = prepared;
    this.together = short ? (others) => new Convoy(lender, [this, ...(others as Call[])]) : undefined;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(expireCall, deadlineMs, this);
  }

  serve(connection: Connection, convoy?: Convoy): Promise<void> {
    this.#connection = connection;
    this.#convoy = convoy;
    this.#answer = connection.run(this.#text, this.#params, this.#prepared).then(
      (rows) => {
        this.#free(connection);
        this.#resolve(rows);
      },
      (error: unknown) => {
        this.#free(connection);
        const failure = databaseFailure(error);
        this.#lender.noticeFailure(failure);
        this.#reject(failure);
      },
    );
    return this.#answer;
  }

  refuse(cause: unknown): void {
    clearTimeout(this.#timer);
    this.#reject(new DatabaseUnavailable(cause));
  }

  expire(): void {
    this.expired = true;
    this.done = true;
    if (this.#convoy) this.#convoy.expired(this);
    else if (this.#connection) void this.#lender.abandon(this.#connection, async () => this.#answer);
    else this.#lender.expiredWaiting();
    this.#reject(new DatabaseUnavailable(new Error('the database did not answer within the deadline')));
  }

  #free(connection: Connection): void {
    clearTimeout(this.#timer);
    if (this.#convoy) this.#convoy.arrived();
    else if (!this.expired) this.#lender.release(connection);
  }
}

/** Short reads on one connection, one behind the other. It is free when all have arrived. */
export class Convoy implements Waiter {
  readonly since = performance.now();
  done = false;
  readonly #lender: Lender;
  readonly #calls: readonly Call[];
  /** Those that were sent, in order, and how many of them have their answer. */
  #sent: readonly Call[] = [];
  #arrived = 0;
  #connection: Connection | undefined;
  #answers: Promise<unknown> | undefined;
  #abandoned = false;

  constructor(lender: Lender, calls: readonly Call[]) {
    this.#lender = lender;
    this.#calls = calls;
  }

  serve(connection: Connection): void {
    this.#connection = connection;
    // Who has given up waiting is not served any more.
    this.#sent = this.#calls.filter((call) => !call.done);
    if (this.#sent.length === 0) this.#lender.release(connection);
    this.#answers = Promise.all(
      this.#sent.map((call) => {
        call.done = true;
        return call.serve(connection, this);
      }),
    );
  }

  refuse(cause: unknown): void {
    for (const call of this.#calls) call.refuse(cause);
  }

  arrived(): void {
    this.#arrived += 1;
    const next = this.#sent[this.#arrived];
    if (next?.expired) this.#abandon();
    if (!next && !this.#abandoned && this.#connection) this.#lender.release(this.#connection);
  }

  /** One of them did not answer in time. It is given up when it runs: until then another would be hit. */
  expired(call: Call): void {
    if (this.#sent[this.#arrived] === call) this.#abandon();
  }

  #abandon(): void {
    if (this.#abandoned || !this.#connection) return;
    this.#abandoned = true;
    void this.#lender.abandon(this.#connection, async () => void (await this.#answers));
  }
}

const expireCall = (call: Call): void => call.expire();

/** A connection kept for a transaction. */
export class Reservation implements Waiter {
  readonly since = performance.now();
  done = false;
  readonly #resolve: (connection: Connection) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;

  constructor(
    lender: Lender,
    deadlineMs: number,
    resolve: (connection: Connection) => void,
    reject: (error: Error) => void,
  ) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(
      () => {
        this.done = true;
        lender.expiredWaiting();
        reject(new DatabaseUnavailable(new Error('no connection was free within the deadline')));
      },
      Math.max(0, deadlineMs),
    );
  }

  serve(connection: Connection): void {
    clearTimeout(this.#timer);
    this.#resolve(connection);
  }

  refuse(cause: unknown): void {
    clearTimeout(this.#timer);
    this.#reject(new DatabaseUnavailable(cause));
  }
}
