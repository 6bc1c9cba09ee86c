import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from '../../i18n/compile-catalog.ts';
import schedules from '../../i18n/texts/schedules.ts';
import tasks from '../../i18n/texts/tasks.ts';
import { scheduleText } from './schedule-text.ts';

const device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = device === 'Asia/Tokyo' ? 'Europe/Rome' : 'Asia/Tokyo';
const nowMs = Date.parse('2026-11-23T12:00:00Z');

const when = (locale: string, start: string, repeat: string | null, timeZone = device) =>
  scheduleText({ start, repeat, timeZone }, { accountZone: device, nowMs, locale });

test('the times of a schedule in words', () => {
  i18n.load('en', compileCatalog({ ...tasks, ...schedules }, 'en'));
  i18n.activate('en');
  expect(when('en-GB', '2026-12-24T07:00', null)).toBe('Thu 24 Dec, 07:00, once');
  expect(when('en-GB', '2026-12-24T07:00', 'FREQ=DAILY')).toBe('every day at 07:00');
  expect(when('en-GB', '2026-12-24T07:00', 'FREQ=HOURLY;INTERVAL=2')).toBe('every 2 hours');
  const city = elsewhere.split('/')[1];
  expect(when('en-GB', '2026-12-24T07:00', 'FREQ=DAILY', elsewhere)).toBe(`every day at 07:00 (${city})`);
  i18n.load('de', compileCatalog({ ...tasks, ...schedules }, 'de'));
  i18n.activate('de');
  expect(when('de-DE', '2026-12-24T07:00', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR')).toBe(
    'montags bis freitags um 07:00',
  );
});
