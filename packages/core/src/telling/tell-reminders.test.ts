import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accountIn, freshDatabase, nodeFlags, type TestDatabase, testDeps } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { defaultSettings } from '../ports/deps.ts';
import { tellReminders } from './tell-reminders.ts';

let db: TestDatabase;
const opened: TestDatabase[] = [];
beforeEach(async () => {
  db = await freshDatabase();
  opened.push(db);
});
afterAll(() => Promise.all(opened.map((each) => each.close())));

/** Reminders of tasks, all due at one moment. */
async function remind(count: number, at: string): Promise<void> {
  const userId = await accountIn(db);
  const due = [userId, at, count];
  await db.run(
    `insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, due_date, due_at)
     select $1, gen_random_uuid(), 'Task ' || n, 'open', 'user', now(), now(), '2026-11-24', $2
     from generate_series(1, $3::int) n`,
    due,
  );
  await db.run(
    `insert into reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
     select user_id, gen_random_uuid(), id, 0, due_at, due_at, due_at, now() from tasks where user_id = $1`,
    [userId],
  );
}

const numberOf = async (what: string): Promise<number> =>
  Number((await db.run(`select count(*)::int from ${what}`, []))[0]?.[0]);

const told = () => numberOf('notifications');
const tasksTold = () => numberOf('(select distinct task_id from notifications) told');
const waiting = () => numberOf('reminders where next_at is not null');

test('reminders due at one second are told at once, once, by two processes that share the work', async () => {
  const count = amount(1_000, 10_000);
  const deps = testDeps(db);
  const tell = async () => {
    const before = process.cpuUsage();
    await Promise.all([tellReminders(deps), tellReminders(deps)]);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await remind(count / 10, deps.clock.nowIso());
  const few = await tell();
  await remind(count, deps.clock.nowIso());
  // Processor time, which the machine's load hardly changes. Quadratic time would be a hundredfold increase.
  if (whole) expect(await tell()).toBeLessThan(few * 20);
  else await tell();
  expect([await told(), await tasksTold(), await waiting()]).toEqual([count * 1.1, count * 1.1, 0]);
});

test('a reminder whose next time cannot be computed is told, and blocks no other', async () => {
  const deps = testDeps(db);
  await remind(3, deps.clock.nowIso());
  await db.run(
    `update tasks set repeat = 'FREQ=SOMETIMES', repeat_start = '2026-11-24T09:00' where title = 'Task 2'`,
    [],
  );
  await tellReminders(deps);
  expect([await told(), await waiting()]).toEqual([3, 0]);
});

test('a repeat continues when the zones of task and account are unknown to this release', async () => {
  const deps = testDeps(db);
  await remind(1, deps.clock.nowIso());
  await db.run(
    `with zones as (insert into time_settings (user_id, time_zone) select id, 'Mars/Olympus' from users)
     update tasks set repeat = 'FREQ=DAILY', repeat_start = '2026-11-24T09:00', due_time = '09:00',
       due_zone = 'Mars/Olympus'`,
    [],
  );
  await tellReminders(deps);
  expect([await told(), await waiting()]).toEqual([1, 1]);
});

test('many rules that have waited long are told in several short transactions', async () => {
  const deps = testDeps(db);
  const start = new Date(deps.clock.now() - 86_400_000).toISOString();
  await remind(amount(20, 300), start);
  await db.run(
    `update tasks set repeat = 'FREQ=MINUTELY;INTERVAL=5', repeat_start = '2016-11-24T09:00', due_zone = 'Europe/Rome',
       due_time = '09:00'`,
    [],
  );
  await tellReminders(deps);
  expect([await tasksTold(), await waiting()]).toEqual([amount(20, 300), amount(20, 300)]);
});

test('of an ignored reminder the last two notifications are kept', async () => {
  const deps = testDeps(db);
  await remind(1, deps.clock.nowIso());
  await db.run(
    `update tasks set repeat = 'FREQ=MINUTELY;INTERVAL=5', repeat_start = '2016-11-24T09:00', due_time = '09:00'`,
    [],
  );
  for (let time = 0; time < 4; time += 1) {
    await tellReminders(deps);
    deps.clock.advance(5 * 60);
  }
  expect([await told(), await numberOf('notifications where not superseded and missed = 3')]).toEqual([2, 1]);
});

test('between two reminders the process does other work', async () => {
  const turns = new Set<number>();
  let turn = 0;
  const count = () => {
    turn += 1;
    running = setImmediate(count);
  };
  let running = setImmediate(count);
  const settings = {
    ...defaultSettings,
    get defaultTimeZone() {
      turns.add(turn);
      return 'Europe/Rome';
    },
  };
  const deps = testDeps(db, { settings });
  await remind(20, deps.clock.nowIso());
  await tellReminders(deps);
  clearImmediate(running);
  // Each reminder, then the deliveries outside the app.
  expect(turns.size).toBe(20 + 1);
});

/** A process that tells due reminders until it is killed. */
const teller = `
  import { tellReminders, systemClock } from '@jarvis/core';
  import { connect } from '@jarvis/database';
  import { silentLog, testDeps } from '@jarvis/testkit';
  const db = connect({ url: process.argv[1], poolSize: 2, applicationName: 'teller', log: silentLog });
  for (;;) await tellReminders(testDeps(db, { clock: systemClock })).catch(() => {});
`;
function startTeller(): ChildProcess {
  const child = spawn(process.execPath, [...nodeFlags(), '--input-type=module', '-e', teller, db.url], {
    stdio: 'ignore',
  });
  // Also after a failure: it would go on without a pause.
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('when two processes are killed during it, nothing is lost, and nothing is told twice', async () => {
  const rounds = amount(1, 20);
  const each = 1_500;
  for (let round = 1; round <= rounds; round += 1) {
    const before = await told();
    const tellers = [startTeller(), startTeller()];
    await remind(each, new Date().toISOString());
    await vi.waitUntil(async () => (await told()) > before, { timeout: 30_000, interval: 5 });
    for (const process of tellers) process.kill('SIGKILL');
    await Promise.all(tellers.map((process) => once(process, 'exit')));
    expect(await told()).toBe(await tasksTold());
  }
  await tellReminders(testDeps(db));
  const all = rounds * each;
  expect([await told(), await tasksTold(), await waiting()]).toEqual([all, all, 0]);
}, 300_000);
