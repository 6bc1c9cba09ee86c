import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { connectionTo, flakyServer } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { QueryError } from './failures.ts';

const db = await databaseForFile({ poolSize: 3 });

test('values are decoded as the rest of core expects them', async () => {
  const [row] = await db.run(
    `select '2026-01-31 10:30:00.12+01'::timestamptz, '2026-01-31 09:30:00Z'::timestamptz, 9007199254740991::int8,
       1.5::numeric, '{"a": [1, "b"]}'::jsonb, true, null, array['x']::text[]`,
    [],
  );
  expect(row).toEqual([
    '2026-01-31T09:30:00.120Z',
    '2026-01-31T09:30:00.000Z',
    9_007_199_254_740_991,
    1.5,
    { a: [1, 'b'] },
    true,
    null,
    '{x}',
  ]);
});

test('a refused statement’s error has the reason, and no values', async () => {
  await db.run('create table things (id int primary key)', []);
  await db.run('insert into things values ($1)', [1]);
  const error = await db.run('insert into things values ($1)', [1]).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(QueryError);
  expect(error).toMatchObject({ code: '23505', constraint: 'things_pkey', table: 'things' });
  expect(JSON.stringify(error)).not.toContain('Key (id)');
});

test('the answer after a statement that failed in the middle of its rows is complete', async () => {
  const one = connectionTo(db.url);
  const failing = 'select 10 / (500 - i) from generate_series(1, 1000) i';
  for (const prepared of [true, false]) {
    for (let time = 0; time < 2; time += 1) {
      await expect(one.run(failing, [], { prepared })).rejects.toThrow('division by zero');
    }
    const rows = await one.run('select i from generate_series(1, 3) i', [], { prepared });
    expect([...rows]).toEqual([[1], [2], [3]]);
    expect(rows.count).toBe(3);
  }
  await one.close();
});

test('rows that were read are freed by the next collection of young objects', async () => {
  setFlagsFromString('--expose-gc');
  const collectYoung = runInNewContext("() => gc({ type: 'minor' })") as () => void;
  const oldBytes = () =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;
  const read = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      await db.run("select repeat('x', 100) || i from generate_series(1, $1) i", [100]);
      if (i % 10 === 0) collectYoung();
    }
  };
  await read(100);
  const before = oldBytes();
  await read(300);
  expect(oldBytes() - before).toBeLessThan(1_000_000);
});

test('a value that cannot be sent is an error of ours, and the connection still serves', async () => {
  const calls = Array.from({ length: 6 }, () =>
    expect(db.run('select $1::int', [undefined])).rejects.toThrow('undefined'),
  );
  await Promise.all(calls);
  expect(await db.run('select $1::int', [1])).toEqual([[1]]);
});

test('a server’s error while it cannot serve is DatabaseUnavailable', async () => {
  for (const code of [
    '08006',
    '25006',
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '58030',
    'XX001',
  ]) {
    const failing = db.run(`do $$ begin raise exception 'raised' using errcode = '${code}'; end $$`, []);
    await expect(failing, code).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  }
});

test('a statement that takes too long is cancelled, on the server too', async () => {
  const slow = db.run('select pg_sleep(100)', [], { deadlineMs: 100 });
  await expect(slow).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
  const stillRunning = () =>
    db.run(
      "select count(*) from pg_stat_activity where state = 'active' and query = 'select pg_sleep(100)'",
      [],
    );
  await expect.poll(stillRunning).toEqual([[0]]);
});

test('more calls than connections are served in order', async () => {
  const order: number[] = [];
  const calls = Array.from({ length: 50 }, async (_, n) => {
    const [row] = await db.run('select $1::int', [n]);
    order.push(Number(row?.[0]));
  });
  await Promise.all(calls);
  expect(order).toHaveLength(50);
  expect(db.stats()).toMatchObject({ size: 3, waiting: 0 });
});

test('sessions have the settings that the statements rely on, and a pooler gets none that it refuses', async () => {
  const server = await flakyServer(db.url);
  const direct = connectionTo(server.url, { applicationName: 'direct' });
  const pooled = connectionTo(server.url, { applicationName: 'pooled', prepare: false });
  const settings =
    "select current_setting('TimeZone'), current_setting('statement_timeout'), current_setting('application_name')";
  expect(await direct.run(settings, [])).toEqual([['UTC', '2300ms', 'direct']]);
  expect(await pooled.run(settings, [])).toEqual([['UTC', '0', 'pooled']]);
  expect(await pooled.transaction((tx) => tx.run(settings, []))).toMatchObject([
    ['UTC', expect.stringMatching(/ms$/), 'pooled'],
  ]);
  expect(await pooled.run('select count(*) from pg_prepared_statements', [])).toEqual([[0]]);
  expect(server.greetings[0]).toContain('statement_timeout');
  expect(server.greetings[1]).not.toMatch(/timeout|options/);
  await Promise.all([direct.close(), pooled.close()]);
  await server.stop();
});

test('defaults of the server for schema, strings and isolation do not reach the statements', async () => {
  const [[name] = []] = await db.run('select current_database()', []);
  await db.run(`alter database ${name} set search_path to elsewhere`, []);
  await db.run(`alter database ${name} set default_transaction_isolation to serializable`, []);
  await db.run(`alter database ${name} set standard_conforming_strings to off`, []);
  const settings = "select current_setting('search_path'), current_setting('transaction_isolation')";
  const direct = connectionTo(db.url);
  expect(await direct.run(settings, [])).toEqual([['public', 'read committed']]);
  expect(await direct.run(String.raw`select '\n'`, [])).toEqual([[String.raw`\n`]]);
  const pooled = connectionTo(db.url, { prepare: false });
  expect(await pooled.transaction((tx) => tx.run(settings, []))).toEqual([['elsewhere', 'read committed']]);
  await Promise.all([direct.close(), pooled.close()]);
  await db.run(`alter database ${name} reset all`, []);
});

test('a closed database refuses statements', async () => {
  const closed = connectionTo(db.url);
  const running = closed.run('select pg_sleep(0.1), 1', []);
  await closed.close();
  expect(await running).toHaveLength(1);
  await expect(closed.run('select 1', [])).rejects.toMatchObject({ name: 'DatabaseUnavailable' });
});
