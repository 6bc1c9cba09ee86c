import { accountIn, freshDatabase, type TestDatabase, testDeps } from '@jarvis/testkit';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { measure } from './metrics.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const admission = {
  figures: () => ({ connections: 0, working: 0, waiting: 0, queued: 0, refused: {} }),
} as unknown as Parameters<ReturnType<typeof measure>['watch']>[1];

test('metrics say how late telling people is, and what waits and fails outside the app', async () => {
  const deps = testDeps(db);
  deps.clock.moveTo('2026-11-23T12:00:00.000Z');
  const metrics = measure();
  metrics.watch(deps, admission);
  const figures = async () => {
    const lines = (await register.metrics()).split('\n');
    return lines.filter((line) => /^jarvis_(?:reminders|deliveries)_/.test(line));
  };
  expect(await figures()).toEqual([
    'jarvis_reminders_late_seconds 0',
    'jarvis_deliveries_late_seconds 0',
    'jarvis_deliveries_waiting 0',
    'jarvis_deliveries_failing 0',
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
  expect(await figures()).toEqual([
    'jarvis_reminders_late_seconds 30',
    'jarvis_deliveries_late_seconds 120',
    'jarvis_deliveries_waiting 2',
    'jarvis_deliveries_failing 1',
  ]);
  await metrics.close();
});
