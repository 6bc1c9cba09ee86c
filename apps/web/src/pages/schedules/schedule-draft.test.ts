import type { Schedule } from '@jarvis/contract';
import { expect, test } from 'vitest';
import { draftFrom, draftOf, isPast, timesOf } from './schedule-draft.ts';

const here = { accountZone: 'Europe/Rome', nowMs: Date.parse('2026-11-23T22:30:00Z'), locale: 'en' };
const reading = { title: 'tell me what is due', timeZone: 'Europe/Rome' };

test('the text becomes the prompt and its times', () => {
  const read = { ...reading, start: '2026-11-24T07:00', repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' };
  const draft = draftOf('every weekday at 7 tell me what is due', read, here, '09:00');
  expect(draft).toMatchObject({ prompt: 'Tell me what is due', title: '', choice: 'workdays', kept: null });
  expect(timesOf(draft)).toEqual({ start: '2026-11-24T07:00', timeZone: 'Europe/Rome', repeat: read.repeat });
});

test('without a time it is tomorrow in the account’s zone, and a day gets the account’s hour', () => {
  const start = (read: Parameters<typeof draftOf>[1]) =>
    timesOf(draftOf(' Hello ', read, here, '08:30'))?.start;
  expect(start(undefined)).toBe('2026-11-24T08:30');
  expect(start({ ...reading, start: null, repeat: null })).toBe('2026-11-24T08:30');
  expect(start({ ...reading, start: '2026-12-01', repeat: null })).toBe('2026-12-01T08:30');
  expect(draftOf(' Hello ', { ...reading, start: null, repeat: null }, here, '08:30').prompt).toBe('Hello');
  // A text that contains only a time is kept as the prompt.
  const bare = { ...reading, title: '', start: '2026-12-01', repeat: null };
  expect(draftOf('on 1 December', bare, here, '08:30').prompt).toBe('On 1 December');
});

test('an unusual rule is kept, and a usual one follows the date', () => {
  const stored: Schedule = {
    ...{ id: '1', title: 'Bees', prompt: 'Tell me', start: '2026-11-24T07:00', timeZone: 'Asia/Tokyo' },
    ...{ repeat: null, nextAt: null, reason: null, webSearch: true, createdAt: '', updatedAt: '' },
    state: 'active',
    notify: 'never',
    createdBy: 'user',
  };
  const every2 = 'FREQ=HOURLY;INTERVAL=2';
  expect(timesOf({ ...draftFrom({ ...stored, repeat: every2 }), date: '2026-11-26' })?.repeat).toBe(every2);
  const weekly = draftFrom({ ...stored, repeat: 'FREQ=WEEKLY;BYDAY=TU' });
  expect(weekly).toMatchObject({
    choice: 'WEEKLY',
    notify: 'never',
    webSearch: true,
    timeZone: 'Asia/Tokyo',
  });
  expect(timesOf({ ...weekly, date: '2026-11-26' })?.repeat).toBe('FREQ=WEEKLY;BYDAY=TH');
  expect(timesOf({ ...weekly, choice: '' })?.repeat).toBeNull();
  expect(timesOf({ ...weekly, time: '' })).toBeUndefined();
});

test('only a time that comes once can be past, in its own zone', () => {
  const past = (start: string, timeZone: string, repeat: string | null = null) =>
    isPast({ start, timeZone, repeat }, here.nowMs);
  expect(past('2026-11-23T23:30', 'Europe/Rome')).toBe(true);
  expect(past('2026-11-23T23:31', 'Europe/Rome')).toBe(false);
  expect(past('2026-11-23T23:30', 'America/New_York')).toBe(false);
  expect(past('2026-11-20T23:30', 'Europe/Rome', 'FREQ=DAILY')).toBe(false);
});
