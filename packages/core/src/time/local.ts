import { isTimeZone } from '@jarvis/contract';
import type { Calendar } from './load-calendar.ts';

/** The basis for calculating an account's times. */
export interface Place {
  readonly userId: string;
  readonly calendar: Calendar;
  readonly timeZone: string;
  /** `09:00`: the hour for tasks without a time. */
  readonly dayTime: string;
}

/** The instant from which a task is overdue; without a time, the end of its day. */
export function dueMs(calendar: Calendar, date: string, time: string | null, timeZone: string): number {
  return calendar.instantOf(time === null ? dayAfter(date, 1) : localFrom(date, time), timeZone);
}

/** A local time: the date alone without a time of day. */
export const localFrom = (date: string, time: string | null): string =>
  time === null ? date : `${date}T${time}`;

/** The local date some days later. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The next instant at the account's hour. */
export function nextDay({ calendar, timeZone, dayTime }: Place, nowMs: number): string {
  const today = calendar.dayOf(nowMs, timeZone);
  const at = (date: string) => calendar.instantOf(`${date}T${dayTime}`, timeZone);
  return new Date(at(today) > nowMs ? at(today) : at(dayAfter(today, 1))).toISOString();
}

/**
 * The one rule for stored zones, because a later tz database may not know one: a task or a schedule then uses the
 * account's zone, and the account the installation's. Wherever a stored zone is used or shown, it goes through here.
 * The name itself stays stored, for a release that knows it again.
 */
export const knownZone = <Otherwise extends string | null>(
  timeZone: string | null | undefined,
  otherwise: Otherwise,
): string | Otherwise => (timeZone && isTimeZone(timeZone) ? timeZone : otherwise);
