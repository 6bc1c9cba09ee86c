import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Queries } from './database.ts';
import { QueryError, reasonOf } from './failures.ts';

/** Any number, the same for all who migrate a database. */
const lockKey = 736_200_502;
/** For building an index on a large table, or waiting for another process that does. */
const deadlineMs = 30 * 60_000;

/**
 * Brings the database to this program's schema and returns the names of what was applied. Several processes may
 * do so at once, also through a transaction pooler: each migration is one transaction under an advisory lock. One
 * query when there is nothing to do. Throws an Error with one line when the database cannot be reached, or belongs
 * to a newer program.
 */
export async function migrate(db: Database, folder: string): Promise<string[]> {
  const known = readJournal(folder);
  if (missing(known, await appliedNames(db)).length === 0) return [];
  try {
    return await applyAll(db, known, folder);
  } catch (error) {
    throw new Error(`The database could not be migrated: ${reasonOf(error)}`, { cause: error });
  }
}

/**
 * Brings an empty database, or one that has begun the same way, to the schema that these migrations make and no
 * further. Throws an Error with one line when this program does not know them, or the database is beyond them.
 */
export async function migrateTo(db: Database, wanted: readonly string[], folder: string): Promise<void> {
  const known = readJournal(folder);
  if (wanted.some((name, i) => known[i] !== name)) {
    throw new Error('It was made by a newer version of Jarvis. Use that one.');
  }
  const applied = await appliedNames(db);
  if (applied.length > wanted.length) {
    throw new Error('The database has been used by a newer version of Jarvis. Use an empty one.');
  }
  if (missing(wanted, applied).length > 0) await applyAll(db, wanted, folder);
}

async function applyAll(db: Database, known: readonly string[], folder: string): Promise<string[]> {
  const applied: string[] = [];
  await db.transaction(createTable, { deadlineMs });
  for (;;) {
    const name = await db.transaction((tx) => applyNext(tx, known, folder), { deadlineMs });
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyNext(tx: Queries, known: readonly string[], folder: string): Promise<string | undefined> {
  await tx.run('select pg_advisory_xact_lock($1)', [lockKey]);
  const rows = await tx.run('select name from migrations order by number', []);
  const [name] = missing(known, names(rows));
  if (name === undefined) return undefined;
  // A table that is in use elsewhere must not be waited for with everybody else queueing behind us.
  await tx.run("select set_config('lock_timeout', '10s', true)", []);
  for (const text of readFileSync(join(folder, `${name}.sql`), 'utf8').split('--> statement-breakpoint')) {
    if (text.trim() !== '') await tx.run(text, [], { prepared: false });
  }
  await tx.run('insert into migrations (number, name) values ($1, $2)', [known.indexOf(name), name]);
  return name;
}

async function createTable(tx: Queries): Promise<void> {
  await tx.run('select pg_advisory_xact_lock($1)', [lockKey]);
  await tx.run(
    `create table if not exists migrations (
       number integer primary key, name text not null, applied_at timestamptz not null default now())`,
    [],
  );
}

async function appliedNames(db: Database): Promise<string[]> {
  try {
    return names(await db.run('select name from migrations order by number', [], { prepared: false }));
  } catch (error) {
    if (error instanceof QueryError && error.code === '42P01') return [];
    throw new Error(`The database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

function missing(known: readonly string[], applied: readonly string[]): string[] {
  const foreign = applied.find((name, i) => known[i] !== name);
  if (foreign !== undefined) {
    throw new Error(
      `The database has the migration "${foreign}", which this version of Jarvis does not know: it was used by a newer one. Start that one, or use another database.`,
    );
  }
  return known.slice(applied.length);
}

const names = (rows: readonly unknown[][]): string[] => rows.map(([name]) => String(name));

function readJournal(folder: string): string[] {
  const journal: unknown = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'));
  return (journal as { entries: { tag: string }[] }).entries.map((entry) => entry.tag);
}
