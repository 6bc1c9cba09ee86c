import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { measure } from './metrics.ts';

const db = await databaseForFile();

const admission = {
  figures: () => ({ connections: 0, working: 0, waiting: 0, queued: 0, refused: {} }),
} as unknown as Parameters<ReturnType<typeof measure>['watch']>[1];

test('metrics have the delays of deliveries and runs, the numbers of waiting and failed ones, and how runs ended', async () => {
  const deps = testDeps(db);
  deps.clock.moveTo('2026-11-23T12:00:00.000Z');
  const metrics = measure();
  metrics.watch(deps, admission);
  const ended = (done: number, failed: number) =>
    Object.entries({ done, nothing: 0, failed, missed: 0, stopped: 0 }).map(
      ([state, count]) => `jarvis_runs_last_hour{state="${state}"} ${count}`,
    );
  const figures = async () => {
    const lines = (await register.metrics()).split('\n');
    return lines.filter((line) => /^jarvis_(?:reminders|deliveries|runs)_/.test(line));
  };
  expect(await figures()).toEqual([
    'jarvis_reminders_late_seconds 0',
    'jarvis_deliveries_late_seconds 0',
    'jarvis_deliveries_waiting 0',
    'jarvis_deliveries_failing 0',
    'jarvis_runs_late_seconds 0',
    'jarvis_runs_waiting 0',
    'jarvis_runs_running 0',
    ...ended(0, 0),
  ]);
  const userId = await accountIn(db);
  const day = 'insert into time_settings (user_id, next_day_at) values ($1, $2)';
  await db.run(day, [userId, '2026-11-23T11:59:30.000Z']);
  for (const state of ['waiting', 'waiting', 'failed'])
    await db.run(
      `insert into deliveries (user_id, id, kind, channel, target, state, next_try_at, expires_at, host, created_at)
       values ($1, gen_random_uuid(), 'reminder.due', 'mail', $1, $2, $3, $4, 'mail', $3)`,
      [userId, state, '2026-11-23T11:58:00.000Z', '2026-11-24T12:00:00.000Z'],
    );
  const run = `insert into schedule_runs (user_id, id, schedule_id, due_at, state, lease_until, expires_at, late, created_at)
    values ($1, gen_random_uuid(), gen_random_uuid(), $4, $2, $3, now(), false, $4)`;
  const at = '2026-11-23T11:57:00.000Z';
  await db.run(run, [userId, 'running', '2026-11-23T12:02:00.000Z', at]);
  for (const until of [at, '2026-11-23T12:01:00.000Z']) await db.run(run, [userId, 'waiting', until, at]);
  for (const state of ['done', 'done', 'failed']) await db.run(run, [userId, state, null, at]);
  await db.run(run, [userId, 'failed', null, '2026-11-23T11:00:00.000Z']);
  await db.run(
    `insert into schedules (user_id, id, title, prompt, start, next_at, state, web_search, notify, created_by, created_at, updated_at)
     values ($1, gen_random_uuid(), 'News', 'News', '2026-11-23T12:56', $2, 'active', false, 'always', 'user', now(), now())`,
    [userId, '2026-11-23T11:56:00.000Z'],
  );
  expect(await figures()).toEqual([
    'jarvis_reminders_late_seconds 30',
    'jarvis_deliveries_late_seconds 120',
    'jarvis_deliveries_waiting 2',
    'jarvis_deliveries_failing 1',
    'jarvis_runs_late_seconds 240',
    'jarvis_runs_waiting 2',
    'jarvis_runs_running 1',
    ...ended(2, 1),
  ]);
  await metrics.close();
});
