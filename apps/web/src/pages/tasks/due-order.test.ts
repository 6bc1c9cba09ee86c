import { expect, test } from 'vitest';
import { groupOf, soonestFirst } from './due-order.ts';

const rome = 'Europe/Rome';
/** Monday 23 November 2026, 10:00 in Rome. */
const now = Date.parse('2026-11-23T09:00:00Z');

const task = (date?: string, time: string | null = null) => ({
  due: date === undefined ? null : { date, time, timeZone: null },
});

test.each([
  ['2026-11-22', null, 'overdue'],
  ['2026-11-23', null, 'today'],
  ['2026-11-23', '09:59', 'overdue'],
  ['2026-11-23', '10:00', 'overdue'],
  ['2026-11-23', '10:01', 'today'],
  ['2026-11-24', null, 'week'],
  ['2026-11-30', '23:59', 'week'],
  ['2026-12-01', null, 'later'],
  [undefined, null, 'none'],
] as const)('%s %s is %s', (date, time, group) => {
  expect(groupOf(task(date, time), rome, now)).toBe(group);
});

test('a due day in the task’s own zone is shown as the account’s day at that moment', () => {
  const due = { date: '2026-11-23', time: '20:00', timeZone: 'America/New_York' };
  expect(groupOf({ due, at: '2026-11-24T01:00:00.000Z' }, rome, now)).toBe('week');
});

test('a day without a time comes after the day’s times, and tasks without a date come last', () => {
  const [none, day, early, late, before] = [
    task(),
    task('2026-11-24'),
    task('2026-11-24', '08:00'),
    task('2026-11-24', '19:00'),
    task('2026-11-23'),
  ];
  expect(soonestFirst([none, day, late, early, before], rome)).toEqual([before, early, late, day, none]);
});
