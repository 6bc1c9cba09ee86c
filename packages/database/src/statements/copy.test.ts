import { randomBytes } from 'node:crypto';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../failures.ts';

// One connection, so that each statement runs on the one that the last COPY left.
const db = await databaseForFile({ poolSize: 1 });
await db.run('create table blobs (id int primary key, bytes bytea)', []);

const copied = 'copy blobs (id, bytes) from stdin (format binary)';
const int = (value: number) => Buffer.from(Uint32Array.of(value).buffer).swap32();
const put = (id: number, bytes: Uint8Array, deadlineMs?: number) =>
  db.transaction((tx) => tx.copyIn(copied, [int(id), bytes]), deadlineMs ? { deadlineMs } : {});
const get = (id: number) =>
  db.copyOut(`copy (select bytes from blobs where id = ${id}) to stdout (format binary)`);
const ids = async () => (await db.run('select id from blobs order by id', [])).flat();

const raising = async (when: string, what: string, work: () => Promise<unknown>) => {
  await db.run(
    `create function fail() returns trigger language plpgsql as $$ begin ${what}; return new; end $$`,
    [],
  );
  await db.run(`create trigger fail ${when} execute function fail()`, []);
  await work();
  await db.run('drop function fail cascade', []);
};

test('values of any size are stored unchanged', async () => {
  const sizes = [0, 1, 65_000, 65_535, 65_536, 65_537, 131_072, 512 * 1024, 5_000_001];
  for (const size of sizes) {
    const bytes = randomBytes(size);
    await put(size, bytes);
    expect((await get(size))?.equals(bytes), `${size} bytes`).toBe(true);
  }
  expect(await ids()).toEqual(sizes);
  await db.run('delete from blobs', []);
});

test('several rows in one transaction, with reading between them', async () => {
  await db.transaction(async (tx) => {
    await tx.copyIn(copied, [int(1), Buffer.from('one')]);
    await tx.copyIn(copied, [int(2), Buffer.alloc(200_000)]);
    const read = await tx.copyOut('copy (select bytes from blobs where id = 1) to stdout (format binary)');
    expect(read?.toString()).toBe('one');
  });
  expect(await ids()).toEqual([1, 2]);
  await db.run('delete from blobs', []);
});

test('a missing row and NULL both read as undefined', async () => {
  await db.run('insert into blobs values (1, null)', []);
  expect([await get(1), await get(2)]).toEqual([undefined, undefined]);
  await db.run('delete from blobs', []);
});

test('a refused row is an error and is undone, and its connection still serves', async () => {
  for (const size of [3, 2_000_000]) {
    const bytes = Buffer.alloc(size);
    await put(1, bytes);
    // Its own reason is lost.
    await expect(put(1, bytes)).rejects.toBeInstanceOf(DatabaseUnavailable);
    const swallowed = db.transaction(async (tx) => {
      await tx.run('insert into blobs values (2)', []);
      await tx.copyIn(copied, [int(1), bytes]).catch(() => {});
    });
    await expect(swallowed).rejects.toBeInstanceOf(DatabaseUnavailable);
    await raising('before insert on blobs for each statement', "raise exception 'no'", () =>
      expect(put(3, bytes)).rejects.toThrow(),
    );
    expect(await ids()).toEqual([1]);
    await db.run('delete from blobs', []);
  }
});

test('a statement that the server refuses fails with its reason', async () => {
  const missing = db.transaction((tx) => tx.copyIn('copy nowhere from stdin (format binary)', []));
  await expect(missing).rejects.toMatchObject({ code: '42P01' });
  await expect(db.copyOut('copy (select 1/0) to stdout (format binary)')).rejects.toMatchObject({
    code: '22012',
  });
  expect(await ids()).toEqual([]);
});

test('a lost connection and a passed deadline are DatabaseUnavailable, and the next connection serves', async () => {
  const large = Buffer.alloc(5_000_000);
  for (const when of ['before insert on blobs for each statement', 'before insert on blobs for each row']) {
    await raising(when, 'perform pg_terminate_backend(pg_backend_pid())', () =>
      expect(put(1, large)).rejects.toBeInstanceOf(DatabaseUnavailable),
    );
    await raising(when, 'perform pg_sleep(60)', () =>
      expect(put(1, large, 200)).rejects.toBeInstanceOf(DatabaseUnavailable),
    );
  }
  await put(2, large);
  expect(await ids()).toEqual([2]);
});
