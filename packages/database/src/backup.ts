import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Database, Queries } from './client.ts';
import { BackupRefused } from './errors.ts';
import { migrate, migrateTo } from './migrate.ts';

/** What was written or read. */
export interface BackupSummary {
  readonly takenAt: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

interface Header {
  readonly format: 'jarvis-backup-1';
  readonly takenAt: string;
  readonly migrations: readonly string[];
  /** Whoever is referred to comes before who refers. */
  readonly tables: readonly Table[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

const rowsAtATime = 1_000;
const deadlineMs = 6 * 60 * 60_000;

/**
 * Writes every row to a compressed file, as of one moment, while the service goes on: lines of JSON as Postgres
 * makes it, so that nothing is lost on the way. Tables that do not survive a crash (unlogged) are left out. The
 * file appears under its name when it is whole and on disk; only its owner can read it.
 */
export async function backUp(db: Database, file: string, takenAt: string): Promise<BackupSummary> {
  const unfinished = `${file}.unfinished`;
  const rows: Record<string, number> = {};
  try {
    await db.transaction(
      async (tx) => {
        const lines = backupLines(tx, takenAt, rows);
        await pipeline(Readable.from(lines), createGzip(), createWriteStream(unfinished, { mode: 0o600 }));
      },
      { isolation: 'repeatable read', deadlineMs },
    );
    const handle = await open(unfinished, 'r+');
    await handle.sync();
    await handle.close();
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return { takenAt, rows };
}

/**
 * Fills an empty database with what a backup holds, all or nothing, and brings it to this version. Throws
 * BackupRefused when the database holds accounts, or the file is not whole.
 */
export async function restore(db: Database, file: string, migrations: string): Promise<BackupSummary> {
  const { header, lines } = await openBackup(file);
  await migrateTo(db, header.migrations, migrations);
  const rows = await db.transaction((tx) => fill(tx, header, lines), { deadlineMs });
  await migrate(db, migrations);
  return { takenAt: header.takenAt, rows };
}

async function* backupLines(
  tx: Queries,
  takenAt: string,
  rows: Record<string, number>,
): AsyncGenerator<string> {
  const sum = createHash('sha256');
  const line = (text: string) => {
    sum.update(text);
    return `${text}\n`;
  };
  const tables = await readTables(tx);
  const migrations = await tx.run('select name from migrations order by number', []);
  const header: Header = {
    format: 'jarvis-backup-1',
    takenAt,
    migrations: migrations.map(([name]) => String(name)),
    tables,
  };
  yield line(JSON.stringify(header));
  for (const { name, columns } of tables) {
    yield line(JSON.stringify({ table: name }));
    const list = columns.map(quoted).join(', ');
    await tx.run(
      `declare backup no scroll cursor for select row_to_json(r)::text from (select ${list} from ${quoted(name)}) r`,
      [],
      { prepared: false },
    );
    rows[name] = 0;
    for (;;) {
      const page = await tx.run(`fetch ${rowsAtATime} from backup`, [], { prepared: false });
      for (const [text] of page) yield line(String(text));
      rows[name] += page.length;
      if (page.length < rowsAtATime) break;
    }
    await tx.run('close backup', [], { prepared: false });
  }
  yield `${JSON.stringify({ end: true, rows, sha256: sum.digest('hex') })}\n`;
}

/** The tables that survive a crash, each after those that it refers to, with the columns that are stored. */
async function readTables(tx: Queries): Promise<Table[]> {
  const found = await tx.run(
    `select c.relname, array_to_string(array_agg(a.attname order by a.attnum), ','),
       (select coalesce(string_agg(distinct f.confrelid::regclass::text, ','), '') from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid)
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
       and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid, c.relname order by c.relname`,
    [],
    { prepared: false },
  );
  const waiting = new Map(
    found.map(([name, columns, needs]) => [
      String(name),
      { columns: String(columns).split(','), needs: String(needs).split(',').filter(Boolean) },
    ]),
  );
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter(([, { needs }]) => needs.every((need) => !waiting.has(need)));
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()]}`);
    for (const [name, { columns }] of ready) {
      ordered.push({ name, columns });
      waiting.delete(name);
    }
  }
  return ordered;
}

async function openBackup(file: string): Promise<{ header: Header; lines: AsyncIterator<string> }> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.once('error', (error) => text.destroy(error));
  const lines = createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  const first = await lines.next().catch((error: unknown) => {
    throw new BackupRefused(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
  const header = parse(first.value) as Header | undefined;
  if (header?.format !== 'jarvis-backup-1') throw new BackupRefused(`${file} is not a backup of Jarvis.`);
  return { header, lines: withFirst(first.value as string, lines) };
}

/** The lines with the first again in front: it counts in the sum. */
async function* withFirst(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first;
  for (;;) {
    const { done, value } = await rest.next();
    if (done) return;
    yield value;
  }
}

async function fill(
  tx: Queries,
  { tables }: Header,
  lines: AsyncIterator<string>,
): Promise<Record<string, number>> {
  const [[accounts] = []] = await tx.run('select exists (select from users)', []);
  if (accounts === true)
    throw new BackupRefused('The database holds accounts already. Restore into an empty one.');
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  const sum = createHash('sha256');
  const rows: Record<string, number> = {};
  let table = '';
  let page: string[] = [];
  const flush = async () => {
    if (page.length > 0) await insertRows(tx, table, columnsOf.get(table) ?? [], page);
    rows[table] = (rows[table] ?? 0) + page.length;
    page = [];
  };
  await lines.next().then(({ value }) => sum.update(String(value)));
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value;
    if (line.startsWith('{"end":true')) {
      if (table !== '') await flush();
      const end = parse(line) as { sha256?: string } | undefined;
      if (end?.sha256 === sum.digest('hex')) return rows;
      break;
    }
    sum.update(line);
    if (line.startsWith('{"table":')) {
      if (table !== '') await flush();
      table = (parse(line) as { table: string }).table;
      if (!columnsOf.has(table)) break;
    } else {
      page.push(line);
      if (page.length === rowsAtATime) await flush();
    }
  }
  throw new BackupRefused('The backup is damaged or not whole; nothing was restored.');
}

async function insertRows(
  tx: Queries,
  table: string,
  columns: readonly string[],
  page: readonly string[],
): Promise<void> {
  const list = columns.map(quoted).join(', ');
  await tx.run(
    `insert into ${quoted(table)} (${list}) select ${list} from json_populate_recordset(null::${quoted(table)}, $1::text::json)`,
    [`[${page.join(',')}]`],
    { prepared: false },
  );
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
