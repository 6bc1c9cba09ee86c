import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, test } from 'vitest';
import { createTask } from '../tasks/tasks.ts';
import { tellReminders } from '../telling/tell-reminders.ts';
import { changeTimeSettings } from '../time/settings.ts';
import { meetZoneDatabase } from '../time/zone-database.ts';
import { snoozeReminder } from './reminders.ts';

const db = await databaseForFile();
const deps = testDeps(db);
await meetZoneDatabase(deps, 'first');

let userId: string;
let release = 0;
beforeEach(async () => {
  deps.clock.moveTo('2026-11-23T11:00:00.000Z');
  userId = await accountIn(db);
  await changeTimeSettings(deps, userId, { timeZone: 'Europe/Rome' });
});

const due = { date: '2026-11-24', time: null, timeZone: null };
const post = { title: 'Post', createdBy: 'user', due, remind: 0 } as const;
const pill = { ...post, title: 'Pill', due: { ...due, time: '10:00' } } as const;
/** Simulates a start with another tz database. */
const upgrade = () => {
  release += 1;
  return meetZoneDatabase(deps, `release ${release}`);
};
async function at(moment: string): Promise<void> {
  deps.clock.moveTo(moment);
  await tellReminders(deps);
}
const told = () =>
  db.run('select title, missed from notifications where user_id = $1 and not superseded order by title', [
    userId,
  ]);
const waiting = async () =>
  (await db.run('select next_at from reminders where user_id = $1', [userId])).map(([next]) =>
    next === null ? null : new Date(String(next)).toISOString(),
  );

test('reminders that came due during a downtime are told, even with a new tz database', async () => {
  await createTask(deps, userId, post);
  await createTask(deps, userId, { ...post, title: 'Water', repeat: 'FREQ=DAILY' });
  deps.clock.moveTo('2026-11-26T08:30:00.000Z');
  await upgrade();
  await tellReminders(deps);
  expect(await told()).toEqual([
    ['Post', 0],
    ['Water', 2],
  ]);
  await upgrade();
  await at('2026-11-27T08:00:00.000Z');
  expect(await told()).toEqual([
    ['Post', 0],
    ['Water', 3],
  ]);
});

test('a reminder three days before a daily task has not missed the days before it was made', async () => {
  await createTask(deps, userId, { ...pill, repeat: 'FREQ=DAILY', remind: 3 * 24 * 60 });
  await tellReminders(deps);
  expect(await told()).toEqual([['Pill', 0]]);
  await at('2026-11-26T09:00:00.000Z');
  expect(await told()).toEqual([['Pill', 3]]);
});

test.for([{ dayTime: '08:00' }, { timeZone: 'Asia/Tokyo' }, {}])(
  'a snoozed reminder is told at its time, even after a change to %o',
  async (change) => {
    await createTask(deps, userId, post);
    await at('2026-11-24T08:00:00.000Z');
    const id = String((await db.run('select id from reminders where user_id = $1', [userId]))[0]?.[0]);
    await snoozeReminder(deps, userId, { id, snooze: 'evening' });
    await changeTimeSettings(deps, userId, change);
    await upgrade();
    expect(await waiting()).toEqual(['2026-11-24T18:00:00.000Z']);
    await at('2026-11-24T18:00:00.000Z');
    expect([await told(), await waiting()]).toEqual([[['Post', 0]], [null]]);
  },
);

test('a moment that a change of the zone moves into the past is told at once, and a repeat continues from it', async () => {
  await changeTimeSettings(deps, userId, { timeZone: 'America/New_York' });
  await createTask(deps, userId, pill);
  await createTask(deps, userId, { ...pill, title: 'Water', repeat: 'FREQ=DAILY' });
  await at('2026-11-24T09:30:00.000Z');
  expect(await told()).toEqual([]);
  await changeTimeSettings(deps, userId, { timeZone: 'Europe/Rome' });
  await tellReminders(deps);
  expect(await told()).toEqual([
    ['Pill', 0],
    ['Water', 0],
  ]);
  expect((await waiting()).sort()).toEqual(['2026-11-25T09:00:00.000Z', null]);
});

test('a repeat that is moved keeps its count, and tells no moment again', async () => {
  await createTask(deps, userId, { ...pill, repeat: 'FREQ=DAILY', remind: 30 });
  await at('2026-11-24T08:30:00.000Z');
  await changeTimeSettings(deps, userId, { dayTime: '07:00' });
  await upgrade();
  expect(await waiting()).toEqual(['2026-11-25T08:30:00.000Z']);
  await changeTimeSettings(deps, userId, { timeZone: 'America/New_York' });
  await at('2026-11-25T14:30:00.000Z');
  expect(await told()).toEqual([['Pill', 2]]);
});

test('a task or an account whose dates cannot be computed does not stop others from getting a new tz database', async () => {
  const other = await accountIn(db);
  const [bad = '', good = ''] = [userId, other].sort();
  for (const account of [bad, good])
    for (const title of ['Pill', 'Train']) await createTask(deps, account, { ...pill, title });
  const wrong = '2030-01-01T00:00:00.000Z';
  await db.run('update tasks set due_at = $1 where user_id = any($2::uuid[])', [wrong, [bad, good]]);
  const spoil = (set: string, account: string) =>
    db.run(`update tasks set ${set} where user_id = $1 and title = 'Pill'`, [account]);
  await spoil("due_time = 'noon'", bad);
  await spoil("due_zone = 'Mars/Olympus'", good);
  const moved = async () =>
    (
      await db.run(
        'select user_id, title from tasks where user_id = any($2::uuid[]) and due_at <> $1 order by user_id, title',
        [wrong, [bad, good]],
      )
    ).map(([account, title]) => [account, title]);
  const next = 'a release with a fault';
  await meetZoneDatabase(deps, next);
  expect(await moved()).toEqual([
    [good, 'Pill'],
    [good, 'Train'],
  ]);
  await spoil("due_time = '10:00'", bad);
  await meetZoneDatabase(deps, next);
  expect(await moved()).toHaveLength(4);
});
