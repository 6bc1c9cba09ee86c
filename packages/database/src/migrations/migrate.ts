import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { codeOf, QueryError, reasonOf } from '../failures.ts';
import type { DatabaseLog } from '../log.ts';
import type { Queries } from '../statements/queries.ts';
import { applyNext } from './apply-migrations.ts';
import { finishIndexes, type Indexes, readIndexes, unfinishedSql } from './concurrent-indexes.ts';
import { missing, readJournal } from './journal.ts';

/** An arbitrary number, the same for every migrating process. */
const lockKey = 736_200_502;
/** Enough for building an index on a large table, or waiting for another process that does. */
const deadlineMs = 30 * 60_000;
const pollMs = 100;

/** In milliseconds. */
export const usualTimes = {
  /**
   * Wait for a table in use; short, because requests queue behind the migration. Postgres ends an autovacuum that is in
   * the way after its deadlock_timeout, 1 s, but not if this passes first.
   */
  lockMs: 1_500,
  /** Pause before the next attempt on such a table. */
  againMs: 2_000,
  /** Total wait for such tables. */
  inUseMs: 10 * 60_000,
};

/**
 * Brings the database to this program's schema and returns the names of the applied migrations. Applies drizzle-kit's
 * migrations in `folder`, each in its own transaction, so that finished ones survive an interruption; then builds the
 * indexes of `concurrent-indexes.sql` without blocking writes. Logs each step, unless the database is new. Safe to
 * run in several processes at once, also through a transaction pooler. One query when there is nothing to do. Throws
 * an Error with one line when the database is unreachable, or belongs to a newer program. Rejects with the reason of
 * `signal` when it aborts: to roll back the migration that runs, close the database.
 */
export async function migrate(
  db: Database,
  folder: string,
  { times = usualTimes, signal }: MigrateOptions = {},
): Promise<string[]> {
  signal?.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([bringUpToDate(db, folder, times), aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

interface MigrateOptions {
  readonly times?: typeof usualTimes;
  readonly signal?: AbortSignal | undefined;
}

async function bringUpToDate(db: Database, folder: string, times: typeof usualTimes): Promise<string[]> {
  const known = readJournal(folder);
  const indexes = readIndexes(folder);
  let names: string[] = [];
  let state = await readState(db, indexes);
  const waiting = missing(known, state.applied);
  if (state.isNew) await refuseDotlessI(db);
  try {
    const log = state.isNew ? undefined : db.log;
    if (waiting.length > 0) {
      names = await applyMissing(db, folder, times, log);
      state = await readState(db, indexes);
    }
    if (state.unfinished.length > 0) {
      await whileMigratingAlone(db, () => finishIndexes(db, indexes, deadlineMs, log), { log });
    }
    if (state.lacking.length > 0) await setForRole(db, state.lacking);
  } catch (error) {
    throw new Error(`The database could not be migrated: ${reasonOf(error)}`, { cause: error });
  }
  return names;
}

/**
 * Turkish locales lower-case I to ı: statements would then miss words that this program lower-cases. Only for a new
 * database: one with data keeps working as it does.
 */
async function refuseDotlessI(db: Database): Promise<void> {
  const [[lower] = []] = await db.run("select lower('I')", []);
  if (lower !== 'i')
    throw new Error(
      `The database cannot be used: its locale lower-cases I to ${lower}, so that searches would miss words. Create it with another locale, such as C.UTF-8 (CREATE DATABASE … TEMPLATE template0 LOCALE 'C.UTF-8').`,
    );
}

async function applyMissing(
  db: Database,
  folder: string,
  times: typeof usualTimes,
  log: DatabaseLog | undefined,
): Promise<string[]> {
  const names: string[] = [];
  const until = performance.now() + times.inUseMs;
  for (;;) {
    try {
      const name = await whileMigratingAlone(db, (tx) => applyNext(tx, folder, times.lockMs, log), { log });
      if (name === undefined) return names;
      names.push(name);
    } catch (error) {
      // A table is in use.
      if (codeOf(error) !== '55P03' || performance.now() >= until) throw error;
      log?.warn({ againMs: times.againMs }, 'upgrading the database: a table is in use, and is tried again');
      await sleep(times.againMs);
    }
  }
}

/**
 * Runs `work`, for at most `workMs`, while no other process migrates; logs if it waits for one. Polls for the lock: the
 * index build of the lock's holder would wait for a statement that waits for the lock.
 */
export async function whileMigratingAlone<T>(
  db: Database,
  work: (tx: Queries) => Promise<T>,
  { workMs = deadlineMs, log }: { workMs?: number; log?: DatabaseLog | undefined } = {},
): Promise<T> {
  const until = performance.now() + deadlineMs;
  for (let tries = 0; performance.now() < until; tries += 1) {
    const done = await db.transaction(
      async (tx) => {
        const [[mine] = []] = await tx.run(takeLock, [], { prepared: false });
        return mine === true ? { result: await work(tx) } : undefined;
      },
      { deadlineMs: workMs, idleMs: workMs },
    );
    if (done) return done.result;
    if (tries === 0) log?.info({}, 'upgrading the database: waits for another process, which is at it');
    await sleep(pollMs);
  }
  throw new Error('another process has been at it for too long');
}

// Without parameters: the extended protocol keeps the last statement's snapshot, for which an index build would wait
// too.
const takeLock = `select pg_try_advisory_xact_lock(${lockKey})`;

/** Behind a transaction pooler sessions have only the role's own settings; new sessions have these. */
async function setForRole(db: Database, settings: readonly string[]): Promise<void> {
  const each = settings.map(
    (setting) =>
      `execute format('alter role current_user in database %I set ${setting}', current_database());`,
  );
  try {
    const text = `do $$ begin ${each.join(' ')} end $$`;
    await whileMigratingAlone(db, (tx) => tx.run(text, [], { prepared: false }));
  } catch (error) {
    const reason = reasonOf(error);
    db.log.warn({ reason }, `set ${settings.join(', ')} for the role: this role may not do so itself`);
  }
}

interface SchemaState {
  /** `when` of each applied migration. */
  readonly applied: readonly number[];
  /** Indexes that are missing, half built or to be dropped, in the order of work. */
  readonly unfinished: readonly string[];
  /** The database has no data. */
  readonly isNew: boolean;
  /** The settings that the sessions lack: a limit for late statements, the isolation of lone ones, the costs of plans. */
  readonly lacking: readonly string[];
}

async function readState(db: Database, indexes: Indexes): Promise<SchemaState> {
  try {
    const [[whens, unfinished, timeout, isolation, pageCost, jit] = []] = await db.run(
      `select (select json_agg(created_at order by created_at) from public.drizzle_migrations),
         ${unfinishedSql}, current_setting('statement_timeout'), current_setting('default_transaction_isolation'),
         current_setting('random_page_cost'), current_setting('jit')`,
      [[...indexes.wanted.keys()], indexes.unwanted],
      { prepared: false },
    );
    return {
      applied: (whens as number[] | null) ?? [],
      isNew: whens === null,
      unfinished: (unfinished as string[] | null) ?? [],
      lacking: [
        ...(timeout === '0' ? [`statement_timeout = ${db.statementTimeoutMs}`] : []),
        ...(isolation === 'read committed' ? [] : ['default_transaction_isolation = "read committed"']),
        ...(pageCost === '1.1' ? [] : ['random_page_cost = 1.1']),
        ...(jit === 'off' ? [] : ['jit = off']),
      ],
    };
  } catch (error) {
    if (error instanceof QueryError && error.code === '42P01') {
      const [[isNew] = []] = await db.run("select to_regclass('public.migrations') is null", []);
      return { applied: [], unfinished: [], isNew: isNew === true, lacking: [] };
    }
    throw error;
  }
}
