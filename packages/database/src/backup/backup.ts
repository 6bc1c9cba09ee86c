import type { Database } from '../database.ts';
import { BackupRefused } from '../failures.ts';
import { inWords } from '../in-words.ts';
import { appliedTags, migrateTo } from '../migrations/apply-migrations.ts';
import { migrate, whileMigratingAlone } from '../migrations/migrate.ts';
import type { Queries } from '../statements/queries.ts';
import {
  type BackupPage,
  type BackupTable,
  openBackupFile,
  pageCharsMax,
  type RowCounts,
  rowsPerPage,
  unfinishedEnding,
  writeBackupFile,
} from './backup-file.ts';

/** What a backup has to know about the tables. */
export interface BackedUpSchema {
  readonly migrations: string;
  /** Tables with short-lived rows, which are neither written nor restored. */
  readonly passing: readonly string[];
  /** Tables of files, which a backup may omit. */
  readonly files: readonly string[];
  /** What is done to a restored database, in the same transaction. */
  readonly afterRestore: (tx: Queries) => Promise<void>;
}

export interface BackupSummary {
  readonly takenAt: string;
  readonly rows: Readonly<RowCounts>;
}

const deadlineMs = 6 * 60 * 60_000;

/**
 * Writes every row to a file, as of one moment, while the service runs: JSON from Postgres itself, so that no value
 * loses precision. Skips tables that do not survive a crash (unlogged). Resolves when the file has been read back
 * completely. Throws BackupRefused when the name is taken.
 */
export async function backUp(
  db: Database,
  file: string,
  takenAt: string,
  { migrations, passing, files }: BackedUpSchema,
  { withoutFiles = false } = {},
): Promise<BackupSummary> {
  const left = withoutFiles ? [...passing, ...files] : passing;
  const written = db.transaction(
    async (tx) => {
      const tables = (await readTables(tx)).filter(({ name }) => !left.includes(name));
      const header = {
        format: 'jarvis-backup-2' as const,
        takenAt,
        migrations: await appliedTags(tx, migrations),
        tables,
      };
      return writeBackupFile(file, header, pagesOf(tx, tables));
    },
    // At the end the file is synced and read back, which may take minutes.
    { isolation: 'repeatable read', deadlineMs, idleMs: deadlineMs },
  );
  const rows = await written.catch((error: unknown) => {
    throw new BackupRefused(`No backup was written. ${inWords(error)}`, error);
  });
  return { takenAt, rows };
}

/**
 * Fills a database without accounts from a backup, in one transaction that first empties its tables, and migrates it
 * to this version. Throws BackupRefused, which says whether anything was restored.
 */
export async function restore(db: Database, file: string, schema: BackedUpSchema): Promise<BackupSummary> {
  const restored = await whileMigratingAlone(
    db,
    async (tx) => {
      if (file.endsWith(unfinishedEnding))
        throw new BackupRefused(`${file} is an unfinished backup: it was interrupted. Use another one.`);
      // Inside the transaction, which may run again: pages can be read only once.
      const { header, pages } = await openBackupFile(file);
      await refuseAccounts(tx);
      await migrateTo(tx, header.migrations, schema.migrations);
      const rows = await fill(tx, header.tables, pages, schema.passing);
      await schema.afterRestore(tx);
      return { takenAt: header.takenAt, rows };
    },
    { workMs: deadlineMs },
  ).catch((error: unknown) => {
    throw new BackupRefused(`Nothing was restored. ${inWords(error)}`, error);
  });
  try {
    await migrate(db, schema.migrations);
  } catch (error) {
    throw new BackupRefused(
      `Everything was restored, but not brought to this version yet. ${inWords(error)} Starting the service does it, too.`,
      error,
    );
  }
  return restored;
}

async function* pagesOf(tx: Queries, tables: readonly BackupTable[]): AsyncGenerator<BackupPage> {
  for (const { name, columns, bytes = [] } of tables) {
    const list = columns
      .map((column) =>
        bytes.includes(column)
          ? `replace(encode(${quoted(column)}, 'base64'), e'\\n', '') as ${quoted(column)}`
          : quoted(column),
      )
      .join(', ');
    await tx.run(
      `declare backup no scroll cursor for select row_to_json(r)::text from (select ${list} from ${quoted(name)}) r`,
      [],
      { prepared: false },
    );
    // The length of rows is known only after reading: begins with a few, then as many as fit at the longest length.
    // Rows of bytes may be 700 KB each after thousands of short ones.
    const most = bytes.length > 0 ? 8 : rowsPerPage;
    let rows = 8;
    for (;;) {
      const page = await tx.run(`fetch ${rows} from backup`, [], { prepared: false });
      const texts = page.map(([text]) => String(text));
      if (texts.length > 0) yield { table: name, rows: texts };
      if (texts.length < rows) break;
      const longest = Math.max(...texts.map((text) => text.length));
      rows = Math.max(1, Math.min(most, 2 * rows, Math.floor(pageCharsMax / longest)));
    }
    await tx.run('close backup', [], { prepared: false });
  }
}

/** The tables that survive a crash, each after those it references, with their stored columns. */
async function readTables(tx: Queries): Promise<BackupTable[]> {
  const found = await tx.run(
    `select c.relname, json_agg(a.attname order by a.attnum),
       json_agg(a.attname order by a.attnum) filter (where a.atttypid = 'bytea'::regtype),
       to_json(array(select f.confrelid::regclass::text from pg_constraint f
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid))
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and 'u' not in (select relpersistence from pg_partition_tree(c.oid) as p join pg_class on oid = p.relid
         union select c.relpersistence)
       and c.relname <> 'drizzle_migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid, c.relname order by c.relname`,
    [],
    { prepared: false },
  );
  let waiting = found as unknown as [
    name: string,
    columns: string[],
    bytes: string[] | null,
    needs: string[],
  ][];
  const ordered: BackupTable[] = [];
  while (waiting.length > 0) {
    const names = waiting.map(([name]) => name);
    const ready = waiting.filter(([, , , needs]) => !needs.some((need) => names.includes(need)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${names}`);
    for (const [name, columns, bytes] of ready) ordered.push({ name, columns, ...(bytes && { bytes }) });
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** From here until the transaction ends, no account can be opened. */
async function refuseAccounts(tx: Queries): Promise<void> {
  const [[exists] = []] = await tx.run("select to_regclass('public.users') is not null", []);
  if (exists !== true) return;
  await tx.run('lock table users', [], { prepared: false });
  const [[accounts] = []] = await tx.run('select exists (select from users)', []);
  if (accounts === true)
    throw new BackupRefused(
      'The database holds accounts already. Restore into one without: an empty DATA_DIR, or a new database in DATABASE_URL.',
    );
}

/** Empties the tables first: rows of a service without accounts, such as its settings, would conflict. */
async function fill(
  tx: Queries,
  tables: readonly BackupTable[],
  pages: AsyncIterable<BackupPage>,
  passing: readonly string[],
): Promise<RowCounts> {
  const all = [...tables.map(({ name }) => name), ...passing];
  await tx.run(`truncate ${all.map(quoted).join(', ')} cascade`, [], { prepared: false });
  const kept = tables.filter(({ name }) => !passing.includes(name));
  const tableOf = new Map(kept.map((table) => [table.name, table]));
  const counts: RowCounts = Object.fromEntries(kept.map(({ name }) => [name, 0]));
  for await (const { table, rows } of pages) {
    const described = tableOf.get(table);
    // Short-lived rows, which earlier versions also wrote.
    if (!described) continue;
    await insertRows(tx, described, rows);
    counts[table] = (counts[table] ?? 0) + rows.length;
  }
  return counts;
}

async function insertRows(
  tx: Queries,
  { name, columns, bytes = [] }: BackupTable,
  page: readonly string[],
): Promise<void> {
  const list = columns.map(quoted).join(', ');
  // Base64 without a backslash would be read as the bytes of its letters.
  const values = columns
    .map((column) =>
      bytes.includes(column) ? `decode(encode(${quoted(column)}, 'escape'), 'base64')` : quoted(column),
    )
    .join(', ');
  await tx.run(
    `insert into ${quoted(name)} (${list}) select ${values} from json_populate_recordset(null::${quoted(name)}, $1::text::json)`,
    [`[${page.join(',')}]`],
    { prepared: false },
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
