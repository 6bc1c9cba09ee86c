import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import { DatabaseUnavailable } from '../errors.ts';
import { QueryError } from '../failures.ts';
import { types } from '../statements/types.ts';
import type { DatabaseAddress } from './address.ts';

export interface HostClientOptions {
  readonly address: DatabaseAddress;
  readonly connectTimeoutMs: number;
  /** The client is replaced after one to two times this. */
  readonly lifetimeMs: number;
  readonly prepare: boolean;
  /** Sent when a connection starts; a pooler refuses most settings. */
  readonly session: Readonly<Record<string, string>>;
}

/** A connection to the host, for one use at a time. */
export interface HostConnection {
  readonly client: HostClient;
  readonly sql: postgres.Sql;
}

/**
 * Connections to one host, opened when all others are in use. The first fault of one invalidates all, because
 * postgres.js reconnects without a pause to a server that closes during sign-in, and may leave the slot of a closed
 * connection stuck. Statements in flight may end; then it is destroyed.
 *
 * Each connection is a postgres.js client with room for one: while any of several is idle, the list of idle ones in
 * postgres.js grows with each statement, and each statement searches it.
 */
export class HostClient {
  readonly openedAt = performance.now();
  /** `performance.now()` after which it is replaced; spread, so that processes do not reconnect all at once. */
  readonly retireAt: number;
  invalid = false;
  /** Invalid and unused. */
  ended = false;
  readonly #connections: HostConnection[] = [];
  /** Last used last, which is used again first. */
  readonly #idle: HostConnection[] = [];
  #onInvalid: (() => void) | undefined;
  readonly #options: HostClientOptions;
  readonly #sockets: Socket[] = [];

  /** Connects, signs in and checks the server's version; rejects within twice the timeout. */
  static async open(options: HostClientOptions): Promise<HostClient> {
    const client = new HostClient(options);
    const timer = setTimeout(() => client.destroy(), 2 * options.connectTimeoutMs);
    try {
      const connection = client.use();
      const [[version, encoding] = []] = await connection.sql.unsafe(hello).values();
      if (Number(version) < 150_000) throw wrongServer('the server is older than Postgres 15');
      if (encoding !== 'UTF8') throw wrongServer(`the database's encoding is ${encoding}, not UTF8`);
      client.release(connection);
      return client;
    } catch (error) {
      client.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(options: HostClientOptions) {
    this.#options = options;
    this.retireAt = this.openedAt + options.lifetimeMs * (1 + Math.random());
  }

  get opened(): number {
    return this.#connections.length;
  }

  get idle(): number {
    return this.#idle.length;
  }

  use(): HostConnection {
    return this.#idle.pop() ?? this.#open();
  }

  release(connection: HostConnection): void {
    this.#idle.push(connection);
    if (this.invalid && this.idle === this.opened) void this.end(0.5);
  }

  /** Calls `listener` once, synchronously when a connection closes, or now if the client is already invalid. */
  whenInvalid(listener: () => void): void {
    if (this.invalid) listener();
    else this.#onInvalid = listener;
  }

  /** Accepts no new work from now on. */
  invalidate(): void {
    if (this.invalid) return;
    this.invalid = true;
    if (this.idle === this.opened) void this.end(0.5);
    this.#onInvalid?.();
  }

  /** Ends it at once; statements in flight, or queued inside postgres.js, reject. */
  destroy(): void {
    this.invalidate();
    void this.end(0);
  }

  /** Ends each connection with a Terminate message; statements in flight have `timeout` seconds to end. */
  async end(timeout: number): Promise<void> {
    this.ended = true;
    await Promise.all(this.#connections.map(({ sql }) => sql.end({ timeout })));
    for (const socket of this.#sockets) socket.destroy();
  }

  #open(): HostConnection {
    const { address, prepare, session, connectTimeoutMs } = this.#options;
    const settings = {
      ...quietDefaults,
      ...(address.path && { path: address.path }),
      ...(address.database && { database: address.database }),
      max: 1,
      prepare,
      connection: session,
      connect_timeout: connectTimeoutMs / 1_000,
      onclose: () => this.invalidate(),
      socket: () => this.#socket(),
    };
    const connection = { client: this, sql: postgres(address.url, settings) };
    this.#connections.push(connection);
    return connection;
  }

  /**
   * A socket for postgres.js to sign in on. Refused when there would be more sockets than connections: then one was
   * closed during sign-in, and postgres.js would retry without end. Refused for an invalid client, which would leak
   * the connection.
   */
  #socket(): Socket {
    if (this.#sockets.length >= this.opened) this.invalidate();
    if (this.invalid) throw new NotConnected('the server closed the connection');
    const { host, port, path } = this.#options.address;
    const place = path ? { path } : { host, port };
    const socket = connect({ ...place, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    this.#sockets.push(socket);
    // Before postgres.js notices and rejects the statements in flight, so that a retry cannot get this client.
    for (const event of ['end', 'error']) socket.once(event, () => this.invalidate());
    // The name that postgres.js verifies in the certificate.
    return Object.assign(socket, { host });
  }
}

/** No connection was made, so the statement was not sent. */
class NotConnected extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * Whether a statement failed before it reached the server: no connection, none free, or the server is still starting.
 */
export function wasNotSent(error: unknown): boolean {
  if (error instanceof postgres.PostgresError)
    return error.severity === 'FATAL' && ['53300', '57P03'].includes(error.code);
  // Node's error when every address of a name refused.
  if (error instanceof NotConnected || error instanceof AggregateError) return true;
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  return code === 'CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo';
}

/** Whether the connection of a failed statement is lost, or about to be. */
export function lostConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return ['FATAL', 'PANIC'].includes(error.severity);
  return error instanceof Error && 'code' in error && /^(CONNECT|E[A-Z])/.test(String(error.code));
}

/** Whether a connection was lost after a statement was sent, so that it may have been carried out. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { cause } = error;
  return cause instanceof QueryError
    ? ['57P01', '57P02'].includes(cause.code)
    : lostConnection(cause) && !wasNotSent(cause);
}

const hello = "select current_setting('server_version_num'), current_setting('server_encoding')";

const wrongServer = (message: string): Error => Object.assign(new Error(message), { code: 'WRONG_SERVER' });

/** Turns off what postgres.js would read from the environment or do on its own. */
const quietDefaults = {
  idle_timeout: 0,
  max_lifetime: 0,
  keep_alive: 0,
  backoff: () => 0,
  debug: false,
  fetch_types: false,
  no_subscribe: true,
  onnotice: () => {},
  types,
};
