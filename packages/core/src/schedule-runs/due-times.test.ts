import { silentLog } from '@jarvis/testkit';
import { expect, it } from 'vitest';
import { loadCalendar } from '../time/load-calendar.ts';
import { dueTimes } from './due-times.ts';

const rule = {
  ...{ userId: 'ada', id: 'one', restrictedAt: null, zone: null, timeZone: 'Europe/Rome' },
  ...{ start: '2026-01-01T08:00', nextAt: '2026-03-01T07:00:00.000Z' },
};
const settings = { defaultTimeZone: 'UTC' } as Parameters<typeof dueTimes>[0]['settings'];

it('finds the latest times of a downtime when each search finds only a few', async () => {
  const calendar = await loadCalendar();
  const costly: typeof calendar = {
    ...calendar,
    occurrences: (wanted) => calendar.occurrences({ ...wanted, count: Math.min(wanted.count, 20) }),
  };
  const nowMs = Date.parse('2026-10-01T12:00:00.000Z');
  const schedule = { ...rule, repeat: 'FREQ=HOURLY' };
  const { come, to } = await dueTimes({ settings, log: silentLog }, costly, schedule, nowMs);
  const hours = (first: string, count: number) =>
    Array.from({ length: count }, (_, hour) => Date.parse(first) + hour * 3_600_000);
  expect(come.slice(-100)).toEqual(hours('2026-09-27T09:00:00.000Z', 100));
  expect(to?.at).toBe('2026-10-01T13:00:00.000Z');
});
