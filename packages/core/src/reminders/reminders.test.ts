import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { createTask, updateTask } from '../tasks/tasks.ts';
import { snoozeReminder } from './reminders.ts';

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
