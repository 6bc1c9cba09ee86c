import { limits } from '@jarvis/contract';
import { repeatText } from '@jarvis/contract/repeat-text';
import { type Language, vocabularies } from '../language/languages.ts';
import { filled } from '../text/filled.ts';
import type { TimeRead } from './grammar/read-time.ts';
import type { Calendar } from './load-calendar.ts';

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

/** A time with its weekday, its zone and its distance: "Tue 24 Nov, 08:30 (Europe/Rome), in 22 h". */
export function sayTime(time: SaidTime, language: Language, nowMs: number, calendar: Calendar): string {
  const { start, timeZone, repeat, afterCompletion } = time;
  const today = calendar.dayOf(nowMs, timeZone);
  const { locale } = vocabularies[language];
  const [date = '', clock] = start.split('T');
  const said = (day: string) => dayName(day, language, today);
  const when = [said(date), ...(clock === undefined ? [] : [clock])].join(', ');
  return [
    `${when} (${timeZone})`,
    clock !== undefined && Math.abs(time.atMs - nowMs) < 2 * dayMs
      ? distance(time.atMs - nowMs, language)
      : sayDaysAway(date, language, today),
    ...(repeat ? [repeatText(repeat, afterCompletion === true, locale, said)] : []),
  ].join(', ');
}

/** The interpretation of a sentence: its time, that it has passed, or that there is none. */
export function sayRead(read: TimeRead, nowMs: number, calendar: Calendar): string {
  const { language, start, passed, timeZone, repeat, afterCompletion } = read;
  const local = start ?? passed;
  if (local === null) return sayNone(language, read);
  const atMs = calendar.instantOf(local, timeZone);
  const said = sayTime({ start: local, timeZone, atMs, repeat, afterCompletion }, language, nowMs, calendar);
  return passed === null ? said : filled(vocabularies[language].time.says.past, said);
}

/** The answer to a text without a time, or with an impossible date. */
export function sayNone(language: Language, read: Pick<TimeRead, 'noSuchDate'> | undefined): string {
  const { none, noSuchDate } = vocabularies[language].time.says;
  return filled(read?.noSuchDate ? noSuchDate : none, limits.yearMin, limits.yearMax);
}

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

/** How far away a day is: "today", "in 32 days". */
export function sayDaysAway(date: string, language: Language, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / dayMs);
  const format = new Intl.RelativeTimeFormat(vocabularies[language].locale, { numeric: 'auto' });
  return format.format(days, 'day');
}

/** In minutes up to an hour, in half hours up to six, in hours up to two days; rounded. */
function distance(ms: number, language: Language): string {
  const { locale, time } = vocabularies[language];
  const { says } = time;
  const minutes = Math.round(Math.abs(ms) / minuteMs);
  if (minutes === 0) return says.now;
  const step = minutes < 360 ? 0.5 : 1;
  const hours = Math.round(minutes / 60 / step) * step;
  const amount =
    minutes < 60 ? filled(says.minutes, minutes) : filled(says.hours, hours.toLocaleString(locale));
  return filled(ms < 0 ? says.ago : says.in, amount);
}
