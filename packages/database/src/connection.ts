import type { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseAddress, Host, TargetSession } from './address.ts';
import { cancelBackend, failure, openSocket } from './socket.ts';
import { asText, types } from './types.ts';

/** Rows as arrays; `count` is the number of rows read or changed. */
export interface Rows extends Array<unknown[]> {
  readonly count: number;
  readonly command: string;
  readonly columns: readonly { readonly name: string }[] | null;
}

export interface ConnectionOptions {
  readonly address: DatabaseAddress;
  readonly host: Host;
  readonly connectTimeoutMs: number;
  readonly prepare: boolean;
  /** Sent when the connection starts; a pooler refuses all but a few of them. */
  readonly session: Readonly<Record<string, string>>;
}

/**
 * One connection: a postgres.js client of size one on a socket of ours. Its own reconnecting is never used (a
 * slot that was closed between a write and its flush stays stuck there): a connection that is lost or hangs is
 * thrown away whole, and the pool opens another.
 */
export class Connection {
  readonly host: Host;
  /** `performance.now()` after which it is not used again; spread, so that not all end at once. */
  readonly retireAt = performance.now() + (30 + Math.random() * 30) * 60_000;
  /** Which round of the pool it belongs to; see Pool.renew. */
  round = 0;
  closed = false;
  readonly #sql: postgres.Sql;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  #onClosed: (() => void) | undefined;
  /** Few. No Set: the tables that it outgrows, thousands a second, would keep what was in them. */
  readonly #unsettled: Sent[] = [];
  /** postgres.js keeps it on the queries that it sent. */
  #backend: Backend | undefined;

  /** Connects, signs in and checks that this is the kind of server wanted; rejects within the time given, twice. */
  static async open(options: ConnectionOptions): Promise<Connection> {
    const socket = await openSocket(options.address, options.host, options.connectTimeoutMs);
    const connection = new Connection(options, socket);
    const timer = setTimeout(
      () => connection.destroy('no answer while signing in'),
      options.connectTimeoutMs,
    );
    try {
      const [row] = await connection.run(hello, [], false);
      refuseUnwanted(options.address.target, row as [boolean, boolean, number, string]);
      return connection;
    } catch (error) {
      connection.destroy('it could not be set up');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(options: ConnectionOptions, socket: Socket) {
    this.host = options.host;
    this.#options = options;
    this.#socket = socket;
    let handedOver = false;
    this.#sql = postgres({
      ...quietDefaults,
      host: options.host.host,
      port: options.host.port,
      user: options.address.user,
      pass: options.address.password,
      database: options.address.database,
      prepare: options.prepare,
      connection: options.session,
      socket: () => {
        if (handedOver) throw failure('CONNECTION_CLOSED', 'the connection is closed');
        handedOver = true;
        return socket;
      },
    } as unknown as postgres.Options<Record<string, postgres.PostgresType>>);
    socket.on('error', () => {});
    socket.on('close', () => this.#gone());
  }

  /**
   * Runs one statement; rejects with what postgres.js rejects with, and surely once the connection is closed:
   * postgres.js forgets queries there. Has no deadline of its own.
   */
  run(text: string, params: readonly unknown[], prepare: boolean): Promise<Rows> {
    return new Promise((resolve, reject) => {
      const values = params.map(asText);
      if (this.closed) return reject(failure('CONNECTION_CLOSED', 'the connection is closed'));
      const query = this.#sql
        .unsafe(text, values, { prepare, simple: false } as object)
        .values() as unknown as Sent;
      this.#unsettled.push(query);
      // Not written into the assignments: V8 makes such a function old at birth, and all it can reach with it.
      const onRows = (rows: Rows) => {
        this.#settled(query);
        this.#backend ??= query.state;
        resolve(withoutGap(rows));
      };
      const onError = (error: unknown) => {
        this.#settled(query);
        reject(error);
      };
      // In place of the query's own promise: without it there is less to do, and less that lives long.
      query.resolve = onRows;
      query.reject = onError;
      query.execute();
    });
  }

  /** Calls `listener` once, when it can no longer be used, whoever closed it. */
  onClosed(listener: () => void): void {
    if (this.closed) listener();
    else this.#onClosed = listener;
  }

  /**
   * Asks the server to give up the statement that runs now, which then rejects with 57014. Until this resolves the
   * connection must not be used: another statement could be hit.
   */
  async cancel(): Promise<void> {
    if (this.#unsettled.length === 0 || !this.#backend) return;
    await cancelBackend(this.#options.address, this.#options.host, this.#backend);
  }

  /** Ends it at once; whatever runs on it rejects. */
  destroy(reason: string): void {
    this.#socket.destroy(failure('CONNECTION_DESTROYED', reason));
    this.#gone();
  }

  /** Says goodbye to the server and ends it. For a connection that nothing runs on. */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#socket.once('close', () => resolve()));
    if (this.#socket.destroyed) return;
    this.#socket.end(Buffer.from([88, 0, 0, 0, 4]));
    const timer = setTimeout(() => this.destroy('it did not close'), 500);
    await closed;
    clearTimeout(timer);
  }

  /** The query, which postgres.js makes old at birth in the same way, lets go of its answer. */
  #settled(query: Sent): void {
    this.#unsettled.splice(this.#unsettled.indexOf(query), 1);
    query.resolve = nothing;
    query.reject = nothing;
  }

  #gone(): void {
    if (this.closed) return;
    this.closed = true;
    // After postgres.js, which may know a better reason.
    setImmediate(() => {
      for (const query of [...this.#unsettled])
        query.reject(failure('CONNECTION_CLOSED', 'the connection was closed'));
    });
    this.#onClosed?.();
  }
}

interface Backend {
  readonly pid: number;
  readonly secret: number;
}

/**
 * After a statement that failed in the middle of its rows (cancelled at its deadline, say), postgres.js goes on
 * counting where that one stopped: the next answer's rows come after as many holes.
 */
function withoutGap(rows: Rows): Rows {
  if (rows.length > 0 && !(0 in rows))
    rows.splice(
      0,
      rows.findIndex((_, index) => index in rows),
    );
  return rows;
}

/** A query of postgres.js, as far as it is used: it calls these when the server has answered. */
interface Sent {
  resolve: (rows: Rows) => void;
  reject: (error: unknown) => void;
  readonly state: Backend;
  execute(): void;
}

const nothing = () => {};

const hello = `select pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
  current_setting('server_version_num')::int, current_setting('server_encoding')`;

function refuseUnwanted(
  target: TargetSession,
  [standby, readOnly, version, encoding]: [boolean, boolean, number, string],
): void {
  if (version < 150_000) throw failure('WRONG_SERVER', 'the server is older than Postgres 15');
  if (encoding !== 'UTF8') throw failure('WRONG_SERVER', `the database's encoding is ${encoding}, not UTF8`);
  const wanted =
    target === 'any' ||
    (target === 'read-write' && !readOnly) ||
    (target === 'read-only' && readOnly) ||
    (target === 'primary' && !standby) ||
    (target === 'standby' && standby);
  if (!wanted) throw failure('WRONG_SESSION', `the server is not ${target}`);
}

/** Everything that postgres.js would otherwise take from the environment or do by itself. */
const quietDefaults = {
  max: 1,
  ssl: false,
  idle_timeout: null,
  max_lifetime: null,
  connect_timeout: null,
  keep_alive: null,
  backoff: 0,
  debug: false,
  fetch_types: false,
  no_subscribe: true,
  target_session_attrs: undefined,
  onnotice: () => {},
  types,
};
