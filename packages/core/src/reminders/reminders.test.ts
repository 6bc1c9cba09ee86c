import { accountIn, MovableClock, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { clockOf } from '../clock.ts';
import { createTask, updateTask } from '../tasks/tasks.ts';
import { fire } from '../telling/fire.ts';
import { createReminder, snoozeReminder } from './reminders.ts';

const db = await databaseForFile();

test('a task completed while its reminder is snoozed reminds no more', async () => {
  const deps = testDeps(db);
  const userId = await accountIn(db);
  const due = { date: '2999-01-01', time: null, timeZone: null };
  for (let i = 0; i < 20; i += 1)
    await createTask(deps, userId, { title: 'Post', createdBy: 'user', due, remind: 0 });
  const made = await db.run('select id, task_id from reminders where user_id = $1', [userId]);
  const snooze = new Date(deps.clock.now() + 60_000).toISOString();
  await Promise.all(
    made.flatMap(([id, taskId]) => [
      // Refused if the task is done first.
      snoozeReminder(deps, userId, { id: String(id), snooze }).catch(({ kind }) =>
        expect(kind).toBe('badRequest'),
      ),
      updateTask(deps, userId, { id: String(taskId), status: 'done' }),
    ]),
  );
  expect(await db.run('select id from reminders where next_at is not null', [])).toEqual([]);
});

test('a reminder whose time comes while it is made is told', async () => {
  const userId = await accountIn(db);
  const clock = new MovableClock(Date.parse('2026-11-27T10:00:00.000Z'));
  const made = testDeps(db, { clock });
  const at = new Date(clock.now() + 2_000).toISOString();
  // Each reading is a second later, as on a busy machine.
  const busy = clockOf(() => {
    clock.advance(1);
    return clock.now();
  });
  const { reminder } = await createReminder({ ...made, clock: busy }, userId, { title: 'Tea', at });
  expect(reminder.state).toBe('waiting');
  clock.advance(1);
  await fire(made);
  const told = await db.run('select title from notifications where user_id = $1', [userId]);
  expect(told).toEqual([['Tea']]);
});
