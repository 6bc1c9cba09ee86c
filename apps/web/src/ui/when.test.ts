import { expect, test } from 'vitest';
import { whenText } from './when.tsx';

const now = new Date('2026-04-15T12:00:00Z');
const when = (iso: string) => whenText(iso, now, 'en');

test('a time within a week is relative to now', () => {
  expect(when('2026-04-15T11:59:50Z')).toBe('now');
  expect(when('2026-04-15T11:55:00Z')).toBe('5 minutes ago');
  expect(when('2026-04-15T09:00:00Z')).toBe('3 hours ago');
  expect(when('2026-04-14T12:00:00Z')).toBe('yesterday');
  expect(when('2026-04-18T12:00:00Z')).toBe('in 3 days');
});

test('other times are a date, with the year if it is another one', () => {
  expect(when('2026-02-01T12:00:00Z')).toBe('February 1');
  expect(when('2025-02-01T12:00:00Z')).toBe('February 1, 2025');
});
