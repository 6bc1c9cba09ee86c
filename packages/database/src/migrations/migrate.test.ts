import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clustersFolder, connectionTo, freshDatabase, silentLog } from '@jarvis/testkit';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from '../embedded/embedded.ts';
import { DatabaseUnavailable } from '../failures.ts';
import { inWords } from '../in-words.ts';
import { migrateTo } from './apply-migrations.ts';
import { migrate, usualTimes } from './migrate.ts';

const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const db = await freshDatabase();
const other = connectionTo(db.url, { poolSize: 2 });
await db.run('drop table drizzle_migrations', []);
afterAll(async () => {
  await other.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

function write(migrations: Record<string, string>, indexes = ''): void {
  mkdirSync(join(folder, 'meta'), { recursive: true });
  const entries = Object.keys(migrations).map((tag, idx) => ({ idx, tag, when: 1_000 + idx }));
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  for (const [tag, text] of Object.entries(migrations)) writeFileSync(join(folder, `${tag}.sql`), text);
  writeFileSync(join(folder, 'concurrent-indexes.sql'), indexes);
}

const first = { '0000_first': 'create table a (id int);--> statement-breakpoint\ninsert into a values (1)' };
const second = { ...first, '0001_second': 'alter table a add column b int' };
const broken = 'create table d (id int);--> statement-breakpoint\nselect 1/0';
const index = 'CREATE UNIQUE INDEX CONCURRENTLY "a_ids" ON "a" USING btree ("id");\n';

const indexes = () =>
  db.run(
    "select relname, indisvalid from pg_index join pg_class on oid = indexrelid where indrelid = 'a'::regclass order by 1",
    [],
  );

test('each migration is applied once, also when two processes start at once', async () => {
  write(first);
  const applied = await Promise.all([migrate(db, folder), migrate(other, folder), migrate(db, folder)]);
  expect(applied.flat()).toEqual(['0000_first']);
  expect(await db.run('select * from a', [])).toEqual([[1]]);
  write(second);
  expect(await migrate(db, folder)).toEqual(['0001_second']);
  expect(await migrate(other, folder)).toEqual([]);
});

test('an up-to-date database costs one statement', async () => {
  const before = db.stats().statements;
  expect(await migrate(db, folder)).toEqual([]);
  expect(db.stats().statements - before).toBe(1);
});

test('the database of a newer program is left alone', async () => {
  write(second);
  await migrate(db, folder);
  write(first);
  await expect(migrate(db, folder)).rejects.toThrow(
    /^The database has the migration of 1970-01-01T00:00:01.001Z, .* used by a newer one/,
  );
});

test('a migration older than the one before it, which drizzle would skip, is refused', async () => {
  write(second);
  const entries = [
    { tag: '0000_first', when: 1_001 },
    { tag: '0001_second', when: 1_000 },
  ];
  writeFileSync(join(folder, 'meta', '_journal.json'), JSON.stringify({ entries }));
  await expect(migrate(db, folder)).rejects.toThrow('0001_second');
});

test('an index is built while others write, also when processes start at once', async () => {
  write(second, index);
  await db.run('delete from a', []);
  let migrated: Promise<unknown> = Promise.resolve();
  await other.transaction(async (tx) => {
    await tx.run('insert into a values (2)', []);
    migrated = Promise.all([migrate(db, folder), migrate(db, folder)]);
    const waiting =
      "select from pg_stat_activity where query ilike 'create%index%' and wait_event = 'virtualxid'";
    await expect.poll(() => db.run(waiting, [])).toHaveLength(1);
    // This one would wait behind an index build in a transaction.
    await db.run('insert into a values (3)', []);
  });
  await migrated;
  expect(await indexes()).toEqual([['a_ids', true]]);
  expect(await db.run('select id from a order by id', [])).toEqual([[2], [3]]);
});

test('a half-built index is built again', async () => {
  await db.run('drop index a_ids', []);
  await db.run('insert into a values (3)', []);
  await expect(migrate(db, folder)).rejects.toThrow(
    /^The database could not be migrated: could not create unique index "a_ids"/,
  );
  expect(await indexes()).toEqual([['a_ids', false]]);
  await db.run('delete from a where ctid in (select max(ctid) from a where id = 3)', []);
  await migrate(db, folder);
  expect(await indexes()).toEqual([['a_ids', true]]);
});

test('a replaced index is dropped once its successor is built', async () => {
  write(
    second,
    `CREATE INDEX CONCURRENTLY "a_other" ON "a" ((1 / ("id" - 9)));
DROP INDEX CONCURRENTLY IF EXISTS "a_ids";`,
  );
  await db.run('insert into a values (9)', []);
  await expect(migrate(db, folder)).rejects.toThrow('division by zero');
  expect(await indexes()).toEqual([
    ['a_ids', true],
    ['a_other', false],
  ]);
  await db.run('delete from a where id = 9', []);
  await migrate(db, folder);
  expect(await indexes()).toEqual([['a_other', true]]);
});

test('migrations listed in the table of earlier versions are not applied again', async () => {
  write(second);
  await db.run('delete from drizzle_migrations', []);
  await db.run('create table migrations (number integer primary key, name text not null)', []);
  await db.run("insert into migrations values (0, '0000_first')", []);
  await db.run('alter table a drop column b', []);
  const applied = await Promise.all([migrate(db, folder), migrate(other, folder)]);
  expect(applied.flat()).toEqual(['0001_second']);
  expect(await db.run('select id from a order by id', [])).toEqual([[2], [3]]);
  expect(await db.run("select to_regclass('migrations')", [])).toEqual([[null]]);
  const hashes = readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash);
  expect((await db.run('select hash from drizzle_migrations order by created_at', [])).flat()).toEqual(
    hashes,
  );
});

test('a database can be brought to an earlier schema and no further, without the indexes of later ones', async () => {
  await db.run('drop table a, drizzle_migrations', []);
  write(second, index);
  const to = (...tags: string[]) => db.transaction((tx) => migrateTo(tx, tags, folder));
  await to('0000_first');
  expect(await db.run('select * from a', [])).toEqual([[1]]);
  expect(await indexes()).toEqual([]);
  await expect(to()).rejects.toThrow('beyond');
  await expect(to('0000_first', '0001_other')).rejects.toThrow('newer version');
  expect(await migrate(db, folder)).toEqual(['0001_second']);
  expect(await indexes()).toEqual([['a_ids', true]]);
});

test('behind a transaction pooler, the role’s statement limit, isolation and costs are set once', async () => {
  await db.run(
    `do $$ begin execute format('alter role current_user in database %I
       set default_transaction_isolation = serializable', current_database()); end $$`,
    [],
  );
  const limit = async () => {
    const session = connectionTo(db.url, { prepare: false });
    const [row] = await session.run(
      `select current_setting('statement_timeout'), current_setting('transaction_isolation'),
         current_setting('random_page_cost'), current_setting('jit')`,
      [],
    );
    await session.close();
    return row?.join();
  };
  const warnings: unknown[] = [];
  const log = { ...silentLog, warn: (_: object, message: string) => void warnings.push(message) };
  const before = connectionTo(db.url, { prepare: false, log });
  const refusing = before.intercepted((call, proceed) => {
    if (call.text.includes('alter role')) throw new Error('may not');
    return proceed();
  });
  await migrate(refusing, folder);
  expect([await limit(), warnings]).toEqual([
    '0,serializable,4,on',
    [
      expect.stringMatching(
        /^set statement_timeout = 2300, default_transaction_isolation = "read committed", random_page_cost = 1.1, jit = off for/,
      ),
    ],
  ]);
  await migrate(before, folder);
  expect([await limit(), warnings]).toHaveLength(2);
  expect(await limit()).toBe('2300ms,read committed,1.1,off');
  await before.close();
});

test('a migration that fails leaves nothing behind; those before it stay applied', async () => {
  await db.run('drop table if exists a, drizzle_migrations', []);
  write(second);
  await migrate(db, folder);
  write({ ...second, '0002_third': 'alter table a add column c int', '0003_broken': broken });
  await expect(migrate(db, folder)).rejects.toThrow('division by zero');
  expect(await db.run("select to_regclass('d')", [])).toEqual([[null]]);
  write({ ...second, '0002_third': 'select 1/0', '0003_mended': 'alter table a drop column c' });
  expect(await migrate(db, folder)).toEqual(['0003_mended']);
});

test('an upgrade logs each step and blocks nobody for long; on a new database nothing is logged', async () => {
  const lines: string[] = [];
  const tell = (fields: Record<string, unknown>, message: string) => {
    const { migration = '', index: name = '' } = fields;
    lines.push(`${message.replace('upgrading the database: ', '')} ${migration}${name}`.trim());
  };
  const log = { info: tell, warn: tell };
  const upgraded = connectionTo(db.url, { log });
  const times = { lockMs: 100, againMs: 20, inUseMs: 30_000 };
  await db.run('drop table a, drizzle_migrations', []);
  write(first);
  await migrate(upgraded, folder, { times });
  expect(lines).toEqual([]);

  write(second);
  let upgrade: Promise<unknown> = Promise.resolve();
  const held = { deadlineMs: 60_000, idleMs: 60_000 };
  await other.transaction(async (tx) => {
    await tx.run('select from a', []);
    upgrade = migrate(upgraded, folder, { times });
    await expect.poll(() => lines).toContain('a table is in use, and is tried again');
    // Readers queue behind the waiting migration, but not until the transaction ends.
    await db.run('select from a', []);
  }, held);
  await upgrade;
  write({ ...second, '0002_third': 'select 1' }, index);
  await other.transaction(async (tx) => {
    await tx.run('update a set b = 1', []);
    upgrade = migrate(upgraded, folder, { times });
    await expect.poll(() => lines).toContain('work on an index begins a_ids');
  }, held);
  await upgrade;
  await db.run('alter table a drop column b', []);
  await db.run('delete from drizzle_migrations where created_at > 1000', []);
  write(second);
  await other.transaction(async (tx) => {
    await tx.run('select pg_advisory_xact_lock(736200502)', []);
    upgrade = migrate(upgraded, folder, { times });
    await expect.poll(() => lines).toContain('waits for another process, which is at it');
  }, held);
  await upgrade;
  expect([...new Set(lines)]).toEqual([
    'a migration begins 0001_second',
    'a table is in use, and is tried again',
    'a migration is done 0001_second',
    'a migration begins 0002_third',
    'a migration is done 0002_third',
    'work on an index begins a_ids',
    'work on an index is done a_ids',
    'waits for another process, which is at it',
  ]);
  await upgraded.close();
});

test('an unreachable database is told as such', async () => {
  const nowhere = connectionTo('postgres://u@localhost:1/db');
  const failure = await migrate(nowhere, folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseUnavailable);
  expect(inWords(failure)).toMatch(/^The database cannot be reached: .*ECONNREFUSED/);
  await nowhere.close();
});

test('a new database whose locale lower-cases I to ı is refused', async () => {
  write(first);
  const [[name] = []] = await db.run('select current_database()', []);
  const turkish = `${name}_turkish`;
  await db.run(
    `create database ${turkish} template template0 locale_provider icu icu_locale 'tr-TR' locale 'C.UTF-8'`,
    [],
  );
  const theirs = connectionTo(db.url.replace(`/${name}`, `/${turkish}`));
  await expect(migrate(theirs, folder)).rejects.toThrow(/lower-cases I to ı/);
  expect(await theirs.run("select to_regclass('public.drizzle_migrations')", [])).toEqual([[null]]);
  await theirs.close();
  await db.run(`drop database ${turkish}`, []);
});

test('a role without rights is told what it lacks', async () => {
  write(first);
  const [[name] = []] = await db.run('select current_database()', []);
  const [role, empty] = [`${name}_role`, `${name}_empty`];
  await db.run(`create role ${role}`, []);
  await db.run(`create database ${empty}`, []);
  const theirs = connectionTo(db.url.replace(`/${name}`, `/${empty}`));
  await theirs.run(`set role ${role}`, []);
  const refused = await migrate(theirs, folder).catch((error: unknown) => error);
  expect(inWords(refused)).toMatch(/Make it the owner of the database/);
  await theirs.close();
  await db.run(`drop database ${empty}`, []);
  await db.run(`drop role ${role}`, []);
});

test('an autovacuum of a table gives way to a migration', async () => {
  const dataDir = mkdtempSync(join(clustersFolder, 'vacuumed-'));
  chmodSync(dataDir, 0o755);
  const settings = { autovacuum_naptime: '1s' };
  const embedded = await startEmbedded({ dataDir, log: silentLog, settings });
  const vacuumed = connectionTo(embedded.url);
  // A page costs a tenth of a second, so the vacuum would take more than a minute.
  await vacuumed.run(
    `create table vacuumed (id int, filler text) with (autovacuum_vacuum_threshold = 1,
       autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_cost_limit = 1, autovacuum_vacuum_cost_delay = 100)`,
    [],
  );
  await vacuumed.run("insert into vacuumed select n, repeat('x', 500) from generate_series(1, 10000) n", []);
  await vacuumed.run('update vacuumed set id = 0', []);
  const vacuums = "select from pg_stat_activity where query like 'autovacuum: VACUUM%public.vacuumed%'";
  await expect.poll(() => vacuumed.run(vacuums, []), { timeout: 30_000 }).toHaveLength(1);
  write({ '0000_filled': 'alter table vacuumed set (fillfactor = 90)' });
  expect(await migrate(vacuumed, folder, { times: { ...usualTimes, inUseMs: 0 } })).toEqual(['0000_filled']);
  await vacuumed.close();
  await embedded.stop();
  rmSync(dataDir, { recursive: true });
});
