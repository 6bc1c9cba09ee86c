import { i18n } from '@lingui/core';
import { expect, test, vi } from 'vitest';
import { compileCatalog } from '../../i18n/compile-catalog.ts';
import tasks from '../../i18n/texts/tasks.ts';
import { dayText, dueText, dueWords, momentText, repeatText } from './due-text.ts';
import { dayAfter, nextWeekday } from './local-time.ts';
import { repeatChoices, ruleOf } from './repeat-rule.ts';

const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = device === 'Asia/Tokyo' ? 'Europe/Rome' : 'Asia/Tokyo';

test('a near day is in words, others have their weekday, and the year if it is another one', () => {
  const day = (date: string, locale = 'en-GB') => dayText(date, '2026-11-23', locale);
  expect(['2026-11-22', '2026-11-23', '2026-11-24'].map((date) => day(date))).toEqual([
    'Yesterday',
    'Today',
    'Tomorrow',
  ]);
  expect(day('2026-11-24', 'it-IT')).toBe('Domani');
  expect(day('2026-11-27')).toBe('Fri 27 Nov');
  expect(day('2027-01-01')).toBe('Fri 1 Jan 2027');
});

test('a time names its zone if this device is in another one', () => {
  const here = { accountZone: device, nowMs: Date.parse('2026-11-23T12:00:00Z'), locale: 'en-GB' };
  const due = { date: '2026-12-24', time: '09:00', timeZone: null };
  expect(dueText(due, here)).toBe('Thu 24 Dec, 09:00');
  const city = elsewhere.split('/')[1];
  expect(dueText({ ...due, timeZone: elsewhere }, here)).toBe(`Thu 24 Dec, 09:00 (${city})`);
  expect(dueText(due, { ...here, accountZone: elsewhere })).toBe(`Thu 24 Dec, 09:00 (${city})`);
  expect(dueText({ ...due, time: null }, { ...here, accountZone: elsewhere })).toBe('Thu 24 Dec');
});

test('a near day has its capital only at the beginning: “jeden Tag, ab morgen”', () => {
  const near = { accountZone: device, nowMs: Date.parse('2026-11-23T12:00:00Z'), locale: 'de-DE' };
  const due = { date: '2026-11-24', time: '09:00', timeZone: null };
  expect([dueText(due, near), dueWords(due, near)]).toEqual(['Morgen, 09:00', 'morgen, 09:00']);
});

test('a moment has its day and time in the account’s zone', () => {
  const here = { accountZone: 'Asia/Kathmandu', nowMs: Date.parse('2026-11-23T12:00:00Z'), locale: 'en-GB' };
  expect(momentText('2026-11-23T18:20:00.000Z', here)).toBe('Tomorrow, 00:05 (Kathmandu)');
});

test('many due dates are written by the same few formats, because making one is slow', () => {
  const here = { accountZone: device, nowMs: Date.parse('2026-11-23T12:00:00Z'), locale: 'en-GB' };
  using dates = vi.spyOn(Intl, 'DateTimeFormat');
  for (let day = 0; day < 300; day += 1)
    dueText({ date: dayAfter('2026-11-23', day), time: '09:00', timeZone: null }, here);
  // Without arguments it gives the device's zone, which may change.
  expect(dates.mock.calls.filter((given) => given.length > 0).length).toBeLessThan(10);
});

test('days are counted across the ends of months, and a weekday is the next one', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(nextWeekday('2026-11-23', 1)).toBe('2026-11-30');
  expect(nextWeekday('2026-11-23', 6)).toBe('2026-11-28');
});

test('a day that not every month has repeats on the month’s last day', () => {
  expect(ruleOf('MONTHLY', '2026-10-15')).toBe('FREQ=MONTHLY;BYMONTHDAY=15');
  expect(ruleOf('MONTHLY', '2026-10-31')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1');
  expect(ruleOf('MONTHLY', '2026-10-30')).toBe('FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1');
  expect(ruleOf('YEARLY', '2028-02-29')).toBe('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1');
});

const said = (language: 'en' | 'de' | 'it', rule: string, afterDone = false) => {
  i18n.load(language, compileCatalog(tasks, language));
  i18n.activate(language);
  return repeatText(rule, afterDone, { en: 'en-GB', de: 'de-DE', it: 'it-IT' }[language]);
};

test('rules in words', () => {
  expect(repeatChoices.map((choice) => said('en', ruleOf(choice, '2026-10-31')))).toEqual([
    'every day',
    'Monday to Friday',
    'every week on Sat',
    'every 2 weeks on Sat',
    'every month on the last day',
    'every year',
  ]);
  expect(said('en', 'FREQ=MONTHLY;BYDAY=2TU;COUNT=3')).toBe('every month on the second Tuesday, 3 times');
  expect(said('en', 'FREQ=MONTHLY;BYDAY=1MO,3MO')).toBe(
    'every month on the first Monday and on the third Monday',
  );
  expect(said('en', 'FREQ=MONTHLY;BYDAY=-2FR')).toBe('every month on the second to last Friday');
  expect(said('en', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1')).toBe('every month on the 30th');
  expect(['en', 'de', 'it'].map((language) => said(language as 'en', 'FREQ=MONTHLY;BYMONTHDAY=1'))).toEqual([
    'every month on the 1st',
    'jeden Monat am 1.',
    'ogni mese il giorno 1',
  ]);
  expect(
    ['en', 'de', 'it'].map((language) => said(language as 'en', 'FREQ=MONTHLY;BYMONTHDAY=1,15')),
  ).toEqual(['every month on the 1st and 15th', 'jeden Monat am 1. und 15.', 'ogni mese i giorni 1 e 15']);
  expect(said('en', 'FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=2026-12-31')).toBe(
    'every week on Mon and Fri, until Thu 31 Dec 2026',
  );
  expect(said('de', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU')).toBe('alle 2 Wochen am Di');
  expect(said('de', 'FREQ=DAILY', true)).toBe('jeden Tag, nach Erledigung');
  expect(said('it', 'FREQ=MONTHLY;BYDAY=-1FR')).toBe('ogni mese l’ultimo venerdì');
});
