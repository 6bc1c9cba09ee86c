import type { User } from '@jarvis/contract';
import { accountIn, MovableClock, personIn, type TestDeps, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { takeTurn } from '../assistant/turn.ts';
import { defaultSettings } from '../ports/deps.ts';
import { createTask, updateTask } from '../tasks/tasks.ts';
import { tellReminders } from '../telling/tell-reminders.ts';
import { createReminder, listReminders, snoozeReminder } from './reminders.ts';

const db = await databaseForFile();
const model = await modelForFile();

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

test('a reminder of an open task that will not come is not shown at a future time', async () => {
  const clock = new MovableClock(Date.parse('2026-11-27T10:00:00Z'));
  const deps = testDeps(db, { clock });
  const userId = await accountIn(db);
  const due = { date: '2026-12-24', time: '08:00', timeZone: 'UTC' };
  const past = { ...due, date: '2026-11-20' };
  const moved = await createTask(deps, userId, { title: 'Tree', createdBy: 'user', due, remind: 0 });
  await updateTask(deps, userId, { id: moved.id, due: past });
  const late = await createTask(deps, userId, { title: 'Post', createdBy: 'user', due: past, remind: 0 });
  const [, snoozed] = await listReminders(deps, userId, { limit: 2 });
  await snoozeReminder(deps, userId, { id: snoozed?.id ?? '', snooze: 'tomorrow' });
  await updateTask(deps, userId, { id: late.id, status: 'done' });
  await updateTask(deps, userId, { id: late.id, status: 'open' });
  const shown = (await listReminders(deps, userId, { limit: 2 })).map(({ at, nextAt }) => ({ at, nextAt }));
  expect(shown).toEqual([moved, late].map(() => ({ at: clock.nowIso(), nextAt: null })));
});

test('a moment or a length from now is exact in the hour that clocks repeat', async () => {
  const clock = new MovableClock(Date.parse('2026-10-25T01:10:00Z'));
  const deps = testDeps(db, { clock, settings: { ...defaultSettings, defaultTimeZone: 'Europe/Rome' } });
  const userId = await accountIn(db);
  const at = '2026-10-25T01:15:00.000Z';
  for (const wanted of [{ title: 'Tea', at }, { text: 'tea in 5 minutes' }])
    expect((await createReminder(deps, userId, wanted)).reminder).toMatchObject({ at, timeZone: 'UTC' });
  expect((await createReminder(deps, userId, { text: 'tea at 4' })).reminder.timeZone).toBe('Europe/Rome');
});

const title = 'Tea';
const ways = {
  createReminder: (deps, { id }) =>
    createReminder(deps, id, { title, at: new Date(startMs + 2_000).toISOString() }),
  createTask: (deps, { id }) => createTask(deps, id, { title, createdBy: 'user', due: soon, remind: 0 }),
  onlyOnce: (deps, { id }) =>
    createTask(deps, id, { title, createdBy: 'user', due: soon, remind: 0, onlyOnce: true }),
  updateTask: (deps, { id }, undated) => updateTask(deps, id, { id: undated, due: soon, remind: 0 }),
  add_task: (deps, user) => byTool(deps, user, 'add_task', { title }),
  set_due: (deps, user, undated) => byTool(deps, user, 'set_due', { task: undated }),
} satisfies Record<string, (deps: TestDeps, user: User, undated: string) => Promise<unknown>>;

const startMs = Date.parse('2026-11-27T10:00:00.000Z');
const soon = { date: '2026-11-27', time: '10:00:02', timeZone: 'UTC' };
const byTool = (deps: TestDeps, user: User, tool: string, input: object) => {
  model.script({ call: [{ tool, input: { ...input, when: 'in 2 seconds', remind: 0 } }] }, { say: 'Yes.' });
  return takeTurn(deps, user, { message: 'Remind me of tea in 2 seconds' });
};

test.for(Object.entries(ways))('a reminder whose time comes during %s is told', async ([, make]) => {
  const user = await personIn(db);
  const clock = new MovableClock(startMs);
  const deps = testDeps(db, { model: model.model, clock });
  const undated = await createTask(deps, user.id, { title, createdBy: 'assistant' });
  const { now } = clock;
  // Each reading is a second later, as on a busy machine.
  clock.now = () => {
    clock.advance(1);
    return now.call(clock);
  };
  await make(deps, user, undated.id);
  clock.now = now;
  clock.advance(10);
  await tellReminders(deps);
  const told = await db.run('select title from notifications where user_id = $1', [user.id]);
  expect(told).toEqual([[title]]);
});
