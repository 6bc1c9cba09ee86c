import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from '../i18n/compile-catalog.ts';
import { stampText } from '../i18n/formats.ts';
import app from '../i18n/texts/app.ts';
import { whenText } from './when.tsx';

i18n.loadAndActivate({ locale: 'en', messages: compileCatalog(app, 'en') });
const now = new Date('2026-04-15T12:00:00Z');
const when = (iso: string) => whenText(iso, now, 'en');

test('a time within a week is relative to now', () => {
  expect(when('2026-04-15T11:59:50Z')).toBe('just now');
  expect(when('2026-04-15T11:59:10Z')).toBe('just now');
  expect(when('2026-04-15T12:00:02Z')).toBe('just now');
  expect(when('2026-04-15T12:00:30Z')).toBe('now');
  expect(when('2026-04-15T11:55:00Z')).toBe('5 minutes ago');
  expect(when('2026-04-15T09:00:00Z')).toBe('3 hours ago');
  expect(when('2026-04-14T12:00:00Z')).toBe('yesterday');
  expect(when('2026-04-18T12:00:00Z')).toBe('in 3 days');
});

test('other times are a date, with the year if it is another one', () => {
  expect(when('2026-02-01T12:00:00Z')).toBe('February 1');
  expect(when('2025-02-01T12:00:00Z')).toBe('February 1, 2025');
});

test('a date is an adverb in German and Italian too, for texts such as “Creata l’8 febbraio”', () => {
  const dates = (locale: string) =>
    ['2026-02-01', '2026-02-08', '2025-11-11', '2026-02-18'].map((day) =>
      whenText(`${day}T12:00:00Z`, now, locale),
    );
  expect(dates('de-AT')).toEqual([
    'am 1. Februar',
    'am 8. Februar',
    'am 11. November 2025',
    'am 18. Februar',
  ]);
  expect(dates('it')).toEqual(['il 1 febbraio', 'l’8 febbraio', 'l’11 novembre 2025', 'il 18 febbraio']);
});

test('a message has the time of today, or the date too', () => {
  const stamp = (hoursAgo: number, locale: string) => {
    const today = new Date(2026, 3, 15, 12);
    return stampText(new Date(2026, 3, 15, 12 - hoursAgo), today, locale).replaceAll('\u202f', ' ');
  };
  expect([stamp(3, 'en-US'), stamp(3, 'de-DE')]).toEqual(['9:00 AM', '09:00']);
  expect([stamp(15, 'en-US'), stamp(15, 'de-DE')]).toEqual(['Apr 14, 2026, 9:00 PM', '14.04.2026, 21:00']);
});
