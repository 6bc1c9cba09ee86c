import { BackupRefused } from '../failures.ts';
import type { DatabaseLog } from '../log.ts';
import type { Rows } from '../statements/client.ts';
import type { Queries } from '../statements/queries.ts';
import { foreign, type Migration, missing, readJournal, readSteps } from './journal.ts';

/**
 * Applies the first missing migration and returns its name; undefined if none is missing. Waits at most `lockMs` for
 * a table in use, because other requests queue behind the migration. Logs before and after.
 */
export async function applyNext(
  tx: Queries,
  folder: string,
  lockMs: number,
  log: DatabaseLog | undefined,
): Promise<string | undefined> {
  const known = readJournal(folder);
  const applied = await readApplied(tx, known, folder);
  const [next, ...later] = missing(known, applied);
  if (!next) return undefined;
  await tx.run("select set_config('lock_timeout', $1, true)", [`${lockMs}ms`]);
  const fields = { migration: next.tag, left: later.length };
  const began = performance.now();
  log?.info(fields, 'upgrading the database: a migration begins');
  await apply(tx, folder, next);
  const ms = Math.round(performance.now() - began);
  log?.info({ ...fields, ms }, 'upgrading the database: a migration is done');
  return next.tag;
}

/**
 * Brings an empty database, or one with the first of these migrations, to the schema of `tags` and no further. Throws
 * BackupRefused when this program does not know them, or the database has later ones.
 */
export async function migrateTo(tx: Queries, tags: readonly string[], folder: string): Promise<void> {
  const known = readJournal(folder);
  if (tags.some((tag, i) => known[i]?.tag !== tag)) {
    throw new BackupRefused('The backup was made by a newer version of Jarvis. Use that one.');
  }
  const applied = await readApplied(tx, known, folder);
  if (applied.length > tags.length) {
    throw new BackupRefused(
      'The database is beyond the version of the backup. Restore into an empty one: an empty DATA_DIR, or a new database in DATABASE_URL.',
    );
  }
  await tx.run("select set_config('lock_timeout', '10s', true)", []);
  for (const migration of missing(known.slice(0, tags.length), applied)) await apply(tx, folder, migration);
}

/** The names of the applied migrations. Throws an Error when one of them is not in `folder`. */
export async function appliedTags(q: Queries, folder: string): Promise<string[]> {
  const known = readJournal(folder);
  const waiting = missing(known, numbers(await q.run(selectApplied, [])));
  return known.slice(0, known.length - waiting.length).map(({ tag }) => tag);
}

async function apply(tx: Queries, folder: string, { tag, when }: Migration): Promise<void> {
  const { statements, hash } = readSteps(folder, tag);
  for (const text of statements) await tx.run(text, [], { prepared: false });
  await note(tx, hash, when);
}

const note = (tx: Queries, hash: string, when: number) =>
  tx.run('insert into public.drizzle_migrations (hash, created_at) values ($1, $2)', [hash, when]);

/** `when` of each applied migration. Creates the table that lists them if it is missing. */
async function readApplied(tx: Queries, known: readonly Migration[], folder: string): Promise<number[]> {
  await tx.run(
    `create table if not exists public.drizzle_migrations (
       id serial primary key, hash text not null, created_at bigint)`,
    [],
  );
  await takeOver(tx, known, folder);
  return numbers(await tx.run(selectApplied, []));
}

const selectApplied = 'select created_at from public.drizzle_migrations order by created_at';

/** Copies the list of earlier versions, the table `migrations`, into drizzle's table. */
async function takeOver(tx: Queries, known: readonly Migration[], folder: string): Promise<void> {
  const [[found] = []] = await tx.run("select to_regclass('public.migrations') is not null", []);
  if (found !== true) return;
  const rows = await tx.run('select name from public.migrations order by number', []);
  for (const [i, [tag]] of rows.entries()) {
    const migration = known[i];
    if (!migration || migration.tag !== tag) throw foreign(String(tag));
    await note(tx, readSteps(folder, migration.tag).hash, migration.when);
  }
  await tx.run('drop table public.migrations', []);
}

const numbers = (rows: Rows): number[] => rows.map(([when]) => Number(when));
