import { measure } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { amount } from '@jarvis/testkit/whole';
import { beforeAll, expect, test } from 'vitest';
import { selectDue } from './due-queries.ts';

const db = await databaseForFile({ poolSize: 1, deadlineMs: 60_000 });
const rows = amount(15_000, 60_000);
const later = `timestamptz '2099-01-01' + n * interval '1 second'`;

/** A table as after years of use: half of the rows are waiting for a later time. */
beforeAll(async () => {
  await db.transaction(async (tx) => {
    // Allows rows without their accounts and tasks.
    await tx.run('set local session_replication_role = replica', []);
    const waits = `case when n % 2 = 0 then ${later} end`;
    const from = `from generate_series(1, ${rows}) n`;
    const id = 'gen_random_uuid()';
    for (const fill of [
      `reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
       select ${id}, ${id}, ${id}, 0, ${later}, ${waits}, ${later}, now() ${from}`,
      `time_settings (user_id, next_day_at) select ${id}, ${waits} ${from}`,
      `deliveries (user_id, id, kind, channel, target, state, next_try_at, expires_at, host, created_at)
       select ${id}, ${id}, 'reminder.due', 'mail', ${id}, 'waiting', ${waits}, ${later}, 'host', now() ${from}`,
      `schedules (user_id, id, title, prompt, start, next_at, state, web_search, notify, created_by, created_at, updated_at)
       select ${id}, ${id}, 'News', 'News', '2026-11-24T08:30', ${waits}, 'active', false, 'always', 'user', now(), now() ${from}`,
      `schedule_runs (user_id, id, schedule_id, due_at, state, lease_until, expires_at, late, created_at)
       select ${id}, ${id}, ${id}, ${later}, 'waiting', ${waits}, ${later}, false, now() ${from}`,
      `files (user_id, id, name, state, bytes, text_state, tries, created_at)
       select ${id}, ${id}, 'file', 'ready', 1, 'read', 1, now() ${from}`,
    ])
      await tx.run(`insert into ${fill}`, []);
  });
  await db.run('analyze reminders, time_settings, deliveries, schedules, schedule_runs, files', []);
}, 60_000);

test('what is due is read from a few pages of each index', async () => {
  const work = await measure(db, selectDue.built(), () => ({ now: '2026-11-23T12:00:00.000Z' }));
  expect(work.buffers, work.plan).toBeLessThanOrEqual(40);
});

test('the statement is not planned anew each second', async () => {
  for (let time = 1; time <= 6; time += 1) await selectDue(db, { now: '2026-11-23T12:00:00.000Z' });
  const plans = await db.run('select generic_plans > 0 from pg_prepared_statements where statement = $1', [
    selectDue.built().text,
  ]);
  expect(plans).toEqual([[true]]);
});
