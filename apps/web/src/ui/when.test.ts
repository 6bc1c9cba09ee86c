import { i18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { compileCatalog } from '../i18n/compile-catalog.ts';
import app from '../i18n/texts/app.ts';
import { stampText, whenText } from './when.tsx';

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

test('a message has the time of today, or the date too', () => {
  const stamp = (hoursAgo: number, locale: string) => {
    const today = new Date(2026, 3, 15, 12);
    return stampText(new Date(2026, 3, 15, 12 - hoursAgo), today, locale).replaceAll('\u202f', ' ');
  };
  expect([stamp(3, 'en-US'), stamp(3, 'de-DE')]).toEqual(['9:00 AM', '09:00']);
  expect([stamp(15, 'en-US'), stamp(15, 'de-DE')]).toEqual(['Apr 14, 2026, 9:00 PM', '14.04.2026, 21:00']);
});
