import { limits } from '@jarvis/contract';
import type { Part } from '../../language/time/time-words.ts';
import type { Calendar } from '../load-calendar.ts';
import { type Day, type Duration, dateFor, exactDay, movedBy, timeOfWeekday } from './days/day.ts';
import { dateOf, dateText, isBefore, isDate, type PlainDate, plusDays, two } from './days/plain-date.ts';
import { type Anchored, anchored, repeatRule } from './repeat-rule.ts';
import { type Clock, inHalf } from './rules/clock-grammar.ts';
import { negative } from './rules/duration-grammar.ts';
import { type Fragment, isBeside, type Stated } from './rules/fragments.ts';
import { type RepeatSaid, withoutExceptions } from './rules/repeat-grammar.ts';
import type { Lexemes } from './words/senses.ts';

/** Everything that a sentence states about its time; the first statement on each part counts. */
export interface Whole {
  readonly day?: Day;
  readonly elapsed?: Duration;
  readonly iso?: string;
  readonly hour?: number;
  readonly clock?: Clock;
  readonly part?: Part;
  readonly zone?: string;
  readonly repeat?: RepeatSaid;
  readonly until?: Day;
  /** The lead before the stated time. */
  readonly lead?: Duration;
  /** An alarm without a half of the day is in the morning. */
  readonly wakes?: boolean;
}

export interface Meaning {
  /** Local, in `timeZone`. */
  readonly start: string;
  readonly timeZone: string;
  readonly atMs: number;
  readonly repeat: string | null;
  readonly afterCompletion: boolean;
  readonly isPast: boolean;
}

/** The default hour of each part of the day, and the hour at which the part ends. */
const partTimes: Readonly<Record<Part, readonly [from: number, until: number]>> = {
  early: [8, 10],
  morning: [9, 12],
  forenoon: [10, 12],
  midday: [12, 14],
  afternoon: [15, 18],
  evening: [19, 24],
  night: [21, 24],
};

/**
 * Merges the fragments. Leaves out a fragment that repeats the statement of another one; `all` has as well the times of
 * day beside the first one: "at 8, at noon and at 6".
 */
export function joined(
  fragments: readonly Fragment[],
  lexemes: readonly Lexemes[],
): { whole: Whole; used: Fragment[]; all: Fragment[] } {
  const repeats = fragments.some(({ said }) => said.repeat?.repeat);
  let whole: Whole = {};
  const used: Fragment[] = [];
  const all: Fragment[] = [];
  const isTimed = (length: Duration) =>
    fragments.some(({ said }) => said.time || (length.seconds === 0 && said.day));
  for (const fragment of fragments) {
    const { lead } = fragment.said;
    const wider = lead ? isTimed(lead) && { ...whole, lead } : joins(whole, fragment.said, repeats);
    const last = all.at(-1);
    const isFurther = last?.said.time && fragment.said.time && isBeside(lexemes, last.end, fragment.start);
    if (wider || isFurther) all.push(fragment);
    if (!wider) continue;
    whole = wider;
    used.push(fragment);
  }
  const repeat = whole.repeat && withoutExceptions(whole.repeat);
  return { whole: { ...whole, ...(repeat && { repeat }) }, used, all };
}

function joins(whole: Whole, said: Stated, repeats: boolean): Whole | undefined {
  const { time } = said;
  if (said.until) {
    const until = said.until.day;
    if (!until) return undefined;
    if (repeats) return whole.until ? undefined : { ...whole, until };
    // "3 December to 5 January" begins on its first day.
    return whole.day?.is === 'date' && until.is === 'date'
      ? whole
      : joins(whole, { day: said.until }, repeats);
  }
  const found = said.day;
  const isToday = whole.day?.is === 'fromToday' && whole.day.days === 0;
  const hasDay = (whole.day !== undefined && !(isToday && found?.elapsed)) || whole.elapsed !== undefined;
  if (hasDay && (found?.day || found?.elapsed || (said.repeat?.first && !repeats))) return undefined;
  const part = said.part ?? found?.part ?? time?.part ?? said.repeat?.part;
  if (time && whole.clock) return undefined;
  // "Every morning and evening", "every morning and on Friday evening"
  if (whole.part && (found ? found.part && found.part !== whole.part : said.part)) return undefined;
  if (said.repeat && !repeats) {
    // Without a repeat, "from Monday" states a day; "for two weeks" and "10 times" state nothing.
    const { first, isDone } = said.repeat;
    if (isDone || first === undefined) return undefined;
    return { ...whole, day: first };
  }
  const repeat = said.repeat && mergedRepeat(whole.repeat, said.repeat);
  if (said.repeat && !repeat) return undefined;
  // "Every second Thursday, starting 10 December" has both.
  const day = found?.day ?? (hasDay ? undefined : said.repeat?.first);
  return {
    ...whole,
    ...(day && { day }),
    ...(found?.elapsed && { elapsed: found.elapsed }),
    ...(found?.iso && { iso: found.iso }),
    ...(found?.hour !== undefined && { hour: found.hour }),
    ...(time && { clock: time.clock }),
    ...(part && !whole.part && { part }),
    ...(time?.zone && { zone: time.zone }),
    ...(repeat && { repeat }),
  };
}

function mergedRepeat(one: RepeatSaid | undefined, other: RepeatSaid): RepeatSaid | undefined {
  if (!one) return other;
  if (one.repeat && other.repeat) {
    const [habit, main] = one.isHabit ? [one, other] : [other, one];
    const days = habit.repeat?.weekdays;
    // "Daily on weekdays"
    if (days && main.repeat?.unit === 'day' && main.repeat.every === 1) return { ...main, ...habit };
    // "Every two weeks on Tuesdays", "every week on Tue and Thu"
    if (!days || main.repeat?.unit !== 'week' || main.repeat.weekdays) return undefined;
    const { count: _, ...twoDays } = habit;
    return {
      ...(habit.isHabit ? habit : twoDays),
      ...main,
      isHabit: false,
      repeat: { ...main.repeat, weekdays: days },
    };
  }
  return { ...one, ...other };
}

/** The meaning relative to now; undefined if the calendar has no such day, or if nothing was stated. */
export function meaningOf(
  whole: Whole,
  nowMs: number,
  ownZone: string,
  calendar: Calendar,
): Meaning | undefined {
  const meaning = withoutLead(whole, nowMs, ownZone, calendar);
  if (!whole.lead || !meaning) return meaning;
  const { seconds } = whole.lead;
  const date = movedBy(dateOf(meaning.start), negative(whole.lead));
  if (!isDate(date)) return meaning;
  const atMs =
    calendar.instantOf(dateText(date) + meaning.start.slice(10), meaning.timeZone) - seconds * 1_000;
  const start = calendar.localOf(atMs, meaning.timeZone).slice(0, meaning.start.length);
  // The rule of a repeat determines the day, and an earlier day would not match the rule.
  if (meaning.repeat !== null && start.slice(0, 10) !== meaning.start.slice(0, 10)) return meaning;
  const isPast = start.includes('T') ? atMs < nowMs : start < calendar.dayOf(nowMs, meaning.timeZone);
  return { ...meaning, start, atMs, isPast };
}

function withoutLead(said: Whole, nowMs: number, ownZone: string, calendar: Calendar): Meaning | undefined {
  const timeZone = said.zone ?? ownZone;
  const now = calendar.localOf(nowMs, timeZone);
  const today = dateOf(now);
  const whole = withHour(said, today);
  const single = (place: Pick<Meaning, 'start' | 'timeZone'>, atMs: number, isPast: boolean): Meaning => ({
    ...place,
    atMs,
    repeat: null,
    afterCompletion: false,
    isPast,
  });
  const moment = (atMs: number, isPast: boolean) =>
    single(calendar.exactLocalOf(atMs, timeZone), atMs, isPast);
  if (whole.iso) {
    const isoMs = isoInstant(whole.iso, calendar, timeZone);
    const exact = isoMs === undefined ? undefined : moment(isoMs, isoMs < nowMs);
    if (!exact || !whole.repeat?.repeat) return exact;
    return repeating({ ...whole, ...beginning(exact.start) }, nowMs, exact.timeZone, calendar);
  }
  if (whole.repeat?.repeat || whole.repeat?.isDone) {
    if (!whole.elapsed) return repeating(whole, nowMs, timeZone, calendar);
    // "In two hours, and then every hour"
    const atMs = elapsedMs(whole.elapsed, nowMs, timeZone, calendar);
    if (atMs === undefined) return undefined;
    const begin = beginning(calendar.localOf(atMs, timeZone));
    return repeating({ ...begin, ...whole, day: begin.day }, nowMs, timeZone, calendar);
  }
  if (whole.elapsed) {
    const { months, days, workdays, seconds } = whole.elapsed;
    const atMs = elapsedMs(whole.elapsed, nowMs, timeZone, calendar);
    if (atMs === undefined) return undefined;
    return moment(atMs, seconds + days + workdays + months < 0);
  }
  const date = whole.day && dateFor(whole.day, today);
  if (whole.day && !date) return undefined;
  const time = timeSaid(whole, now, today, date);
  if (!time) {
    if (!date) return undefined;
    const start = dateText(date);
    return single({ start, timeZone }, calendar.instantOf(start, timeZone), isBefore(date, today));
  }
  const start = localText(time.date, time.clock);
  const atMs = calendar.instantOf(start, timeZone);
  const isPast = date !== undefined && (isBefore(date, today) || atMs < nowMs);
  return moment(atMs, isPast);
}

/** The number behind a weekday may be the hour. */
function withHour(whole: Whole, today: PlainDate): Whole {
  const found = whole.clock || !whole.day ? undefined : timeOfWeekday(whole.day, today);
  if (!found) return whole;
  const { weekday, hour, minute = 0 } = found;
  const clock = { hour, minute, second: 0, isSure: hour > 12, isBare: true };
  return { ...whole, day: { is: 'weekday', weekday }, clock };
}

/** The day and the clock of a local time, as if they were stated. */
function beginning(local: string): { day: Day; clock: Clock } {
  const [hour = 0, minute = 0, second = 0] = local.slice(11).split(':').map(Number);
  return { day: exactDay(local), clock: { hour, minute, second, isSure: true, isBare: false } };
}

/** The instant after some time from now; undefined beyond the accepted years. */
function elapsedMs(
  duration: Duration,
  nowMs: number,
  timeZone: string,
  calendar: Calendar,
): number | undefined {
  const now = calendar.localOf(nowMs, timeZone);
  const { seconds } = duration;
  const day = movedBy(dateOf(now), duration);
  if (!isDate(day)) return undefined;
  const text = dateText(day);
  const base = calendar.instantOf(`${text}${now.slice(10)}`, timeZone);
  const exact = (text === now.slice(0, 10) ? nowMs : base) + seconds * 1_000;
  // A timer counts seconds; a longer time is in whole minutes, and never too early.
  const unitMs = Math.abs(seconds) < 3_600 ? 1_000 : 60_000;
  return Math.ceil(exact / unitMs) * unitMs;
}

function isoInstant(iso: string, calendar: Calendar, timeZone: string): number | undefined {
  const hasOffset = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(iso);
  const local = iso.replace(/^(.{11})(\d):/, '$10$2:').replace(/[.,]\d+/, '');
  try {
    const atMs = hasOffset ? Date.parse(local) : calendar.instantOf(local, timeZone);
    return Number.isNaN(atMs) ? undefined : atMs;
  } catch {
    return undefined;
  }
}

interface TimeOfDate {
  readonly date: PlainDate;
  readonly clock: Pick<Clock, 'hour' | 'minute' | 'second'>;
}

/** The stated time of day on its date; undefined for a whole day. */
function timeSaid(
  whole: Whole,
  now: string,
  today: PlainDate,
  date: PlainDate | undefined,
): TimeOfDate | undefined {
  const { clock, part } = whole;
  const isToday = date === undefined || dateText(date) === dateText(today);
  const day = date ?? today;
  const hasPassed = (hour: number, minute: number) => `${two(hour)}:${two(minute)}` <= now.slice(11, 16);
  if (clock) {
    const isNight = clock.hour < (part === 'night' ? 6 : part === 'evening' ? 4 : 0);
    const said = inHalf(clock, part ?? (whole.wakes && !clock.isSure && clock.hour > 3 ? 'am' : undefined));
    const afternoon = said.isSure ? said : said.hour < 7 ? { ...said, hour: said.hour + 12 } : said;
    const evening =
      !said.isSure && afternoon.hour < 12 && date && isToday && hasPassed(afternoon.hour, said.minute)
        ? { ...afternoon, hour: afternoon.hour + 12 }
        : afternoon;
    const passes = date === undefined && hasPassed(evening.hour, evening.minute);
    const isLater = passes || (isNight && date !== undefined);
    return { date: isLater ? plusDays(day, 1) : day, clock: evening };
  }
  const hour = whole.hour ?? (part && partTimes[part][0]);
  if (hour === undefined) return undefined;
  const [, until] = part ? partTimes[part] : [hour, hour];
  if (!isToday || !hasPassed(hour, 0)) return { date: day, clock: { hour, minute: 0, second: 0 } };
  // "Tonight", said in the evening, is the next hour.
  const next = Number(now.slice(11, 13)) + 1;
  const isOver = date ? next > until : next >= until;
  if (!isOver) return { date: day, clock: { hour: next, minute: 0, second: 0 } };
  return { date: date ? day : plusDays(day, 1), clock: { hour, minute: 0, second: 0 } };
}

/** 24:00 is the beginning of the next day. */
const localText = (
  date: PlainDate,
  { hour, minute, second }: Pick<Clock, 'hour' | 'minute' | 'second'>,
): string => {
  const day = hour >= 24 ? plusDays(date, 1) : date;
  return `${dateText(day)}T${two(hour % 24)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`;
};

function repeating(whole: Whole, nowMs: number, timeZone: string, calendar: Calendar): Meaning | undefined {
  const now = calendar.localOf(nowMs, timeZone);
  const today = dateOf(now);
  const said = whole.repeat ?? {};
  const based: Anchored = anchored(said.repeat ?? { unit: 'day', every: 1 }, whole.day, today);
  if (said.isDone && !said.repeat) return undefined;
  const { repeat } = based;
  const first = said.first ?? based.first;
  const from = first && dateFor(first, today);
  if (first && !from) return undefined;
  const time =
    whole.clock || whole.part || whole.hour !== undefined
      ? timeSaid(whole, `${now.slice(0, 11)}00:00`, today, undefined)
      : undefined;
  const isShort = repeat.unit === 'minute' || repeat.unit === 'hour';
  const firstDate = from && !isBefore(from, today) ? from : today;

  const startOf = (): string | undefined => {
    if (isShort && !time) {
      const stepMs = repeat.every * (repeat.unit === 'hour' ? 3_600_000 : 60_000);
      const atNine = from && localText(from, { hour: 9, minute: 0, second: 0 });
      if (atNine && atNine > now) return atNine;
      return calendar.localOf(Math.floor((nowMs + stepMs) / 60_000) * 60_000, timeZone).slice(0, 16);
    }
    const candidate = time ? localText(firstDate, time.clock) : dateText(firstDate);
    if (said.isDone) return candidate;
    const [next] = calendar.occurrences({
      start: candidate,
      timeZone,
      repeat: repeatRule({ ...repeat, every: 1 }, firstDate),
      ...(time && { after: new Date(nowMs).toISOString() }),
      count: 1,
    });
    return next?.local;
  };
  const start = startOf();
  if (start === undefined) return undefined;
  const startDate = dateOf(start);
  const rule = repeatRule(repeat, startDate, said.isDone);
  if (whole.until && !dateFor(whole.until, today)) return undefined;
  // A repeat that counts from completion has no known last time.
  const end = said.isDone ? '' : endOf(whole, start, timeZone, today, calendar);
  return {
    start,
    timeZone,
    atMs: calendar.instantOf(start, timeZone),
    repeat: rule + end,
    afterCompletion: said.isDone === true,
    isPast: false,
  };
}

/** The count or the end of the repeat, as a part of its rule. */
function endOf(whole: Whole, start: string, timeZone: string, today: PlainDate, calendar: Calendar): string {
  const { lasts, count } = whole.repeat ?? {};
  const first = dateOf(start);
  if (lasts && lasts.months === 0 && lasts.days === 0 && lasts.workdays === 0) {
    if (!start.includes('T')) return '';
    const last = calendar.localOf(calendar.instantOf(start, timeZone) + lasts.seconds * 1_000, timeZone);
    return `;UNTIL=${last.replace(/[-:]/g, '').padEnd(15, '0')}`;
  }
  const date = lasts ? plusDays(movedBy(first, lasts), -1) : whole.until && dateFor(whole.until, today);
  if (date && isDate(date) && !isBefore(date, first)) return `;UNTIL=${dateText(date).replaceAll('-', '')}`;
  return count ? `;COUNT=${Math.min(limits.repeatCountMax, count)}` : '';
}
