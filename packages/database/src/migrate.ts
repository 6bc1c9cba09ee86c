import { setTimeout as sleep } from 'node:timers/promises';
import { applyNext } from './apply-migrations.ts';
import { finishIndexes, type Indexes, readIndexes, unfinishedSql } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { isLockTimeout, QueryError, reasonOf } from './failures.ts';
import { missing, readJournal } from './journal.ts';
import type { DatabaseLog } from './log.ts';
import type { Queries } from './queries.ts';

/** Any number, the same for all who migrate a database. */
const lockKey = 736_200_502;
/** For building an index on a large table, or waiting for another process that does. */
const deadlineMs = 30 * 60_000;
const pollMs = 100;

/** How long is waited for others, in milliseconds. */
export interface MigrationTimes {
  /** A table that is in use: everybody else queues behind. */
  readonly lockMs: number;
  /** Until such a table is tried again. */
  readonly againMs: number;
  /** Such tables altogether. */
  readonly inUseMs: number;
  /** Between two lines that tell how far an index is. */
  readonly progressMs: number;
}

const usualTimes: MigrationTimes = {
  lockMs: 1_000,
  againMs: 2_000,
  inUseMs: 10 * 60_000,
  progressMs: 10_000,
};

/**
 * Brings the database to this program's schema and returns the names of what was applied: the migrations that
 * drizzle-kit wrote to `folder`, each in a transaction of its own, so that what was done stays done when a later one is
 * cut off; then the indexes of `concurrent-indexes.sql`, which nobody's writes wait for. Says so in the log, unless the
 * database is new. Several processes may do so at once, also through a transaction pooler. One query when there is
 * nothing to do. Throws an Error with one line when the database cannot be reached, or belongs to a newer program.
 */
export async function migrate(
  db: Database,
  folder: string,
  times: MigrationTimes = usualTimes,
): Promise<string[]> {
  const known = readJournal(folder);
  const indexes = readIndexes(folder);
  let names: string[] = [];
  let state = await readState(db, indexes);
  const waiting = missing(known, state.applied);
  try {
    const log = state.isNew ? undefined : db.log;
    if (waiting.length > 0) {
      names = await applyMissing(db, folder, times, log);
      state = await readState(db, indexes);
    }
    if (state.unfinished.length > 0) {
      await whileMigratingAlone(db, () => finishIndexes(db, indexes, { deadlineMs, ...times, log }));
    }
    if (state.unlimited) await limitRole(db);
  } catch (error) {
    throw new Error(`The database could not be migrated: ${reasonOf(error)}`, { cause: error });
  }
  return names;
}

async function applyMissing(
  db: Database,
  folder: string,
  times: MigrationTimes,
  log: DatabaseLog | undefined,
): Promise<string[]> {
  const names: string[] = [];
  const until = performance.now() + times.inUseMs;
  for (;;) {
    try {
      const name = await whileMigratingAlone(db, (tx) => applyNext(tx, folder, times.lockMs, log));
      if (name === undefined) return names;
      names.push(name);
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() >= until) throw error;
      log?.warn({ againMs: times.againMs }, 'upgrading the database: a table is in use, and is tried again');
      await sleep(times.againMs);
    }
  }
}

/**
 * Carries out `work`, for `workMs` at most, while no other process migrates. The lock is asked for again and again: a
 * statement that waits for it would be waited for in turn by the index that its holder builds.
 */
export async function whileMigratingAlone<T>(
  db: Database,
  work: (tx: Queries) => Promise<T>,
  workMs: number = deadlineMs,
): Promise<T> {
  const until = performance.now() + deadlineMs;
  while (performance.now() < until) {
    const done = await db.transaction(
      async (tx) => {
        const [[mine] = []] = await tx.run(takeLock, [], { prepared: false });
        return mine === true ? { result: await work(tx) } : undefined;
      },
      { deadlineMs: workMs, idleMs: workMs },
    );
    if (done) return done.result;
    await sleep(pollMs);
  }
  throw new Error('another process has been at it for too long');
}

// Without parameters: their protocol keeps the last statement's snapshot, for which an index would wait too.
const takeLock = `select pg_try_advisory_xact_lock(${lockKey})`;

/** Behind a transaction pooler sessions have no limits: from its next session on the server has one for the role. */
async function limitRole(db: Database): Promise<void> {
  const limitMs = db.statementTimeoutMs;
  const text = `do $$ begin
    execute format('alter role current_user in database %I set statement_timeout = ${limitMs}', current_database());
  end $$`;
  try {
    await whileMigratingAlone(db, (tx) => tx.run(text, [], { prepared: false }));
  } catch (error) {
    const reason = reasonOf(error);
    db.log.warn({ reason, limitMs }, 'set statement_timeout for the role: this role may not do so itself');
  }
}

interface State {
  /** `when` of each migration that was applied. */
  readonly applied: readonly number[];
  /** Names of indexes that are missing, were left half built or are to be dropped, in the order of their work. */
  readonly unfinished: readonly string[];
  /** Nothing is stored in it. */
  readonly isNew: boolean;
  /** Whether the server ends no statement that is late. */
  readonly unlimited: boolean;
}

async function readState(db: Database, indexes: Indexes): Promise<State> {
  try {
    const [[whens, unfinished, unlimited] = []] = await db.run(
      `select (select json_agg(created_at order by created_at) from public.drizzle_migrations),
         ${unfinishedSql}, current_setting('statement_timeout') = '0'`,
      [[...indexes.wanted.keys()], indexes.unwanted],
      { prepared: false },
    );
    return {
      applied: (whens as number[] | null) ?? [],
      isNew: whens === null,
      unfinished: (unfinished as string[] | null) ?? [],
      unlimited: unlimited === true,
    };
  } catch (error) {
    if (error instanceof QueryError && error.code === '42P01') {
      const [[isNew] = []] = await db.run("select to_regclass('public.migrations') is null", []);
      return { applied: [], unfinished: [], isNew: isNew === true, unlimited: false };
    }
    throw new Error(`The database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
