import { dateFormat } from '../../i18n/formats.ts';

/* Local times are strings in an order that sorts: `2026-11-24`, `2026-11-24T08:30`. */

const dayMs = 86_400_000;

/** The local time in a zone, to the second. */
export const localAt = (ms: number, timeZone: string): string =>
  // The Swedish format is ISO 8601.
  dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(ms).replace(' ', 'T');

export const todayIn = (timeZone: string, nowMs: number): string => localAt(nowMs, timeZone).slice(0, 10);

const daysOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / dayMs;

/** The date some days later. */
export const dayAfter = (date: string, days: number): string =>
  new Date((daysOf(date) + days) * dayMs).toISOString().slice(0, 10);

export const daysBetween = (from: string, to: string): number => daysOf(to) - daysOf(from);

/** 0 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The first such weekday after a date. */
export const nextWeekday = (date: string, weekday: number): string =>
  dayAfter(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);
