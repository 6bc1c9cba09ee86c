import { expect, test } from 'vitest';
import { groupByDay } from './group-by-day.ts';

const now = new Date(2026, 3, 15, 9, 0);
const groupsOf = (...days: Date[]) =>
  groupByDay(
    days.map((day) => ({ updatedAt: day.toISOString() })),
    now,
  ).map(({ group, things }) => [group, things.length]);

test('entries are grouped by the day they last changed', () => {
  expect(
    groupsOf(
      new Date(2026, 3, 15, 8),
      new Date(2026, 3, 15, 0, 1),
      new Date(2026, 3, 14, 23, 59),
      new Date(2026, 3, 10),
      new Date(2026, 2, 20),
      new Date(2026, 1, 28),
      new Date(2026, 1, 1),
      new Date(2025, 1, 1),
    ),
  ).toEqual([
    ['today', 2],
    ['yesterday', 1],
    ['week', 1],
    ['month', 1],
    ['2026-02', 2],
    ['2025-02', 1],
  ]);
});

test('the day of a clock change counts as one day', () => {
  const monday = new Date(2026, 2, 30, 8);
  expect(groupByDay([{ updatedAt: new Date(2026, 2, 29, 1).toISOString() }], monday)[0]?.group).toBe(
    'yesterday',
  );
});

test('a clock slightly ahead counts as today', () => {
  expect(groupsOf(new Date(2026, 3, 15, 9, 5))).toEqual([['today', 1]]);
});
