import { expect, test } from 'vitest';
import { loadCalendar } from '../time/load-calendar.ts';
import { writeCalendar } from './write-calendar.ts';

const costly = 'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=29;BYSETPOS=1';
const leap = {
  ...{ id: '', title: 'Leap', updatedAt: '2026-11-23T12:00:00.000Z', repeat: costly },
  ...{ dueDate: '2028-02-29', dueTime: '08:30', dueZone: null, repeatStart: '2028-02-29T08:30' },
  repeatAfterDone: false,
};
const entries = Array.from({ length: 500 }, (_, index) => ({ ...leap, id: String(index) }));
const wanted = async () => ({
  ...{ form: 'events' as const, host: 'localhost', nowMs: Date.parse('2026-11-23T12:00:00.000Z') },
  place: { userId: '', calendar: await loadCalendar(), timeZone: 'Europe/Rome', dayTime: '09:00' },
});

test('a calendar of costly repeats has all entries, with dates for those that are due soonest', async () => {
  const text = await writeCalendar(entries, { ...(await wanted()), signal: new AbortController().signal });
  const written = text.split('BEGIN:VEVENT').slice(1);
  expect(written).toHaveLength(500);
  const withDates = written.map((entry) => entry.includes('RDATE'));
  const count = withDates.indexOf(false);
  expect(count).toBeGreaterThan(0);
  expect(withDates.slice(count)).not.toContain(true);
});

test('a calendar lists the dates of 29 February, which programs would move in other years', async () => {
  const entry = { ...leap, repeat: 'FREQ=YEARLY', dueTime: null, repeatStart: '2028-02-29' };
  const text = await writeCalendar([entry], { ...(await wanted()), signal: new AbortController().signal });
  expect(text).toContain('RDATE;VALUE=DATE:20280229,20320229,20360229,');
  expect(text).not.toContain('RRULE:FREQ=YEARLY\r');
});

test.each([
  ['FREQ=DAILY;BYMONTHDAY=-1', '2026-12-31', '20261231,20270131,20270228,'],
  ['FREQ=YEARLY;BYMONTHDAY=15', '2026-12-15', '20261215,20270115,20270215,'],
  ['FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=1,6', '2027-01-31', '20270131,20270630,20280131,'],
  ['FREQ=MONTHLY;BYDAY=TU;BYMONTHDAY=-1', '2027-08-31', '20270831,20271130,20280229,'],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=15;BYMONTH=1,6', '2027-06-15', '20270615,20280615,20290615,'],
  ['FREQ=MONTHLY;BYDAY=TU,4SU', '2027-06-22', '20270622,20270627,20270629,20270706,'],
  ['BYDAY=WE;FREQ=WEEKLY', '2027-06-22', '20270622,20270623,20270630,'],
])('a calendar lists the dates of a rule that some programs misread: %s', async (repeat, day, dates) => {
  const entry = { ...leap, repeat, dueDate: day, dueTime: null, repeatStart: day };
  const text = await writeCalendar([entry], { ...(await wanted()), signal: new AbortController().signal });
  expect(text).toContain(`RDATE;VALUE=DATE:${dates}`);
  expect(text).not.toContain('RRULE');
});

test.each([
  ['FREQ=DAILY;BYDAY=MO,TU;BYMONTH=3', '2027-03-01'],
  ['FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1', '2027-01-31'],
  ['FREQ=YEARLY;BYMONTHDAY=15;BYMONTH=4', '2027-04-15'],
])('a calendar has a rule that programs read alike: %s', async (repeat, day) => {
  const entry = { ...leap, repeat, dueDate: day, dueTime: null, repeatStart: day };
  const text = await writeCalendar([entry], { ...(await wanted()), signal: new AbortController().signal });
  expect(text).toContain(`RRULE:${repeat}`);
});

test.each([
  ['BYDAY=TU;UNTIL=20280101;FREQ=WEEKLY', '2027-06-22', 'FREQ=WEEKLY;BYDAY=TU;UNTIL=20280101'],
  ['FREQ=MONTHLY;BYMONTH=9,2,7', '2027-07-09', 'FREQ=MONTHLY;BYMONTH=2,7,9'],
  ['FREQ=MONTHLY', '2027-01-31', 'FREQ=MONTHLY;BYMONTHDAY=31'],
])('a calendar has %s in the form that programs read alike', async (repeat, day, rule) => {
  const entry = { ...leap, repeat, dueDate: day, dueTime: null, repeatStart: day };
  const text = await writeCalendar([entry], { ...(await wanted()), signal: new AbortController().signal });
  expect(text).toContain(`RRULE:${rule}\r\n`);
});

test('writing a calendar stops when its reader disconnects', async () => {
  const writing = writeCalendar(entries, { ...(await wanted()), signal: AbortSignal.abort() });
  await expect(writing).rejects.toThrow('aborted');
});
