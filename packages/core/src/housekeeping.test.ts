import { freshDatabase, testDeps } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { sweep } from './housekeeping.ts';

const db = await freshDatabase();
afterAll(() => db.close());

const count = async (): Promise<unknown> =>
  (await db.run('select count(*)::int from rate_windows', []))[0]?.[0];

test('every old window is removed, however many there are, but none that a request holds', async () => {
  const deps = testDeps(db);
  await db.run(
    `insert into rate_windows (subject, name, started_at, count)
     select 'old ' || n, 'chat', $1::timestamptz - interval '1 day', 1 from generate_series(1, 2500) n
     union all select 'new', 'chat', $1, 1
     union all select 'by a clock that was ahead', 'chat', $1::timestamptz + interval '1 day', 1`,
    [deps.clock.nowIso()],
  );
  await db.transaction(async (tx) => {
    await tx.run("update rate_windows set count = 2 where subject = 'old 7'", []);
    await sweep(deps);
  });
  expect(await count()).toBe(2);
  await sweep(deps);
  expect(await count()).toBe(1);
});
