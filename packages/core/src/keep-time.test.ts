import { setImmediate } from 'node:timers/promises';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selectDue } from './due-queries.ts';
import { keepTime } from './keep-time.ts';

const db = await databaseForFile({ deadlineMs: 60_000 });
const lookup = selectDue.built().text;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const aSecondLater = () => vi.advanceTimersByTimeAsync(1_000);

test('what is broken off by the end of a service that has just started is not reported', async () => {
  const held = Promise.withResolvers<never>();
  const intercepted = db.intercepted(() => held.promise);
  const reports: string[] = [];
  const log = { debug() {}, info() {}, warn: report, error: report };
  function report(_: object, message: string) {
    reports.push(message);
  }
  const stop = keepTime({ ...testDeps(intercepted), log });
  const stopped = stop();
  held.reject(new Error('The database cannot be reached.'));
  await stopped;
  await setImmediate();
  expect(reports).toEqual([]);
});

test('a process with nothing to do sends one statement a second', async () => {
  const asked: string[] = [];
  const counted = db.intercepted((call, run) => {
    asked.push(call.text);
    return run();
  });
  const stop = keepTime({ ...testDeps(db), db: counted });
  const lookups = async () => {
    await aSecondLater();
    return asked.filter((text) => text === lookup).length;
  };
  await expect.poll(lookups).toBeGreaterThan(4);
  await stop();
  const others = asked.filter((text) => text !== lookup);
  expect(others.length, others.join('\n')).toBe(new Set(others).size);
});

async function addDueReminder({ clock }: { readonly clock: { nowIso(): string } }): Promise<void> {
  await db.run(
    `with task as (
       insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, due_date, due_at)
       values ($1, gen_random_uuid(), 'Task', 'open', 'user', now(), now(), '2026-11-24', $2) returning *)
     insert into reminders (user_id, id, task_id, minutes_before, at, next_at, occurrence_at, created_at)
     select user_id, gen_random_uuid(), id, 0, due_at, due_at, due_at, now() from task`,
    [await accountIn(db), clock.nowIso()],
  );
}

const told = async () => {
  await aSecondLater();
  return db.run('select title from notifications', []);
};

test('a table that cannot be read stops only the work that needs it', async () => {
  const deps = testDeps(db);
  await addDueReminder(deps);
  const broken = db.intercepted((call, run) =>
    call.text.includes('"schedule_runs"') ? Promise.reject(new Error('unreadable')) : run(),
  );
  const stop = keepTime({ ...deps, db: broken });
  await expect.poll(told).toEqual([['Task']]);
  await stop();
});

test('a locked table stops only the work on it, before its statements end', async () => {
  const deps = testDeps(db);
  await db.run('delete from notifications', []);
  await addDueReminder(deps);
  const unlocked = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const lock = db.transaction(
    async (tx) => {
      await tx.run('lock table schedule_runs in access exclusive mode', []);
      locked.resolve();
      await unlocked.promise;
    },
    { deadlineMs: 60_000, idleMs: 60_000 },
  );
  await locked.promise;
  const stop = keepTime(deps);
  await expect.poll(told).toEqual([['Task']]);
  unlocked.resolve();
  await lock;
  await stop();
});
