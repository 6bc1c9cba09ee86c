import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { pipeline as pipelined } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupRefused } from '../failures.ts';

/** Supported formats; the last one is written. The first has no bytes. */
const formats = ['jarvis-backup-1', 'jarvis-backup-2'] as const;

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: (typeof formats)[number];
  readonly takenAt: string;
  readonly migrations: readonly string[];
  /** A table comes after the tables it references. */
  readonly tables: readonly BackupTable[];
}

export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of bytes, stored as base64. */
  readonly bytes?: readonly string[];
}

export interface BackupPage {
  readonly table: string;
  readonly rows: readonly string[];
}

export type RowCounts = Record<string, number>;

/** Rows read or written at a time: fewer if they are long. */
export const rowsPerPage = 1_000;
export const pageCharsMax = 2 * 1024 * 1024;

/**
 * Writes a backup: gzip, lines of JSON with a SHA-256 sum at the end. The file gets its name only when it is
 * complete, on disk and read back; only its owner can read it. Throws BackupRefused when the name is taken.
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  pages: AsyncIterable<BackupPage>,
): Promise<RowCounts> {
  if (await lstat(file).catch(() => undefined)) {
    throw new BackupRefused(`${file} exists already. Name a file that does not.`);
  }
  // An unguessable name, and `wx`: otherwise the backup could be written through a symbolic link of another user.
  const unfinished = `${file}.${randomUUID()}${unfinishedEnding}`;
  const written: RowCounts = {};
  try {
    await pipelined(
      // A row of a file's bytes has 700 KB, so no 16 of them may queue for compression.
      Readable.from(backupLines(header, pages, written), { highWaterMark: 1 }),
      createGzip(),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    );
    const found: RowCounts = Object.fromEntries(Object.keys(written).map((table) => [table, 0]));
    for await (const { table, rows } of (await openBackupFile(unfinished)).pages) {
      found[table] = (found[table] ?? 0) + rows.length;
    }
    if (JSON.stringify(found) !== JSON.stringify(written)) throw damaged(file);
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw takesNoFile(file, error) ?? error;
  }
  return written;
}

/** With advice, if the folder is missing, closed or read-only; undefined for other errors. */
function takesNoFile(file: string, error: unknown): Error | undefined {
  const { code, syscall }: NodeJS.ErrnoException = error instanceof Error ? error : new Error();
  if (syscall !== 'open' || !['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'].includes(code ?? ''))
    return undefined;
  return new BackupRefused(
    `No file can be made in ${dirname(file)} (${code}). Name a folder that exists and can be written in.`,
  );
}

export const unfinishedEnding = '.unfinished';

/** Files of interrupted backups to this name, or of backups still running. */
export async function unfinishedBackups(file: string): Promise<string[]> {
  const names = await readdir(dirname(file)).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${basename(file)}.`) && name.endsWith(unfinishedEnding))
    .map((name) => join(dirname(file), name));
}

async function* backupLines(
  header: BackupHeader,
  pages: AsyncIterable<BackupPage>,
  rows: RowCounts,
): AsyncGenerator<string> {
  const sum = createHash('sha256');
  const line = (text: string) => {
    sum.update(text);
    return `${text}\n`;
  };
  yield line(JSON.stringify(header));
  for (const { name } of header.tables) rows[name] = 0;
  let table: string | undefined;
  for await (const page of pages) {
    if (page.table !== table) yield line(JSON.stringify({ table: page.table }));
    table = page.table;
    for (const row of page.rows) yield line(row);
    rows[table] = (rows[table] ?? 0) + page.rows.length;
  }
  yield `${JSON.stringify({ end: true, rows, sha256: sum.digest('hex') })}\n`;
}

/**
 * Opens a backup; its pages are in the order of the header's tables. Throws BackupRefused when the file is not a
 * backup, or while reading pages when it is damaged; the pages read until then must be discarded.
 */
export async function openBackupFile(
  file: string,
): Promise<{ header: BackupHeader; pages: AsyncIterable<BackupPage> }> {
  const lines = readLines(file);
  const first = await lines.next();
  const header = parse(first.value) as BackupHeader | undefined;
  const isWhole = [header?.migrations, header?.tables].every(Array.isArray);
  if (first.done || !header || !formats.includes(header.format) || !isWhole) {
    await lines.return(undefined);
    throw new BackupRefused(`${file} is not a backup of Jarvis. Name a file that \`backup\` wrote.`);
  }
  return { header, pages: readPages(file, header, first.value, lines) };
}

async function* readPages(
  file: string,
  { tables }: BackupHeader,
  firstLine: string,
  lines: AsyncIterable<string>,
): AsyncGenerator<BackupPage> {
  const known = new Set(tables.map(({ name }) => name));
  const sum = createHash('sha256').update(firstLine);
  let table: string | undefined;
  let rows: string[] = [];
  let chars = 0;
  for await (const line of lines) {
    const mark = line.startsWith('{"end":true') || line.startsWith('{"table":');
    const isFull = rows.length === rowsPerPage || chars + line.length > pageCharsMax;
    if (table !== undefined && rows.length > 0 && (mark || isFull)) {
      yield { table, rows };
      rows = [];
      chars = 0;
    }
    if (!mark) {
      rows.push(line);
      chars += line.length;
    } else if (line.startsWith('{"end":true')) {
      const end = parse(line) as { sha256?: string } | undefined;
      if (end?.sha256 === sum.digest('hex')) return;
      break;
    } else {
      table = (parse(line) as { table?: string } | undefined)?.table;
      if (table === undefined || !known.has(table)) break;
    }
    sum.update(line);
  }
  throw damaged(file);
}

const damaged = (file: string) =>
  new BackupRefused(`The backup ${file} is damaged or not whole. Use another one.`);

/** Splits at `\n` only: `readline` also splits at U+2028 and U+2029, which JSON leaves unescaped in texts. */
async function* readLines(file: string): AsyncGenerator<string, undefined> {
  const text = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of text) {
      const [first, ...more] = (chunk as string).split('\n');
      rest += first;
      for (const line of more) {
        yield rest;
        rest = line;
      }
    }
  } catch (error) {
    throw new BackupRefused(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}. Use another one.`,
    );
  }
  if (rest !== '') yield rest;
}

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
