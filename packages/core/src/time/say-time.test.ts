import { expect, test } from 'vitest';
import type { Language } from '../language/languages.ts';
import { loadCalendar } from './load-calendar.ts';
import { sayDaysAway, sayTime } from './say-time.ts';

const calendar = await loadCalendar();

const said = (repeat: string, language: Language = 'en') => {
  const start = '2026-11-24T08:30';
  const atMs = Date.parse('2026-11-24T07:30:00.000Z');
  const nowMs = atMs - 3 * 3_600_000;
  const time = { start, timeZone: 'Europe/Rome', atMs, repeat };
  return sayTime(time, language, nowMs, calendar).split(/ 3 h, /)[1];
};

test.each([
  ['FREQ=WEEKLY;BYDAY=MO', 'every week on Mon'],
  ['freq=weekly;byday=mo', 'every week on Mon'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH;COUNT=3', 'every 2 weeks on Tue and Thu, 3 times'],
  ['FREQ=MONTHLY;BYDAY=2MO', 'every month on the second Monday'],
  ['FREQ=MONTHLY;BYDAY=1MO,3MO', 'every month on the first Monday and on the third Monday'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on the last Friday'],
  ['FREQ=MONTHLY;BYDAY=-2FR', 'every month on the second to last Friday'],
  ['FREQ=MONTHLY;BYDAY=-3FR', 'every month on the -3. Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1', 'every month on the 30th'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'every month on the 1st and 15th'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,-1', 'every month on the 15th and on the last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=-2', 'every month on the second to last day'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;BYSETPOS=1', 'every month on the 1st and 15th, on the first of these'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1', 'every month on the last working day'],
  ['FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1', 'every year on the 1st in March'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Monday to Friday'],
  ['FREQ=DAILY;UNTIL=20270102T080000', 'every day, until Sat 2 Jan 2027'],
])('%s is expressed as "%s"', (rule, words) => {
  expect(said(rule)).toBe(words);
});

test.each([
  ['FREQ=MONTHLY;BYDAY=1SU,3MO', 'ogni mese la prima domenica e il terzo lunedì'],
  ['FREQ=MONTHLY;BYDAY=-1SU', 'ogni mese l’ultima domenica'],
  ['FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'ogni anno l’ultima domenica di marzo'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'ogni mese i giorni 1 e 15'],
  ['FREQ=DAILY;UNTIL=20270103', 'ogni giorno, fino a dom 3 gen 2027'],
])('%s is expressed in Italian as "%s"', (rule, words) => {
  expect(said(rule, 'it')).toBe(words);
});

test.each([
  ['2026-11-23', 'en', 'yesterday'],
  ['2026-11-25', 'en', 'tomorrow'],
  ['2026-11-26', 'de', 'übermorgen'],
  ['2026-12-26', 'it', 'tra 32 giorni'],
] as const)('%s is expressed in %s as "%s", said on 24 November', (date, language, words) => {
  expect(sayDaysAway(date, language, '2026-11-24')).toBe(words);
});

test.each([
  [61, 'in 1 h'],
  [90, 'in 1.5 h'],
  [22 * 60, 'in 22 h'],
  // To the day of the calendar, not in parts of 24 hours.
  [-(3 * 24 - 10) * 60, '3 days ago'],
])('a time %i minutes from now is "%s" away', (minutes, words) => {
  const atMs = Date.parse('2026-11-24T20:30:00Z');
  const time = { start: '2026-11-24T20:30', timeZone: 'UTC', atMs };
  expect(sayTime(time, 'en', atMs - minutes * 60_000, calendar)).toBe(`Tue 24 Nov, 20:30 (UTC), ${words}`);
});
