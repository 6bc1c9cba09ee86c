import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, silentLog } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { connect } from './database.ts';
import { migrate } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const db = await freshDatabase();
const other = connect({ url: db.url, poolSize: 2, applicationName: 'second process', log: silentLog });
await db.run('drop table migrations', []);
afterAll(async () => {
  await other.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

function write(migrations: Record<string, string>): void {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = Object.keys(migrations).map((tag, idx) => ({ idx, tag }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  for (const [tag, text] of Object.entries(migrations)) writeFileSync(join(folder, `${tag}.sql`), text);
}

const first = { '0000_first': 'create table a (id int);--> statement-breakpoint\ninsert into a values (1)' };
const second = { ...first, '0001_second': 'alter table a add column b int' };
const broken = { ...second, '0002_broken': 'create table c (id int);--> statement-breakpoint\nselect 1/0' };

test('each migration is applied once, also by two processes that start at once', async () => {
  write(first);
  const applied = await Promise.all([migrate(db, folder), migrate(other, folder), migrate(db, folder)]);
  expect(applied.flat()).toEqual(['0000_first']);
  expect(await db.run('select * from a', [])).toEqual([[1]]);
  write(second);
  expect(await migrate(db, folder)).toEqual(['0001_second']);
  expect(await migrate(other, folder)).toEqual([]);
});

test('a migration that fails leaves nothing behind', async () => {
  write(broken);
  await expect(migrate(db, folder)).rejects.toThrow('division by zero');
  expect(await db.run("select to_regclass('c')", [])).toEqual([[null]]);
});

test('a database of a newer program is left alone', async () => {
  write(second);
  await migrate(db, folder);
  write(first);
  await expect(migrate(db, folder)).rejects.toThrow('0001_second');
});

test('a database that cannot be reached is told of with the reason', async () => {
  const nowhere = connect({
    url: 'postgres://u@localhost:1/db',
    poolSize: 1,
    applicationName: 'test',
    log: silentLog,
  });
  await expect(migrate(nowhere, folder)).rejects.toThrow(/^The database cannot be used: .*ECONNREFUSED/);
  await nowhere.close();
});
