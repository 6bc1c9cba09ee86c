import { limits } from '@jarvis/contract';
import { filled } from '../language/filled.ts';
import { type Language, vocabularies } from '../language/languages.ts';
import type { RepeatUnit } from '../language/time/time-words.ts';

/** A time to put in words. */
export interface SaidTime {
  /** Local: a date, or a date and time. */
  readonly start: string;
  readonly timeZone: string;
  /** The instant, in milliseconds. */
  readonly atMs: number;
  readonly repeat?: string | null | undefined;
  readonly afterCompletion?: boolean | undefined;
}

/**
 * A time with its weekday, its zone and its distance: "Tue 24 Nov, 08:30 (Europe/Rome), in 22 h". `today` is the
 * present local date.
 */
export function sayTime(time: SaidTime, language: Language, nowMs: number, today: string): string {
  const { start, timeZone, repeat, afterCompletion } = time;
  const { says } = vocabularies[language].time;
  const [date = '', clock] = start.split('T');
  const when = [dayName(date, language, today), ...(clock === undefined ? [] : [clock])].join(', ');
  return [
    `${when} (${timeZone})`,
    clock === undefined ? daysOff(date, language, today) : distance(time.atMs - nowMs, language),
    ...(repeat ? [sayRepeat(repeat, language, today)] : []),
    ...(afterCompletion ? [says.afterDone] : []),
  ].join(', ');
}

/** The answers to a time that has passed, and to a text without a time, or with a date that nothing can have. */
export const sayPast = (time: SaidTime, language: Language, nowMs: number, today: string): string =>
  filled(vocabularies[language].time.says.past, sayTime(time, language, nowMs, today));
export const sayNone = (language: Language, noSuchDate: boolean): string =>
  filled(
    vocabularies[language].time.says[noSuchDate ? 'noSuchDate' : 'none'],
    limits.yearMin,
    limits.yearMax,
  );

/** "Tue 24 Nov", with the year unless it is the present one. */
function dayName(date: string, language: Language, today: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(vocabularies[language].locale, { ...options, timeZone: 'UTC' }).format(
      new Date(date),
    );
  const year = date.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const);
  return `${format({ weekday: 'short' })} ${format({ day: 'numeric', month: 'short', ...year })}`;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

function daysOff(date: string, language: Language, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  const { says } = vocabularies[language].time;
  if (days === 0) return says.today;
  return days === 1 ? says.tomorrow : distance(days * dayMs, language);
}

/** In minutes up to an hour, in hours up to two days, then in days; rounded. */
function distance(ms: number, language: Language): string {
  const { says } = vocabularies[language].time;
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  if (minutes === 0) return says.now;
  const days = Math.round(minutes / 1_440);
  const [one, several] = says.days;
  const amount =
    minutes < 60
      ? filled(says.minutes, minutes)
      : minutes < 2_880
        ? filled(says.hours, Math.round(minutes / 60))
        : filled(days === 1 ? one : several, days);
  return filled(ms < 0 ? says.ago : says.in, amount);
}

const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Monday 5 January 1970. */
const mondayMs = 4 * dayMs;

/** A rule in words: "every 2 weeks on Tue, until 31 Dec". */
export function sayRepeat(rule: string, language: Language, today: string): string {
  const { locale, time } = vocabularies[language];
  const { says } = time;
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]));
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const [one, several] = says.every[(parts.get('FREQ') ?? 'DAILY') as RepeatUnit];
  const weekday = (name: string) =>
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
      mondayMs + dayNames.indexOf(name) * dayMs,
    );
  const month = (number: string) =>
    new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, Number(number) - 1),
    );
  const joined = (names: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);

  const days = parts.get('BYDAY');
  const onDays = (list: string) => {
    if (list === 'MO,TU,WE,TH,FR') return says.workdays;
    const [, place, name = ''] = /^([+-]?\d+)(..)$/.exec(list) ?? [];
    if (place === '-1') return filled(says.onLast, weekday(name));
    if (place !== undefined) return filled(says.onNth, weekday(name), place);
    return filled(says.on, joined(list.split(',').map(weekday)));
  };
  const monthDays = parts.get('BYMONTHDAY')?.split(',');
  const onMonthDays = (list: readonly string[]) => {
    if (list.join() === '-1') return says.lastDay;
    const shown = parts.has('BYSETPOS') ? list.slice(-1) : list.filter((day) => !day.startsWith('-'));
    return filled(says.onDay, joined(shown));
  };
  const until = parts.get('UNTIL')?.replace(/^(....)(..)(..).*$/, '$1-$2-$3');
  const whole = [
    filled(interval === 1 ? one : several, interval),
    ...(days ? [onDays(days)] : []),
    ...(monthDays ? [onMonthDays(monthDays)] : []),
    ...(parts.get('BYMONTH')?.split(',').map(month) ?? []),
  ].join(' ');
  const count = parts.get('COUNT');
  return [
    whole,
    ...(until ? [filled(says.until, dayName(until, language, today))] : []),
    ...(count ? [filled(says.times, count)] : []),
  ].join(', ');
}
