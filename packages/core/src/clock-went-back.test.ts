import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, test } from 'vitest';
import { clockWatcher } from './clock-went-back.ts';
import { planner } from './schedule-runs/plan.ts';
import { claimRun } from './schedule-runs/run-queries.ts';
import { createSchedule, runNow } from './schedules/schedules.ts';
import { createTask } from './tasks/tasks.ts';
import { tellDays } from './telling/tell-days.ts';
import { tellReminders } from './telling/tell-reminders.ts';
import { changeTimeSettings } from './time/settings.ts';

const db = await databaseForFile();
const deps = testDeps(db);

let userId: string;
let watch: ReturnType<typeof clockWatcher>;
beforeEach(async () => {
  deps.clock.moveTo('2026-11-23T11:00:00.000Z');
  userId = await accountIn(db);
  await changeTimeSettings(deps, userId, { timeZone: 'UTC' });
  const due = (date: string) => ({ date, time: '10:00', timeZone: null });
  const task = { createdBy: 'user', remind: 0 } as const;
  await createTask(deps, userId, { ...task, title: 'Once', due: due('2026-12-24') });
  await createTask(deps, userId, { ...task, title: 'Daily', due: due('2026-11-24'), repeat: 'FREQ=DAILY' });
  const schedule = { prompt: 'What is due?', createdBy: 'user' } as const;
  await createSchedule(deps, userId, { ...schedule, start: '2026-12-24T08:00' });
  await createSchedule(deps, userId, { ...schedule, start: '2026-11-24T08:00', repeat: 'FREQ=DAILY' });
  watch = clockWatcher();
  await at('2026-11-23T11:00:01.000Z');
});

/** Rounds of all work at a moment. */
async function at(moment: string): Promise<void> {
  deps.clock.moveTo(moment);
  await watch(deps);
  await tellReminders(deps);
  await tellDays(deps);
  await planner()(deps);
}

const planned = async () => {
  const rows = await db.run(
    `select 'day', next_day_at from time_settings where user_id = $1
     union all select 'reminder', next_at from reminders where user_id = $1
     union all select 'schedule ' || state, next_at from schedules where user_id = $1 order by 1, 2`,
    [userId],
  );
  return rows.map(([what, next]) => `${what} ${next}`);
};

const told = () =>
  db.run(
    'select title, missed, created_at from notifications where user_id = $1 and not superseded order by 1, 3',
    [userId],
  );

const runs = () =>
  db.run('select due_at, state from schedule_runs where user_id = $1 order by 1, 2', [userId]);

const asBefore = [
  'day 2026-11-24T09:00:00.000Z',
  'reminder 2026-11-24T10:00:00.000Z',
  'reminder 2026-12-24T10:00:00.000Z',
  'schedule active 2026-11-24T08:00:00.000Z',
  'schedule active 2026-12-24T08:00:00.000Z',
];

test.each([
  ['while the process runs', () => watch],
  ['before the process starts', clockWatcher],
])('a clock that was a year ahead, and is right again %s, silences nothing', async (_, watcher) => {
  expect(await planned()).toEqual(asBefore);
  await at('2027-11-23T11:00:00.000Z');
  expect(await planned()).not.toEqual(asBefore);
  watch = watcher();
  await at('2026-11-23T11:05:00.000Z');
  expect(await planned()).toEqual(asBefore);
  await at('2026-12-24T10:00:00.000Z');
  expect(await told()).toEqual(
    expect.arrayContaining([
      ['Daily', 30, '2026-12-24T10:00:00.000Z'],
      ['Once', 0, '2026-12-24T10:00:00.000Z'],
    ]),
  );
  expect(await runs()).toEqual(
    expect.arrayContaining([
      ['2026-12-24T08:00:00.000Z', 'waiting'],
      ['2026-12-24T08:00:00.000Z', 'waiting'],
    ]),
  );
});

test('runs that a person started while the clock was ahead are due by now, and running ones stay and can be taken', async () => {
  const start = async () => {
    const schedule = { prompt: 'What is due?', start: '2028-01-01T08:00', createdBy: 'user' } as const;
    await runNow(deps, userId, (await createSchedule(deps, userId, schedule)).id);
  };
  deps.clock.moveTo('2027-11-23T11:00:00.000Z');
  await start();
  await at('2027-11-23T11:00:00.000Z');
  const now = deps.clock.nowIso();
  const claim = { now, until: '2027-11-23T11:03:00.000Z', attempt: userId, lateBefore: now };
  await claimRun.first(db, claim);
  await start();
  await at('2026-11-23T11:05:00.000Z');
  const open = () =>
    db.run(
      'select state, lease_until from schedule_runs where user_id = $1 and lease_until is not null order by 1',
      [userId],
    );
  expect(await open()).toEqual([
    ['running', '2026-11-23T11:08:00.000Z'],
    ['waiting', '2026-11-23T11:05:00.000Z'],
  ]);
});

test('deliveries that were planned while the clock was ahead are due by now; others stay', async () => {
  const add = (nextTryAt: string) =>
    db.run(
      `insert into deliveries (user_id, id, kind, channel, target, state, next_try_at, expires_at, host, created_at)
       values ($1, gen_random_uuid(), 'test', 'mail', $1, 'waiting', $2, $3, '', $2)`,
      [userId, nextTryAt, '2027-11-24T07:00:00.000Z'],
    );
  await add('2027-11-23T11:00:00.000Z');
  await add('2026-11-24T07:00:00.000Z');
  await at('2027-11-23T11:00:00.000Z');
  await at('2026-11-23T11:05:00.000Z');
  const waiting = 'select next_try_at from deliveries where user_id = $1 order by 1';
  expect(await db.run(waiting, [userId])).toEqual([
    ['2026-11-23T11:05:00.000Z'],
    ['2026-11-24T07:00:00.000Z'],
  ]);
});

test('a clock that is wrong only now, as after a start without a battery, removes and repeats nothing', async () => {
  await at('2026-12-24T10:00:00.000Z');
  const [notifications, planned] = [await told(), await runs()];
  watch = clockWatcher();
  await at('2026-11-23T11:00:00.000Z');
  expect(await told()).toEqual(notifications);
  await at('2026-12-24T10:05:00.000Z');
  expect(await told()).toEqual(notifications);
  expect(await runs()).toEqual(planned);
});

test('a clock that went back by what machines differ changes nothing', async () => {
  await at('2026-11-24T10:00:20.000Z');
  const before = await planned();
  await at('2026-11-24T09:59:50.000Z');
  expect(await planned()).toEqual(before);
});
