import type { ShownTask } from '@jarvis/contract';
import { repeatText as textIn } from '@jarvis/contract/repeat-text';
import { useMemo } from 'react';
import { cityOf, deviceZone, isSameTimeZone, useAccountZone } from '../../data/time-zone.ts';
import { dateFormat, relativeFormat } from '../../i18n/formats.ts';
import { appLocale } from '../../i18n/translate.ts';
import { useNow } from '../../ui/use-now.ts';
import { daysBetween, localAt, todayIn } from './local-time.ts';

/** The person's time zones, locale and present time. */
export interface Here {
  readonly accountZone: string;
  readonly nowMs: number;
  readonly locale: string;
}

/** The person's place in time, updated each minute: the same value in between. */
export function useHere(): Here {
  const accountZone = useAccountZone();
  const nowMs = useNow().getTime();
  const locale = appLocale();
  return useMemo(() => ({ accountZone, nowMs, locale }), [accountZone, nowMs, locale]);
}

/** "Tomorrow", or "Tue 24 Nov", with the year unless it is the present one. */
export const dayText = (date: string, today: string, locale: string): string =>
  capitalized(dayWords(date, today, locale), locale);

function dayWords(date: string, today: string, locale: string): string {
  const days = daysBetween(today, date);
  if (Math.abs(days) <= 1) return relativeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return plainDay(date, locale, date.slice(0, 4) !== today.slice(0, 4));
}

/** With a capital first letter. */
export const capitalized = (text: string, locale: string): string =>
  text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** "Tue 24 Nov". British English has a comma after the weekday only with a year, so one list would have both forms. */
export const plainDay = (date: string, locale: string, withYear = false): string =>
  dateFormat(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(withYear && { year: 'numeric' }),
  })
    .format(Date.parse(`${date}T00:00:00Z`))
    .replace(/(?<=^\w+),(?= \d)/, '');

const timeText = (time: string, locale: string): string =>
  dateFormat(locale, { timeZone: 'UTC', timeStyle: 'short' }).format(Date.parse(`1970-01-01T${time}Z`));

/** A time of day, with its zone if this device is in another one: "09:00 (New York)". */
export function timeInZone(time: string, zone: string, locale: string): string {
  const elsewhere = isSameTimeZone(zone, deviceZone()) ? '' : ` (${cityOf(zone)})`;
  return `${timeText(time, locale)}${elsewhere}`;
}

/** A day and a time, with the zone if this device is in another one: "Tomorrow, 09:00 (New York)". */
export const dueText = (due: NonNullable<ShownTask['due']>, here: Here): string =>
  capitalized(dueWords(due, here), here.locale);

/** The same within a sentence: "tomorrow, 09:00". */
export function dueWords(
  { date, time, timeZone }: NonNullable<ShownTask['due']>,
  { accountZone, nowMs, locale }: Here,
): string {
  const zone = timeZone ?? accountZone;
  const day = dayWords(date, todayIn(zone, nowMs), locale);
  return time === null ? day : `${day}, ${timeInZone(time, zone, locale)}`;
}

/** An instant in the account's zone: "Today, 09:00", with the zone if this device is in another one. */
export const momentText = (iso: string, here: Here): string =>
  capitalized(momentWords(iso, here), here.locale);

/** The same within a sentence. */
export function momentWords(iso: string, here: Here): string {
  const [date = '', time = ''] = localAt(Date.parse(iso), here.accountZone).slice(0, 16).split('T');
  return dueWords({ date, time, timeZone: null }, here);
}

/** A rule in words: "every 2 weeks on Tue, until Thu 31 Dec 2026". */
export const repeatText = (rule: string, afterDone: boolean, locale: string): string =>
  textIn(rule, afterDone, locale, (day) => plainDay(day, locale, true));
