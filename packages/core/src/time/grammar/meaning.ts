import { limits } from '@jarvis/contract';
import type { Part } from '../../language/time/time-words.ts';
import type { Calendar } from '../load-calendar.ts';
import { type Day, type Duration, dateFor, exactDay, movedBy, spanOf, timeOfWeekday } from './days/day.ts';
import { dateOf, dateText, isBefore, isDate, type PlainDate, plusDays, two } from './days/plain-date.ts';
import { type Anchored, anchored, repeatRule } from './repeat-rule.ts';
import { type Clock, inHalf } from './rules/clock-grammar.ts';
import { negative, none, times } from './rules/duration-grammar.ts';
import type { Whole } from './whole.ts';

export interface Meaning {
  /** Local, in `timeZone`. */
  readonly start: string;
  readonly timeZone: string;
  readonly atMs: number;
  readonly repeat?: string;
  readonly afterCompletion?: boolean;
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

/** The present moment, in the zone of a stated time. */
interface Now {
  readonly nowMs: number;
  readonly timeZone: string;
  readonly calendar: Calendar;
  readonly local: string;
  readonly today: PlainDate;
}

function nowIn(timeZone: string, nowMs: number, calendar: Calendar): Now {
  const local = calendar.localOf(nowMs, timeZone);
  return { nowMs, timeZone, calendar, local, today: dateOf(local) };
}

/** The meaning relative to now; undefined if the calendar has no such day, or if nothing was stated. */
export function meaningOf(
  whole: Whole,
  nowMs: number,
  ownZone: string,
  calendar: Calendar,
): Meaning | undefined {
  const meaning = withoutLead(whole, nowIn(whole.zone ?? ownZone, nowMs, calendar));
  if (!whole.lead || !meaning) return meaning;
  const { seconds } = whole.lead;
  const date = movedBy(dateOf(meaning.start), negative(whole.lead));
  if (!isDate(date)) return meaning;
  const atMs =
    calendar.instantOf(dateText(date) + meaning.start.slice(10), meaning.timeZone) - seconds * 1_000;
  const start = calendar.localOf(atMs, meaning.timeZone).slice(0, meaning.start.length);
  // The rule of a repeat determines the day, and an earlier day would not match the rule.
  if (meaning.repeat !== undefined && start.slice(0, 10) !== meaning.start.slice(0, 10)) return meaning;
  const isPast = start.includes('T') ? atMs < nowMs : start < calendar.dayOf(nowMs, meaning.timeZone);
  return { ...meaning, start, atMs, isPast };
}

function withoutLead(said: Whole, now: Now): Meaning | undefined {
  const { nowMs, timeZone, calendar, today } = now;
  const whole = withHour(said, today);
  const moment = (atMs: number, isPast: boolean) => ({
    ...calendar.exactLocalOf(atMs, timeZone),
    atMs,
    isPast,
  });
  const repeats = whole.repeat?.repeat !== undefined;
  if (whole.iso) {
    const isoMs = isoInstant(whole.iso, now);
    const exact = isoMs === undefined ? undefined : moment(isoMs, isoMs < nowMs);
    if (!exact || !repeats) return exact;
    return repeating({ ...whole, ...beginning(exact.start) }, nowIn(exact.timeZone, nowMs, calendar));
  }
  if (whole.elapsed) {
    const atMs = elapsedMs(whole.elapsed, now);
    if (atMs === undefined) return undefined;
    const { months, days, workdays, seconds } = whole.elapsed;
    if (!repeats) return moment(atMs, seconds + days + workdays + months < 0);
    // "In two hours, and then every hour"
    const begin = beginning(calendar.localOf(atMs, timeZone));
    return repeating({ ...begin, ...whole, day: begin.day }, now);
  }
  if (repeats) return repeating(whole, now);
  const date = whole.day && dateFor(whole.day, today);
  if (whole.day && !date) return undefined;
  const time = timeSaid(whole, now, date);
  if (!time) {
    if (!date) return undefined;
    const start = dateText(date);
    return { start, timeZone, atMs: calendar.instantOf(start, timeZone), isPast: isBefore(date, today) };
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
  const { weekday, hour, minute } = found;
  const clock = { hour, minute, second: 0, isSure: hour > 12, isBare: true };
  return { ...whole, day: { is: 'weekday', weekday }, clock };
}

/** The day and the clock of a local time, as if they were stated. */
function beginning(local: string): { day: Day; clock: Clock } {
  const [hour = 0, minute = 0, second = 0] = local.slice(11).split(':').map(Number);
  return { day: exactDay(local), clock: { hour, minute, second, isSure: true, isBare: false } };
}

/** The instant after some time from now; undefined beyond the accepted years. */
function elapsedMs(duration: Duration, { nowMs, timeZone, calendar, local, today }: Now): number | undefined {
  const { seconds } = duration;
  const day = movedBy(today, duration);
  if (!isDate(day)) return undefined;
  const text = dateText(day);
  const base = calendar.instantOf(`${text}${local.slice(10)}`, timeZone);
  const exact = (text === local.slice(0, 10) ? nowMs : base) + seconds * 1_000;
  // A timer counts seconds; a longer time is in whole minutes, and never too early.
  const unitMs = Math.abs(seconds) < 3_600 ? 1_000 : 60_000;
  return Math.ceil(exact / unitMs) * unitMs;
}

function isoInstant(iso: string, { calendar, timeZone }: Now): number | undefined {
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
  { local, today }: Pick<Now, 'local' | 'today'>,
  date?: PlainDate,
): TimeOfDate | undefined {
  const { clock, part } = whole;
  const isToday = date === undefined || dateText(date) === dateText(today);
  const day = date ?? today;
  const hasPassed = (hour: number, minute: number) => `${two(hour)}:${two(minute)}` <= local.slice(11, 16);
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
  if (!isToday || !hasPassed(hour, 0)) return { date: day, clock: onTheHour(hour) };
  // "Tonight", said in the evening, is the next hour.
  const next = Number(local.slice(11, 13)) + 1;
  const isOver = date ? next > until : next >= until;
  if (!isOver) return { date: day, clock: onTheHour(next) };
  return { date: date ? day : plusDays(day, 1), clock: onTheHour(hour) };
}

const onTheHour = (hour: number): TimeOfDate['clock'] => ({ hour, minute: 0, second: 0 });

/** 24:00 is the beginning of the next day. */
const localText = (date: PlainDate, { hour, minute, second }: TimeOfDate['clock']): string => {
  const day = hour >= 24 ? plusDays(date, 1) : date;
  return `${dateText(day)}T${two(hour % 24)}:${two(minute)}${second === 0 ? '' : `:${two(second)}`}`;
};

function repeating(whole: Whole, now: Now): Meaning | undefined {
  const { nowMs, timeZone, calendar, local, today } = now;
  const said = whole.repeat;
  if (!said?.repeat) return undefined;
  const based: Anchored = anchored(said.repeat, whole.day, today);
  const { repeat } = based;
  const first = said.first ?? based.first;
  // "Every day next week at 7"
  const span = first && !('isOpen' in first && first.isOpen) ? spanOf(first, today) : undefined;
  const isWithin = span && !isBefore(span[1], movedBy(span[0], times(repeat.every, repeat.unit) ?? none));
  const from = isWithin ? span[0] : first && dateFor(first, today);
  if (first && !from) return undefined;
  const time =
    whole.clock || whole.part || whole.hour !== undefined
      ? timeSaid(whole, { local: `${local.slice(0, 11)}00:00`, today })
      : undefined;
  const isShort = repeat.unit === 'minute' || repeat.unit === 'hour';
  // "Every hour from 9 to 6", said at 7 in the evening, begins tomorrow.
  const close = time && whole.end && timeSaid(whole.end, now);
  const earliest = close && close.clock.hour > time.clock.hour ? close.date : today;
  const firstDate = from && !isBefore(from, today) ? from : earliest;

  const startOf = (): string | undefined => {
    if (isShort && !time) {
      const stepMs = repeat.every * (repeat.unit === 'hour' ? 3_600_000 : 60_000);
      const atNine = from && localText(from, onTheHour(9));
      if (atNine && atNine > local) return atNine;
      return calendar.localOf(Math.floor((nowMs + stepMs) / 60_000) * 60_000, timeZone).slice(0, 16);
    }
    const candidate = time ? localText(firstDate, time.clock) : dateText(firstDate);
    if (said.isDone) return candidate;
    const [next] = calendar.occurrences({
      start: candidate,
      timeZone,
      repeat: repeatRule({ ...repeat, every: isShort ? repeat.every : 1 }, firstDate),
      ...(time && { after: new Date(nowMs).toISOString() }),
      count: 1,
    });
    return next?.local;
  };
  const start = startOf();
  if (start === undefined) return undefined;
  const startDate = dateOf(start);
  const rule = repeatRule(repeat, startDate, said.isDone);
  const lastDay = whole.end?.day ? dateFor(whole.end.day, today) : isWithin ? span[1] : null;
  if (lastDay === undefined) return undefined;
  // A repeat that counts from completion has no known last time.
  const end = said.isDone ? '' : endOf(whole, start, now, lastDay);
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
function endOf(whole: Whole, start: string, { timeZone, calendar }: Now, lastDay: PlainDate | null): string {
  const { lasts, count } = whole.repeat ?? {};
  const first = dateOf(start);
  const last = whole.end && timeSaid(whole.end, { local: start, today: first }, lastDay ?? first);
  if (last) {
    // "Until 2", said in the evening, is after midnight.
    const text = [0, 1].map((days) => localText(plusDays(last.date, days), last.clock));
    return untilTime(text.find((end) => end > start));
  }
  if (lasts && lasts.months === 0 && lasts.days === 0 && lasts.workdays === 0) {
    if (!start.includes('T')) return '';
    const end = calendar.localOf(calendar.instantOf(start, timeZone) + lasts.seconds * 1_000, timeZone);
    return untilTime(end);
  }
  const date = lasts ? plusDays(movedBy(first, lasts), -1) : lastDay;
  if (date && isDate(date) && !isBefore(date, first)) return `;UNTIL=${dateText(date).replaceAll('-', '')}`;
  return count ? `;COUNT=${Math.min(limits.repeatCountMax, count)}` : '';
}

const untilTime = (last: string | undefined): string =>
  last ? `;UNTIL=${last.replace(/[-:]/g, '').padEnd(15, '0')}` : '';
