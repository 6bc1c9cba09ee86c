import type { Socket } from 'node:net';
import postgres from 'postgres';
import type { DatabaseAddress, Host, TargetSession } from './address.ts';
import { DatabaseUnavailable } from './errors.ts';
import { QueryError, reasonOf } from './failures.ts';
import { failure, openSocket } from './socket.ts';
import { types } from './types.ts';

export interface HostClientOptions {
  readonly address: DatabaseAddress;
  readonly host: Host;
  /** Connections at most. */
  readonly max: number;
  readonly connectTimeoutMs: number;
  /** It is replaced after once to twice this. */
  readonly lifetimeMs: number;
  readonly prepare: boolean;
  /** Sent when a connection starts; a pooler refuses all but a few of them. */
  readonly session: Readonly<Record<string, string>>;
}

/**
 * A postgres.js client that knows one host. It is invalidated at the first thing wrong: postgres.js reconnects
 * without a pause to a server that closes during sign-in, swallows errors where it knows several hosts, and may
 * leave the place of a connection that closed stuck. What it is used for already may end; then it is destroyed.
 */
export class HostClient {
  readonly sql: postgres.Sql;
  readonly openedAt = performance.now();
  /** `performance.now()` after which it is replaced; spread, so that not all processes do at once. */
  readonly retireAt: number;
  invalid = false;
  /** Invalid, and nothing uses it any more. */
  ended = false;
  /** The most uses at a time: so many connections it has opened, for postgres.js opens one when none is idle. */
  opened = 0;
  #uses = 0;
  #onInvalid: (() => void) | undefined;
  readonly #options: HostClientOptions;
  readonly #sockets = new Set<Socket>();

  /** Connects, signs in and checks that this is the kind of server wanted; rejects within twice the timeout. */
  static async open(options: HostClientOptions): Promise<HostClient> {
    const client = new HostClient(options);
    const timer = setTimeout(() => client.destroy('no answer while signing in'), options.connectTimeoutMs);
    try {
      const [row] = await client.sql.unsafe(hello).values();
      refuseUnwanted(options.address.target, row as [boolean, boolean, number, string]);
      return client;
    } catch (error) {
      client.destroy('it could not be set up');
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private constructor(options: HostClientOptions) {
    this.#options = options;
    this.retireAt = this.openedAt + options.lifetimeMs * (1 + Math.random());
    const settings = {
      ...quietDefaults,
      host: options.host.host,
      port: options.host.port,
      user: options.address.user,
      pass: options.address.password,
      database: options.address.database,
      max: options.max,
      prepare: options.prepare,
      connection: options.session,
      socket: () => this.#socket(),
    };
    this.sql = postgres(settings as postgres.Options<Record<string, postgres.PostgresType>>);
  }

  get idle(): number {
    return this.opened - this.#uses;
  }

  use(): this {
    this.#uses += 1;
    this.opened = Math.max(this.opened, this.#uses);
    return this;
  }

  release(): void {
    this.#uses -= 1;
    if (this.invalid && this.#uses === 0) void this.#end();
  }

  /** Calls `listener` once, in the very moment in which a connection closes, or now if that has been. */
  whenInvalid(listener: () => void): void {
    if (this.invalid) listener();
    else this.#onInvalid = listener;
  }

  /** Is not used for anything new from now on. */
  invalidate(): void {
    if (this.invalid) return;
    this.invalid = true;
    if (this.#uses === 0) void this.#end();
    this.#onInvalid?.();
  }

  /** Ends it at once; whatever runs on it rejects. */
  destroy(reason: string): void {
    this.invalidate();
    for (const socket of this.#sockets) socket.destroy(failure('CONNECTION_DESTROYED', reason));
    // What is still waiting inside postgres.js rejects as well.
    void this.sql.end({ timeout: 0 });
  }

  /** Says goodbye to the server first. */
  async #end(): Promise<void> {
    this.ended = true;
    await this.sql.end({ timeout: 0.5 });
    for (const socket of this.#sockets) socket.destroy();
  }

  async #socket(): Promise<Socket> {
    if (this.invalid) throw new NotConnected('the connection is closed');
    const { address, host, connectTimeoutMs } = this.#options;
    let socket: Socket;
    try {
      socket = await openSocket(address, host, connectTimeoutMs);
    } catch (error) {
      this.invalidate();
      throw new NotConnected(reasonOf(error), error);
    }
    // Invalidated while it connected: postgres.js would sign in on a connection that it has forgotten.
    if (this.invalid) {
      socket.destroy();
      throw new NotConnected('the connection is closed');
    }
    this.#sockets.add(socket);
    // Before postgres.js hears of it, and rejects what runs on it: whoever tries again then must not be given it.
    socket.once('error', () => this.invalidate());
    socket.once('close', () => {
      this.#sockets.delete(socket);
      this.invalidate();
    });
    return socket;
  }
}

/** No connection was made, so that the statement was not sent. */
class NotConnected extends Error {
  readonly code: unknown;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.code = cause instanceof Error && 'code' in cause ? cause.code : 'CONNECTION_CLOSED';
  }
}

/** Whether a statement failed before it reached the server: no connection, none free, or still starting. */
export function wasNotSent(error: unknown): boolean {
  if (error instanceof NotConnected) return true;
  const fatal = error instanceof postgres.PostgresError && error.severity === 'FATAL';
  return fatal && ['53300', '57P03'].includes(error.code);
}

/** Whether the connection that a statement ran on is lost, or will be in a moment. */
export function lostConnection(error: unknown): boolean {
  if (error instanceof postgres.PostgresError) return ['FATAL', 'PANIC'].includes(error.severity);
  return error instanceof Error && 'code' in error && /^(CONNECTION_|E[A-Z])/.test(String(error.code));
}

/** Whether a connection was lost after a statement was sent: it may have been carried out. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { cause } = error;
  return cause instanceof QueryError
    ? ['57P01', '57P02'].includes(cause.code)
    : lostConnection(cause) && !wasNotSent(cause);
}

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
  ssl: false,
  idle_timeout: 0,
  max_lifetime: 0,
  connect_timeout: 0,
  keep_alive: 0,
  backoff: () => 0,
  debug: false,
  fetch_types: false,
  no_subscribe: true,
  target_session_attrs: undefined,
  onnotice: () => {},
  types,
};
