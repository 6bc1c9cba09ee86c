import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rows } from './client.ts';
import { type Indexes, readIndexes, unfinishedSql } from './concurrent-indexes.ts';
import type { Database } from './database.ts';
import { BackupRefused } from './errors.ts';
import { QueryError, reasonOf } from './failures.ts';
import type { Queries } from './queries.ts';

/** Any number, the same for all who migrate a database. */
const lockKey = 736_200_502;
/** For building an index on a large table, or waiting for another process that does. */
const deadlineMs = 30 * 60_000;
const pollMs = 100;

/** Where drizzle's migrator keeps what was applied: beside the tables that it tells of. */
const applied = { migrationsSchema: 'public', migrationsTable: 'drizzle_migrations' } as const;

const journalFile = join('meta', '_journal.json');

/** An entry of drizzle-kit's journal. `when` tells it apart and orders it. */
interface Migration {
  readonly tag: string;
  readonly when: number;
}

/**
 * Brings the database to this program's schema and returns the names of what was applied: the migrations that
 * drizzle-kit wrote to `folder`, all in one transaction, then the indexes of `concurrent-indexes.sql`, which
 * nobody's writes wait for. Several processes may do so at once, also through a transaction pooler. One query when
 * there is nothing to do. Throws an Error with one line when the database cannot be reached, or belongs to a newer
 * program.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const known = readJournal(folder);
  const indexes = readIndexes(folder);
  let names: string[] = [];
  let state = await readState(db, indexes);
  const waiting = missing(known, state.applied);
  try {
    if (waiting.length > 0) {
      names = await whileMigratingAlone(db, (tx) => applyMissing(tx, known, folder));
      state = await readState(db, indexes);
    }
    if (state.unfinished.length > 0) await whileMigratingAlone(db, () => finishIndexes(db, indexes));
    if (state.unlimited) await limitRole(db);
  } catch (error) {
    throw new Error(`The database could not be migrated: ${reasonOf(error)}`, { cause: error });
  }
  return names;
}

/**
 * Brings an empty database, or one that has begun the same way, to the schema that these migrations make and no
 * further. Throws BackupRefused when this program does not know them, or the database is beyond them.
 */
export async function migrateTo(tx: Queries, tags: readonly string[], folder: string): Promise<void> {
  const known = readJournal(folder);
  if (tags.some((tag, i) => known[i]?.tag !== tag)) {
    throw new BackupRefused('The backup was made by a newer version of Jarvis. Use that one.');
  }
  if ((await readApplied(tx, known, folder)).length > tags.length) {
    throw new BackupRefused(
      'The database is beyond the version of the backup. Restore into an empty one: an empty DATA_DIR, or a new database in DATABASE_URL.',
    );
  }
  const cut = await mkdtemp(join(tmpdir(), 'jarvis-migrations-'));
  try {
    await cp(folder, cut, { recursive: true });
    await writeFile(join(cut, journalFile), JSON.stringify({ entries: known.slice(0, tags.length) }));
    await applyMissing(tx, known.slice(0, tags.length), cut);
  } finally {
    await rm(cut, { recursive: true });
  }
}

/** The names of the migrations that the database has. Throws an Error when it has others than `folder`. */
export async function appliedTags(q: Queries, folder: string): Promise<string[]> {
  const known = readJournal(folder);
  const rows = await q.run('select created_at from public.drizzle_migrations order by created_at', []);
  const waiting = missing(known, numbers(rows));
  return known.slice(0, known.length - waiting.length).map(({ tag }) => tag);
}

/**
 * Carries out `work`, for `workMs` at most, while no other process migrates. The lock is asked for again and again: a statement that waits
 * for it would be waited for in turn by the index that its holder builds.
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

async function applyMissing(tx: Queries, known: readonly Migration[], folder: string): Promise<string[]> {
  const waiting = missing(known, await readApplied(tx, known, folder));
  // A table that is in use elsewhere must not be waited for with everybody else queueing behind us.
  await tx.run("select set_config('lock_timeout', '10s', true)", []);
  // Loaded where it is used, for it takes longer to load than to find nothing to do.
  const { migrate: applyAll } = await import('drizzle-orm/postgres-js/migrator');
  await applyAll(tx.drizzle, { migrationsFolder: folder, ...applied });
  return waiting.map(({ tag }) => tag);
}

/** `when` of each migration that was applied. Makes the table that tells of them where it is missing. */
async function readApplied(tx: Queries, known: readonly Migration[], folder: string): Promise<number[]> {
  await tx.run(
    `create table if not exists public.drizzle_migrations (
       id serial primary key, hash text not null, created_at bigint)`,
    [],
  );
  await takeOver(tx, known, folder);
  return numbers(await tx.run('select created_at from public.drizzle_migrations order by created_at', []));
}

/** What the table of former versions, `migrations`, says was applied, is taken over by drizzle's. */
async function takeOver(tx: Queries, known: readonly Migration[], folder: string): Promise<void> {
  const [[found] = []] = await tx.run("select to_regclass('public.migrations') is not null", []);
  if (found !== true) return;
  const { readMigrationFiles } = await import('drizzle-orm/migrator');
  const files = readMigrationFiles({ migrationsFolder: folder });
  const rows = await tx.run('select name from public.migrations order by number', []);
  for (const [i, [tag]] of rows.entries()) {
    const file = files[i];
    if (!file || known[i]?.tag !== tag) throw foreign(String(tag));
    await tx.run('insert into public.drizzle_migrations (hash, created_at) values ($1, $2)', [
      file.hash,
      file.folderMillis,
    ]);
  }
  await tx.run('drop table public.migrations', []);
}

/**
 * Builds what is missing, and anew what was left half built, then drops what is no longer wanted, by a connection of
 * its own: it cannot be done in a transaction, and takes longer than a session's statements may.
 */
async function finishIndexes(db: Database, indexes: Indexes): Promise<void> {
  const apart = db.apart(deadlineMs);
  try {
    const { unfinished } = await readState(apart, indexes);
    for (const name of unfinished) {
      await apart.run(`drop index concurrently if exists "${name}"`, [], { prepared: false });
      const text = indexes.wanted.get(name);
      if (text !== undefined) await apart.run(text, [], { prepared: false });
    }
  } finally {
    await apart.close();
  }
}

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
      unfinished: (unfinished as string[] | null) ?? [],
      unlimited: unlimited === true,
    };
  } catch (error) {
    if (error instanceof QueryError && error.code === '42P01') {
      return { applied: [], unfinished: [], unlimited: false };
    }
    throw new Error(`The database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

function missing(known: readonly Migration[], applied: readonly number[]): readonly Migration[] {
  const unknown = applied.find((when, i) => known[i]?.when !== when);
  if (unknown !== undefined) throw foreign(`of ${new Date(unknown).toISOString()}`);
  return known.slice(applied.length);
}

const foreign = (which: string): Error =>
  new Error(
    `The database has the migration ${which}, which this version of Jarvis does not know: it was used by a newer one. Start that one, or use another database.`,
  );

const numbers = (rows: Rows): number[] => rows.map(([when]) => Number(when));

function readJournal(folder: string): readonly Migration[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, journalFile), 'utf8'));
  const { entries } = journal as { entries: Migration[] };
  const late = entries.find(({ when }, i) => when <= (entries[i - 1]?.when ?? 0));
  // drizzle would leave it out without a word.
  if (late) throw new Error(`The migration ${late.tag} is older than the one before it: generate it anew.`);
  return entries;
}
