import { limits } from '@jarvis/contract';
import { accountIn, lockWaits, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, test } from 'vitest';
import { holdAccount } from '../db/account.ts';
import { asDomainError } from '../errors.ts';
import { loadCalendar } from '../time/load-calendar.ts';
import { changeTimeSettings } from '../time/settings.ts';
import { noDue } from './due.ts';
import { nextDue } from './series.ts';
import { createTask, deleteTask, updateTask } from './tasks.ts';

const db = await databaseForFile();
const deps = testDeps(db);

let userId: string;
beforeEach(async () => {
  userId = await accountIn(db);
  await changeTimeSettings(deps, userId, { timeZone: 'Europe/Rome' });
});

const due = { date: '2030-11-24', time: '08:00', timeZone: null };
const dentist = { title: 'Dentist', createdBy: 'user', due } as const;
const momentOf = async (id: string) =>
  (await db.run('select due_at from tasks where user_id = $1 and id = $2', [userId, id]))[0]?.[0];
const count = async (table: 'tasks' | 'reminders') =>
  Number((await db.run(`select count(*) from ${table} where user_id = $1`, [userId]))[0]?.[0]);

/** Adds the maximum number of waiting reminders to one task. */
async function fillReminders(taskId: string): Promise<void> {
  await db.run(
    `insert into reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
     select $1, gen_random_uuid(), $2, 0, now(), now() + interval '9 years', now(), now()
     from generate_series(1, $3::int)`,
    [userId, taskId, limits.remindersWaitingMax],
  );
}

test('a task whose reminder is refused is not stored, even if the transaction commits after the error', async () => {
  const { id } = await createTask(deps, userId, dentist);
  await fillReminders(id);
  const train = { ...dentist, title: 'Train', remind: 0 };
  // The transaction commits despite the error, as idempotency does to keep a result.
  const kept = db.transaction((tx) => createTask({ ...deps, db: tx }, userId, train).catch(asDomainError));
  expect(await kept).toMatchObject({ kind: 'badRequest' });
  await expect(createTask(deps, userId, train)).rejects.toThrow('reminders');
  await expect(createTask(deps, userId, { ...train, onlyOnce: true })).rejects.toThrow('reminders');
  expect(await count('tasks')).toBe(1);
});

test('of two tasks that take the last place for a reminder, one is refused', async () => {
  const { id } = await createTask(deps, userId, dentist);
  await fillReminders(id);
  await db.run(
    'delete from reminders where (user_id, id) in (select user_id, id from reminders where user_id = $1 limit 1)',
    [userId],
  );
  const made = await Promise.allSettled(
    ['Train', 'Plane'].map((title) => createTask(deps, userId, { ...dentist, title, remind: 0 })),
  );
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect([await count('tasks'), await count('reminders')]).toEqual([2, limits.remindersWaitingMax]);
});

test('a repeating task is ticked at the maximum of waiting reminders, and its next one reminds', async () => {
  const task = { ...dentist, repeat: 'FREQ=DAILY', afterCompletion: true, remind: 0 };
  const { id } = await createTask(deps, userId, task);
  await db.run('update reminders set next_at = null where user_id = $1', [userId]);
  const other = await createTask(deps, userId, dentist);
  await fillReminders(other.id);
  expect((await updateTask(deps, userId, { id, status: 'done' })).status).toBe('done');
  expect(await count('reminders')).toBe(limits.remindersWaitingMax + 2);
});

test('a task whose request may be repeated is the one that was just added with its title', async () => {
  const repeated = { ...dentist, onlyOnce: true };
  const [first, ...others] = await Promise.all(
    ['Dentist', 'dentist!', 'DENTIST'].map((title) => createTask(deps, userId, { ...repeated, title })),
  );
  expect(new Set(others.map(({ id }) => id))).toEqual(new Set([first?.id]));
  await createTask(deps, userId, { ...repeated, createdBy: 'assistant' });
  await createTask(deps, userId, dentist);
  expect(await count('tasks')).toBe(3);
});

test('a changed task has the mark of its present title, and so has the next one of its series', async () => {
  const { id } = await createTask(deps, userId, { ...dentist, repeat: 'FREQ=DAILY', fromWeb: true });
  expect(await updateTask(deps, userId, { id, status: 'open' })).toMatchObject({ fromWeb: true });
  expect(await updateTask(deps, userId, { id, title: 'Doctor' })).toMatchObject({ fromWeb: false });
  const change = { id, title: 'Bees', fromWeb: true, status: 'done' } as const;
  expect(await updateTask(deps, userId, change)).toMatchObject({ fromWeb: true });
  expect(await db.run("select from_web from tasks where user_id = $1 and status = 'open'", [userId])).toEqual(
    [[true]],
  );
});

test('the reminders of a deleted task are announced as changed', async () => {
  const published: string[] = [];
  const changes = { ...deps.changes, publish: (_: string, topic: string) => void published.push(topic) };
  const { id } = await createTask(deps, userId, { ...dentist, remind: 0 });
  const other = await createTask(deps, userId, { ...dentist, due: null });
  await deleteTask({ ...deps, changes }, userId, id);
  expect(published).toEqual(['tasks', 'reminders']);
  await deleteTask({ ...deps, changes }, userId, other.id);
  expect(published).toEqual(['tasks', 'reminders', 'tasks']);
});

test.for(['createTask', 'onlyOnce', 'updateTask'] as const)(
  '%s during a change of the zone uses the new one',
  async (which) => {
    const { id } = await createTask(deps, userId, { ...dentist, title: 'Undated', due: null });
    const write = {
      createTask: () => createTask(deps, userId, dentist),
      onlyOnce: () => createTask(deps, userId, { ...dentist, onlyOnce: true }),
      updateTask: () => updateTask(deps, userId, { id, due }),
    }[which];
    let settled = false;
    const written = await db.transaction(async (tx) => {
      await holdAccount.first(tx, { userId });
      await tx.run(`update time_settings set time_zone = 'Asia/Tokyo' where user_id = $1`, [userId]);
      const writing = write().finally(() => {
        settled = true;
      });
      await expect.poll(async () => settled || (await lockWaits(db)) > 0).toBe(true);
      return { writing };
    });
    const task = await written.writing;
    expect(task.dueAt).toBe('2030-11-23T23:00:00.000Z');
  },
);

test('a change of the zone skips done tasks; one that is reopened is due in the new zone', async () => {
  const { id } = await createTask(deps, userId, dentist);
  await updateTask(deps, userId, { id, status: 'done' });
  const before = await momentOf(id);
  await changeTimeSettings(deps, userId, { timeZone: 'Asia/Tokyo' });
  expect(await momentOf(id)).toEqual(before);
  expect((await updateTask(deps, userId, { id, status: 'open' })).dueAt).toBe('2030-11-23T23:00:00.000Z');
});

test.for([
  ['FREQ=MONTHLY', '2027-01-31', '2027-02-28'],
  ['FREQ=MONTHLY', '2028-01-30', '2028-02-29'],
  ['FREQ=MONTHLY;INTERVAL=2', '2026-12-31', '2027-02-28'],
  ['FREQ=MONTHLY', '2027-01-28', '2027-02-28'],
  ['FREQ=YEARLY', '2028-02-29', '2029-02-28'],
  ['FREQ=YEARLY', '2027-12-31', '2028-12-31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', '2027-01-31', '2027-02-15'],
])('%s after it was done on %s is due on %s', async ([repeat = '', done, next]) => {
  const place = { userId, calendar: await loadCalendar(), timeZone: 'Europe/Rome', dayTime: '09:00' };
  const task = {
    ...{ ...noDue, dueDate: '2026-11-23', dueAt: '2026-11-23T23:00:00.000Z' },
    ...{ repeat, repeatStart: '2026-11-23', repeatAfterDone: true },
  };
  expect(nextDue(place, task, Date.parse(`${done}T12:00:00Z`))).toMatchObject({ dueDate: next });
});
