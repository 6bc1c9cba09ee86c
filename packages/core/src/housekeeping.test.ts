import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { sweep } from './housekeeping.ts';

const db = await databaseForFile();

const count = async (): Promise<unknown> =>
  (await db.run('select count(*)::int from rate_windows', []))[0]?.[0];

test('every old window is removed, however many there are, except those that a request has locked', async () => {
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

test('conversations that were empty for a day are removed, unless a turn in them waits for its tools', async () => {
  const userId = await accountIn(db);
  const id = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;
  const insert = (n: number, hours: number, lastMessageAt: string | null = null) =>
    db.run(
      `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
       values ($1, $2, '', 'person', now(), now() - make_interval(hours => $3), $4)`,
      [userId, id(n), hours, lastMessageAt],
    );
  await insert(1, 25);
  await insert(2, 23);
  await insert(3, 25, '2025-01-01T00:00:00.000Z');
  await insert(4, 25);
  await db.run(
    `insert into waiting_turns (user_id, id, conversation_id, said, created_at) values ($1, $2, $2, '[]', now())`,
    [userId, id(4)],
  );
  await sweep(testDeps(db));
  const left = await db.run('select id from conversations where user_id = $1 order by id', [userId]);
  expect(left.flat()).toEqual([id(2), id(3), id(4)]);
});

test('a failing sweep stops no other, and is reported', async () => {
  const deps = testDeps(db);
  const failing = db.intercepted(({ text }, proceed) =>
    text.includes('rate_windows') ? Promise.reject(new Error('not now')) : proceed(),
  );
  const userId = await accountIn(db);
  await db.run(
    `insert into files (user_id, id, name, state, bytes, text_state, tries, created_at)
     values ($1, $1, 'a.bin', 'stored', 1, 'none', 0, now() - interval '25 h')`,
    [userId],
  );
  await expect(sweep({ ...deps, db: failing })).rejects.toThrow('not now');
  expect(await db.run('select from files where user_id = $1', [userId])).toHaveLength(0);
});
