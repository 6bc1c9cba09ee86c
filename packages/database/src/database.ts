import type { DatabaseLog } from './log.ts';
import { parseDatabaseUrl } from './pool/address.ts';
import { type DatabaseStats, Pool } from './pool/pool.ts';
import { RefusedWrites } from './refused-writes.ts';
import { type Around, type Rows, type SendOptions, send } from './statements/client.ts';
import { Queries } from './statements/queries.ts';
import { idleInTransactionMsMax, type TransactionOptions, TransactionQueries } from './transaction.ts';

export interface ConnectOptions {
  /** Same form as DATABASE_URL; see parseDatabaseUrl. */
  readonly url: string;
  readonly poolSize: number;
  /** False behind a transaction pooler: no named statements, no session settings. */
  readonly prepare?: boolean;
  readonly applicationName: string;
  readonly log: DatabaseLog;
  /** Default deadline of a statement or a transaction; 2.5 s if unset. */
  readonly deadlineMs?: number;
  /** Connections are replaced after one to two times this; half an hour if unset. */
  readonly lifetimeMs?: number;
}

/** Opens nothing yet: connections are made on demand, and again after a loss. */
export function connect(options: ConnectOptions): Database {
  const { url, poolSize: max, applicationName, log, deadlineMs = 2_500, lifetimeMs = 30 * 60_000 } = options;
  const address = parseDatabaseUrl(url);
  const prepare = (options.prepare ?? true) && address.prepare;
  // A little shorter than our deadline, so that the server's answer tells whether a late statement was carried out.
  const statementTimeoutMs = Math.floor(deadlineMs * 0.92);
  const pool = new Pool({
    address,
    max,
    prepare,
    session: sessionSettings(applicationName, prepare, statementTimeoutMs),
    lifetimeMs,
    deadlineMs,
    statementTimeoutMs,
    log,
  });
  const refused = new RefusedWrites();
  return new Database({ options, pool, refused }, { around: refused.around, deadlineMs });
}

interface Connection {
  readonly options: ConnectOptions;
  readonly pool: Pool;
  readonly refused: RefusedWrites;
}

/** How a view of the database uses the connections. */
interface ConnectionUse {
  /** Default deadline of a statement or a transaction. */
  readonly deadlineMs: number;
  readonly around: Around;
  readonly share?: string | undefined;
}

export class Database extends Queries {
  readonly log: DatabaseLog;
  /** The server ends a lone statement after this time; behind a transaction pooler only if the role says so. */
  readonly statementTimeoutMs: number;
  readonly #connection: Connection;
  readonly #use: ConnectionUse;

  constructor(connection: Connection, use: ConnectionUse) {
    super();
    this.log = connection.options.log;
    this.statementTimeoutMs = connection.pool.options.statementTimeoutMs;
    this.#connection = connection;
    this.#use = use;
  }

  ask(text: string, params: readonly unknown[], options: SendOptions): Promise<Rows> {
    const { pool } = this.#connection;
    const { around, ...own } = this.#use;
    const { prepared = false, deadlineMs = own.deadlineMs, share = own.share, copy } = options;
    pool.statements += 1;
    const call = { text, params, prepared, ...(copy && { copy }) };
    return around(call, () => {
      // Longer than the session's limit: in a transaction, which sets its own limits.
      if (deadlineMs > pool.options.deadlineMs)
        return this.#with({ share }).transaction((tx) => tx.send(call), { deadlineMs });
      // Statements that are not prepared wait for each other inside postgres.js.
      const isRead = prepared && pool.options.prepare && text.startsWith('select ');
      return pool.perform(({ sql }) => send(sql, call), { deadlineMs, isAlone: true, isRead, share });
    });
  }

  /**
   * Commits when `work` resolves; rolls back when it rejects or the deadline passes. Runs `work` again, at most
   * twice, after a serialization failure or a deadlock, so all its effects must be inside the transaction.
   */
  async transaction<T>(
    work: (tx: TransactionQueries) => Promise<T>,
    options: TransactionOptions = {},
  ): Promise<T> {
    const { pool } = this.#connection;
    const { share, around } = this.#use;
    const { deadlineMs = this.#use.deadlineMs, idleMs } = options;
    const until = performance.now() + deadlineMs;
    const limited = deadlineMs !== pool.options.deadlineMs || idleMs !== undefined || !pool.options.prepare;
    const attempt = { ...options, until, limited, around };
    const usage = { deadlineMs, isAlone: false, isRead: false, share };
    return pool.perform((connection) => new TransactionQueries(connection, attempt).perform(work), usage);
  }

  /** The same database, with `outer` as a hook around each statement, also inside transactions. */
  intercepted(outer: Around): Database {
    const { around } = this.#use;
    return this.#with({ around: (call, run) => outer(call, () => around(call, run)) });
  }

  /**
   * The same database, limited to the connections of `share` (an account, say): at most two fifths. `waitedMs`, the
   * time that the caller has already waited for the database, is taken off the default deadlines.
   */
  shared(share: string, waitedMs = 0): Database {
    if (waitedMs <= waitMsMin) return this.#with({ share });
    return this.#with({ share, deadlineMs: Math.max(waitMsMin, this.#use.deadlineMs - waitedMs) });
  }

  /** The same database on a separate connection, for statements of up to `deadlineMs`. Close it after use. */
  apart(deadlineMs: number): Database {
    return connect({ ...this.#connection.options, poolSize: 1, deadlineMs });
  }

  /**
   * Rejects with DatabaseUnavailable unless the database answers in time and accepts writes. Tests writing, with a
   * write of ours, only after a refused one.
   */
  async ping(deadlineMs: number): Promise<void> {
    const { refused } = this.#connection;
    if (!refused.any) await this.run('select 1', [], { deadlineMs });
    else await refused.mend(() => this.transaction((tx) => tx.run(probe, []), { deadlineMs }));
  }

  /** Refuses new and queued statements, gives running ones `graceMs`, then closes every connection. */
  close(graceMs = 1_000): Promise<void> {
    return this.#connection.pool.close(graceMs);
  }

  stats(): DatabaseStats {
    return this.#connection.pool.stats;
  }

  /** A view on the same connections with other options. */
  #with(change: Partial<ConnectionUse>): Database {
    return new Database(this.#connection, { ...this.#use, ...change });
  }
}

/** Shorter waits are not counted; and every statement has at least this long. */
const waitMsMin = 100;

/** Allocates new disk space, unlike a row in a page with free room. */
const probe = 'create temp table write_probe on commit drop as select generate_series(1, 1000)';

/** A transaction pooler refuses unknown startup settings, but all poolers know these few. */
function sessionSettings(
  applicationName: string,
  direct: boolean,
  statementTimeoutMs: number,
): Record<string, string> {
  const everywhere = { application_name: applicationName, TimeZone: 'UTC', DateStyle: 'ISO' };
  if (!direct) return everywhere;
  return {
    ...everywhere,
    // Migrations name the schema, and statements rely on all three: a role may have other defaults.
    search_path: 'public',
    standard_conforming_strings: 'on',
    default_transaction_isolation: 'read committed',
    statement_timeout: String(statementTimeoutMs),
    idle_in_transaction_session_timeout: String(idleInTransactionMsMax),
    // A server's default of 4 prefers plans that read all rows of an account and sort them to those that read a page.
    random_page_cost: '1.1',
    jit: 'off',
  };
}
