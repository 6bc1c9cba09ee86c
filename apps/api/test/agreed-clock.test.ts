import { clockOf } from '@jarvis/core';
import { freshDatabase, silentLog, type TestDatabase } from '@jarvis/testkit';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { agreedClock } from '../src/process/agreed-clock.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

const hour = 3_600_000;

/** On a machine whose clock is wrong by `wrongBy` ms. */
async function started(machine: { wrongBy: number }) {
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const warned: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) };
  const clock = await agreedClock(
    db,
    log,
    opened,
    clockOf(() => Date.now() + machine.wrongBy),
  );
  return { clock, warned, wrongBy: () => Math.abs(clock.now() - Date.now()) };
}

it.each([24 * hour, -24 * hour])(
  'a clock that is wrong by %d ms is moved to the database’s',
  async (wrongBy) => {
    const { warned, wrongBy: left } = await started({ wrongBy });
    expect(left()).toBeLessThan(5_000);
    expect(warned).toHaveLength(1);
  },
);

it('a clock that differs as little as NTP may leave is left alone', async () => {
  const { warned, wrongBy } = await started({ wrongBy: 1_000 });
  expect(wrongBy()).toBeGreaterThan(900);
  expect(warned).toEqual([]);
});

it('a clock that is set while the service runs is followed', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const machine = { wrongBy: -hour };
  const { wrongBy } = await started(machine);
  machine.wrongBy = 0;
  expect(wrongBy()).toBeGreaterThan(hour - 5_000);
  vi.advanceTimersByTime(60_000);
  await expect.poll(wrongBy).toBeLessThan(5_000);
});
