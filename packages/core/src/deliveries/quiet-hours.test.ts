import { expect, test } from 'vitest';
import { loadCalendar } from '../time/load-calendar.ts';
import { quietEnd } from './quiet-hours.ts';

const night = { from: '22:00', until: '02:30' };

test.for([
  ['2026-10-24T21:00:00Z', '2026-10-25T00:30:00.000Z', 'before the clocks go back'],
  ['2026-10-25T00:10:00Z', '2026-10-25T00:30:00.000Z', 'in the first hour of two'],
  ['2026-10-25T01:10:15Z', '2026-10-25T01:30:00.000Z', 'in the second hour of two'],
  ['2026-10-25T22:00:00Z', '2026-10-26T01:30:00.000Z', 'in another night'],
  ['2026-03-28T23:00:00Z', '2026-03-29T01:30:00.000Z', 'before the clocks go forward'],
] as const)('of %s quiet hours end at %s, %s', async ([now, end]) => {
  const endMs = quietEnd(await loadCalendar(), night, 'Europe/Rome', Date.parse(now)) ?? 0;
  expect(new Date(endMs).toISOString()).toBe(end);
});
