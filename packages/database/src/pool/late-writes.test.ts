import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { QueryError } from '../failures.ts';

// Margins that a busy machine keeps.
const db = await databaseForFile({ poolSize: 1, deadlineMs: 3_000 });
await db.run('create table written (id int)', []);

const written = async () => (await db.run('select id from written order by id', [])).flat();

test('a write that takes too long is ended by the server before our deadline, and its answer says so', async () => {
  const late = await db
    .run('insert into written select 1 from pg_sleep(20)', [])
    .catch((reason: unknown) => reason);
  expect(late).toMatchObject({ name: 'DatabaseUnavailable', cause: expect.any(QueryError) });
  expect(late).toHaveProperty('cause.code', '57014');
  expect(await written()).toEqual([]);
});

test('a write that had to queue and is a little late reports its own outcome', async () => {
  const before = db.run('select pg_sleep(1.8)::text', []);
  // Sent after 1.8 s, done after 3.15 s.
  await db.run('insert into written select 2 from pg_sleep(1.35)', []);
  await before;
  expect(await written()).toEqual([2]);
});

test('a write that is answered while our process is held up tells its outcome, though the deadline has passed', async () => {
  const write = db.run('insert into written select 3 from pg_sleep(0.3) returning id', []);
  // Until it is sent. The process is then held up before timers, which Node runs before it reads from sockets.
  for (let times = 0; times < 100; times += 1) await new Promise((resolve) => setImmediate(resolve));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_500);
  expect(await write).toEqual([[3]]);
});
