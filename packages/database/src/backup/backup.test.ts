import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { backedUpSchema } from '@jarvis/core';
import { freshDatabase, type TestDatabase } from '@jarvis/testkit';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailable, QueryError } from '../failures.ts';
import { backUp, restore } from './backup.ts';
import { openBackupFile, writeBackupFile } from './backup-file.ts';

const root = mkdtempSync(join(tmpdir(), 'jarvis-backup-'));
const opened: TestDatabase[] = [];
let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  file = join(folder, 'jarvis.backup');
});
afterAll(async () => {
  for (const db of opened) await db.close();
  rmSync(root, { recursive: true });
});

async function emptyDatabase(): Promise<TestDatabase> {
  const db = await freshDatabase({ poolSize: 2 });
  opened.push(db);
  return db;
}

const takenAt = '2026-01-31T09:30:00.000Z';
const userId = '00000000-0000-7000-8000-000000000001';
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** A database with an account whose lookups have these texts. */
async function databaseWith(texts: readonly string[]): Promise<TestDatabase> {
  const db = await emptyDatabase();
  await db.run(
    `insert into users (id, email, email_key, display_name, preferred_language, memory_enabled, web_search_enabled,
       display_name_change_prompt_disabled, created_at)
     values ($1, 'ada@example.org', 'ada@example.org', 'Ada', 'auto', true, true, false, now())`,
    [userId],
  );
  for (const [n, text] of texts.entries()) {
    await db.run(
      `insert into lookups (user_id, id, query, status, result_count, conversation_id, created_at)
       values ($1, $2, $3, 'ok', 0, $2, now())`,
      [userId, idOf(n), text],
    );
  }
  return db;
}

const textsIn = async (db: TestDatabase) =>
  (await db.run('select query from lookups order by id', [], { deadlineMs: 30_000 })).flat();

/** Every storable code point: all but U+0000 and the surrogates. */
function everyCodePoint(): string[] {
  const texts: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x1000) {
    const points = Array.from({ length: 0x1000 }, (_, n) => first + n);
    const allowed = points.filter((point) => point !== 0 && (point < 0xd800 || point > 0xdfff));
    if (allowed.length > 0) texts.push(allowed.map((point) => String.fromCodePoint(point)).join(''));
  }
  return texts;
}

test('texts with every code point are restored unchanged', async () => {
  const texts = everyCodePoint();
  const { rows } = await backUp(await databaseWith(texts), file, takenAt, backedUpSchema);
  expect(rows).toMatchObject({ users: 1, lookups: texts.length, messages: 0 });
  const empty = await emptyDatabase();
  expect(await restore(empty, file, backedUpSchema)).toEqual({ takenAt, rows });
  expect(await textsIn(empty)).toEqual(texts);
});

test('each line separator alone in a text is restored', async () => {
  const texts = [
    '\n',
    '\r',
    '\r\n',
    '\u2028',
    '\u2029',
    '\u0085',
    '\v',
    '\f',
    '{"end":true',
    '{"table":"users"}',
  ];
  await backUp(await databaseWith(texts), file, takenAt, backedUpSchema);
  const empty = await emptyDatabase();
  await restore(empty, file, backedUpSchema);
  expect(await textsIn(empty)).toEqual(texts);
});

test('more rows than one page holds are restored', async () => {
  const db = await databaseWith([]);
  await db.run(
    `insert into lookups (user_id, id, query, status, result_count, conversation_id, created_at)
     select $1, gen_random_uuid(), 'look up ' || n, 'ok', n, $1, now() from generate_series(1, 2500) n`,
    [userId],
  );
  await backUp(db, file, takenAt, backedUpSchema);
  const empty = await emptyDatabase();
  expect((await restore(empty, file, backedUpSchema)).rows).toMatchObject({ lookups: 2_500 });
});

test('a backup into a missing folder is refused with what to do', async () => {
  const db = await databaseWith([]);
  const missing = join(folder, 'missing');
  await expect(backUp(db, join(missing, 'file'), takenAt, backedUpSchema)).rejects.toThrow(
    `No backup was written. No file can be made in ${missing} (ENOENT). Name a folder that exists and can be written in.`,
  );
});

test('an existing file is not overwritten, a planted link is not followed, and only the owner can read the file', async () => {
  const db = await databaseWith(['mine']);
  const other = join(folder, 'other');
  writeFileSync(other, 'precious');
  symlinkSync(other, file);
  await expect(backUp(db, file, takenAt, backedUpSchema)).rejects.toThrow('exists already');
  await expect(backUp(db, other, takenAt, backedUpSchema)).rejects.toThrow('exists already');
  symlinkSync(other, join(folder, 'new.unfinished'));
  chmodSync(folder, 0o777);
  const umask = process.umask(0);
  await backUp(db, join(folder, 'new'), takenAt, backedUpSchema).finally(() => process.umask(umask));
  expect(readFileSync(other, 'utf8')).toBe('precious');
  expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['jarvis.backup', 'new', 'new.unfinished', 'other']);
});

test('a backup that does not read back as written is refused and removed', async () => {
  const header = {
    format: 'jarvis-backup-1' as const,
    takenAt,
    migrations: [],
    tables: [{ name: 'tasks', columns: ['title'] }],
  };
  // A line break in a row stands for any defect of the written data.
  async function* pages() {
    yield { table: 'tasks', rows: ['{"title":\n"milk"}'] };
  }
  await expect(writeBackupFile(file, header, pages())).rejects.toThrow('damaged');
  expect(readdirSync(folder)).toEqual([]);
});

test('a table without rows may be named in the file, as older versions did', async () => {
  await backUp(await databaseWith(['kept']), file, takenAt, backedUpSchema);
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const end = lines.findIndex((line) => line.startsWith('{"end":true'));
  const named = [...lines.slice(0, end), '{"table":"tasks"}', '{"table":"memories"}'];
  const sha256 = createHash('sha256').update(named.join('')).digest('hex');
  const older = join(folder, 'older');
  writeFileSync(older, gzipSync(`${named.join('\n')}\n${JSON.stringify({ end: true, sha256 })}\n`));
  const empty = await emptyDatabase();
  await restore(empty, older, backedUpSchema);
  expect(await textsIn(empty)).toEqual(['kept']);
});

/** Rows that a service without accounts writes, on the old installation and on the new one. */
async function beforeAnyAccount(db: TestDatabase, mode: string): Promise<void> {
  await db.run(
    `insert into installation_settings (name, value, version, changed_at)
     values ('registration', jsonb_build_object('mode', $1::text), gen_random_uuid(), now())`,
    [mode],
  );
  await db.run("insert into rate_windows values ('127.0.0.1', 'signIn', now(), 1)", []);
  await db.run(
    `insert into oauth_states (id, provider, browser, code_verifier, expires_at)
     values ('state', 'google', 'browser', 'verifier', now())`,
    [],
  );
}

const contentOf = async (db: TestDatabase) =>
  (
    await db.run(
      `select (select json_agg(value -> 'mode') from installation_settings where name <> 'outside-paused'), (select count(*)::int from rate_windows),
         (select count(*)::int from oauth_states), (select count(*)::int from lookups)`,
      [],
    )
  )[0];

test('a restore replaces the rows of a new installation, and brings neither rate windows nor pending sign-ins', async () => {
  const db = await databaseWith(['mine']);
  await beforeAnyAccount(db, 'closed');
  const { rows } = await backUp(db, file, takenAt, backedUpSchema);
  expect(Object.keys(rows)).not.toEqual(expect.arrayContaining(['rate_windows']));
  expect(Object.keys(rows)).not.toEqual(expect.arrayContaining(['oauth_states']));
  const older = join(folder, 'older');
  await backUp(db, older, takenAt, { ...backedUpSchema, passing: [] });
  for (const from of [file, older]) {
    const fresh = await emptyDatabase();
    await beforeAnyAccount(fresh, 'invitation');
    expect((await restore(fresh, from, backedUpSchema)).rows).toEqual(rows);
    expect(await contentOf(fresh)).toEqual([['closed'], 0, 0, 1]);
  }
});

test('a transaction that is run again restores everything', async () => {
  await backUp(await databaseWith(['one', 'two']), file, takenAt, backedUpSchema);
  const empty = await emptyDatabase();
  let failures = 0;
  const deadlocked = empty.intercepted(async ({ text }, proceed) => {
    const result = await proceed();
    if (text.startsWith('insert into "lookups"') && failures++ === 0) throw failureWith('40P01');
    return result;
  });
  await restore(deadlocked, file, backedUpSchema);
  expect(failures).toBe(2);
  expect(await textsIn(empty)).toEqual(['one', 'two']);
});

const failureWith = (code: string) => new QueryError(Object.assign(new Error('it says'), { code }));

test('after a failure of the database, the message says that nothing was restored, and what to do', async () => {
  await backUp(await databaseWith(['one']), file, takenAt, backedUpSchema);
  const target = await emptyDatabase();
  await beforeAnyAccount(target, 'invitation');
  const failing = (error: Error) =>
    target.intercepted(({ text }, proceed) =>
      text.startsWith('insert into "lookups"') ? Promise.reject(error) : proceed(),
    );
  for (const [error, told] of [
    [
      new DatabaseUnavailable(failureWith('53100')),
      'The disk of the database is full. Make room on it, then try again.',
    ],
    [
      new DatabaseUnavailable(new Error('gone')),
      /^The database cannot be reached: gone\. Check that it runs/,
    ],
    [failureWith('23505'), 'The database refused a statement: it says.'],
  ] as const) {
    const message = await restore(failing(error), file, backedUpSchema).catch(
      ({ message }: Error) => message,
    );
    expect(message).toMatch(/^Nothing was restored\. /);
    expect(String(message).replace('Nothing was restored. ', '')).toMatch(told);
    expect(await contentOf(target)).toEqual([['invitation'], 1, 1, 0]);
  }
  const used = await databaseWith(['theirs']);
  await expect(restore(used, file, backedUpSchema)).rejects.toThrow(
    /^Nothing was restored\. The database holds accounts already\. Restore into/,
  );
  expect(await textsIn(used)).toEqual(['theirs']);
});

test('a damaged, cut or foreign file is refused, and nothing is restored', async () => {
  await backUp(await databaseWith(['one', 'two']), file, takenAt, backedUpSchema);
  const empty = await emptyDatabase();
  const text = gunzipSync(readFileSync(file)).toString();
  const spoiled: Record<string, Buffer> = {
    changed: gzipSync(text.replace('"two"', '"owt"')),
    shorter: gzipSync(text.slice(0, text.lastIndexOf('{"end"'))),
    cut: readFileSync(file).subarray(0, -20),
    foreign: gzipSync('{"format":"other"}\n'),
    'without migrations': gzipSync('{"format":"jarvis-backup-2","tables":[]}\n'),
    nothing: Buffer.alloc(0),
    scalar: gzipSync('null\n'),
  };
  for (const [name, bytes] of Object.entries(spoiled)) {
    writeFileSync(join(folder, name), bytes);
    await expect(restore(empty, join(folder, name), backedUpSchema), name).rejects.toMatchObject({
      name: 'BackupRefused',
      message: expect.stringMatching(/^Nothing was restored\. .*(?:Use another one|Name a file)/),
    });
  }
  await expect(openBackupFile(join(folder, 'none'))).rejects.toThrow('cannot be read');
  expect(await empty.run('select count(*)::int from users', [])).toEqual([[0]]);
});

/** A file of three parts of 512 KiB and a bit, in the account that `databaseWith` makes. */
async function databaseWithFile(): Promise<TestDatabase> {
  const db = await databaseWith(['one']);
  await db.run(
    `insert into files (user_id, id, name, state, bytes, text_state, tries, created_at)
     values ($1, $1, 'a.bin', 'stored', 1572881, 'none', 0, now())`,
    [userId],
  );
  const every = Buffer.from(Array.from({ length: 512 * 1024 }, (_, n) => (n * 7 + (n >> 8)) % 256));
  for (const [n, bytes] of [every, every, every, every.subarray(0, 17)].entries()) {
    await db.run('insert into file_parts (user_id, file_id, n, bytes) values ($1, $1, $2, $3)', [
      userId,
      n,
      bytes,
    ]);
  }
  return db;
}

const partsIn = (db: TestDatabase) => db.run('select n, md5(bytes) from file_parts order by n', []);

test('bytes are restored unchanged, are base64 in the file, and can be left out', async () => {
  const db = await databaseWithFile();
  const { rows } = await backUp(db, file, takenAt, backedUpSchema);
  expect(rows).toMatchObject({ files: 1, file_parts: 4 });
  // Hexadecimal would be twice the bytes.
  expect(gunzipSync(readFileSync(file)).length).toBeLessThan(1.4 * 3 * 512 * 1024);
  const restored = await emptyDatabase();
  await restore(restored, file, backedUpSchema);
  expect(await partsIn(restored)).toEqual(await partsIn(db));

  const small = join(folder, 'small.backup');
  const without = await backUp(db, small, takenAt, backedUpSchema, { withoutFiles: true });
  expect(without.rows).not.toHaveProperty('file_parts');
  const without2 = await emptyDatabase();
  await restore(without2, small, backedUpSchema);
  expect([await textsIn(without2), [...(await partsIn(without2))]]).toEqual([['one'], []]);
});

test('rows of bytes are read a few at a time, even after short rows', async () => {
  const db = await databaseWithFile();
  await db.run(
    `insert into file_parts (user_id, file_id, n, bytes)
     select user_id, file_id, 10 + i, case when i < 1500 then 'x' else convert_to(repeat('y', 524288), 'UTF8') end
     from file_parts, generate_series(0, 1540) i where n = 0`,
    [],
  );
  let most = 0;
  const watched = db.intercepted(async (_, proceed) => {
    const rows = await proceed();
    most = Math.max(most, JSON.stringify(rows).length);
    return rows;
  });
  await backUp(watched, file, takenAt, backedUpSchema);
  expect(most).toBeGreaterThan(1_000_000);
  expect(most).toBeLessThan(8 * 1024 * 1024);
});

test('a page of a backup holds 2 MB, whatever its rows', async () => {
  const row = (n: number) => ({
    table: 'lookups',
    rows: [JSON.stringify({ n, text: 'x'.repeat(900_000) })],
  });
  await writeBackupFile(
    file,
    { format: 'jarvis-backup-2', takenAt, migrations: [], tables: [{ name: 'lookups', columns: [] }] },
    (async function* () {
      for (let n = 0; n < 5; n += 1) yield row(n);
    })(),
  );
  const sizes: number[] = [];
  for await (const { rows } of (await openBackupFile(file)).pages) sizes.push(rows.length);
  expect(sizes).toEqual([2, 2, 1]);
});
