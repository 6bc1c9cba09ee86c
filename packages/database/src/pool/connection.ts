import { connect, type Socket } from 'node:net';
import postgres from 'postgres';
import { DatabaseUnavailable } from '../failures.ts';
import { types } from '../statements/types.ts';
import type { DatabaseAddress } from './address.ts';

export interface ConnectionOptions {
  readonly address: DatabaseAddress;
  readonly prepare: boolean;
  /** Sent when a connection starts; a pooler refuses most settings. */
  readonly session: Readonly<Record<string, string>>;
}

/**
 * A postgres.js client with room for one connection: while any of several is idle, the list of idle ones in postgres.js
 * grows with each statement, and each statement searches it. Unusable after its first fault, because postgres.js
 * reconnects without a pause to a server that closes during sign-in, and may leave the slot of a closed connection
 * stuck.
 */
export class Connection {
  readonly sql: postgres.Sql;
  /** Signed in, at a server that we can use. Rejects with NotConnected. */
  readonly opened: Promise<void>;
  /** Takes no more statements; those in flight may end. */
  isOver = false;
  /** The loan: to a share, for one statement or transaction, or for several reads. */
  share: string | undefined;
  forReads = false;
  /** In flight. */
  statements = 0;
  /** `performance.now()` of the loan, then of the last answer. */
  answeredAt = 0;
  readonly #onLost: (cause?: unknown) => void;
  #socket: Socket | undefined;

  /** `onLost` is called synchronously at the first fault, unless the connection was already to end. */
  constructor({ address, prepare, session }: ConnectionOptions, onLost: (cause?: unknown) => void) {
    this.#onLost = onLost;
    const settings = {
      ...quietDefaults,
      ...(address.path && { path: address.path }),
      ...(address.database && { database: address.database }),
      prepare,
      connection: session,
      onclose: () => this.lose(),
      socket: () => this.#connect(address),
    };
    this.sql = postgres(address.url, settings);
    this.opened = this.#signIn();
  }

  lose(cause?: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#onLost(cause);
  }

  /** Ends with a Terminate message; statements in flight, or queued inside postgres.js, have `graceSeconds` to end. */
  async end(graceSeconds: number): Promise<void> {
    this.isOver = true;
    await this.sql.end({ timeout: graceSeconds });
    this.#socket?.destroy();
  }

  async #signIn(): Promise<void> {
    try {
      const [[version, encoding] = []] = await this.sql.unsafe(hello).values();
      if (Number(version) < 150_000) throw wrongServer('the server is older than Postgres 15');
      if (encoding !== 'UTF8') throw wrongServer(`the database's encoding is ${encoding}, not UTF8`);
    } catch (error) {
      this.lose(error);
      void this.end(0);
      throw new NotConnected(error);
    }
  }

  /** A socket for postgres.js to sign in on. Refused a second time: it would retry a closed sign-in without end. */
  #connect({ host, port, path }: DatabaseAddress): Socket {
    if (this.#socket) throw new NotConnected(closedByServer());
    const place = path ? { path } : { host, port };
    const socket = connect({ ...place, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
    this.#socket = socket;
    // Before postgres.js notices and rejects the statements in flight, so that a retry cannot get this connection.
    for (const event of ['end', 'error']) socket.once(event, () => this.lose());
    // The name that postgres.js verifies in the certificate.
    return Object.assign(socket, { host });
  }
}

/** No connection was made, so the statement was not sent. */
export class NotConnected extends DatabaseUnavailable {}

/** Whether a connection was lost after a statement was sent, so that it may have been carried out. */
export function isAnswerLost(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable) || error instanceof NotConnected) return false;
  const { cause } = error;
  if (!(cause instanceof Error && 'code' in cause)) return false;
  return /^(CONNECT|E[A-Z]|57P01|57P02)/.test(String(cause.code));
}

const hello = "select current_setting('server_version_num'), current_setting('server_encoding')";

/** With postgres.js's code, by which a transaction that loses its connection between two statements is repeated, too. */
const closedByServer = (): Error =>
  Object.assign(new Error('the server closed the connection'), { code: 'CONNECTION_CLOSED' });

const wrongServer = (message: string): Error => Object.assign(new Error(message), { code: 'WRONG_SERVER' });

/** Turns off what postgres.js would read from the environment or do on its own. */
const quietDefaults = {
  max: 1,
  connect_timeout: 2,
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
