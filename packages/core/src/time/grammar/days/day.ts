import type { Edge, Unit } from '../../../language/time/time-words.ts';
import { holidayIn } from './holidays.ts';
import {
  dateOf,
  daysInMonth,
  isBefore,
  isDate,
  type PlainDate,
  plusDays,
  plusMonths,
  weekdayOf,
} from './plain-date.ts';

/** A length of time; months and days follow the calendar, seconds are elapsed time. */
export interface Duration {
  readonly months: number;
  readonly days: number;
  /** Days from Monday to Friday. */
  readonly workdays: number;
  readonly seconds: number;
}

/** A day, as stated. `week` and `months` are relative to the present ones; months are 1 to 12, weekdays 1 to 7. */
export type Day =
  | { readonly is: 'fromToday'; readonly days: number }
  | { readonly is: 'weekday'; readonly weekday: number; readonly which?: number | undefined }
  | { readonly is: 'weekdayOfWeek'; readonly weekday: number; readonly week: number }
  | { readonly is: 'weekdaysOn'; readonly weekday: number; readonly count: number; readonly from?: Day }
  | {
      readonly is: 'date';
      readonly day: number;
      readonly month: number;
      readonly year?: number | undefined;
      readonly weekday?: number | undefined;
      /** The figures may be the time of the weekday: "Friday 10.05". */
      readonly time?: { readonly hour: number; readonly minute: number } | undefined;
    }
  | {
      readonly is: 'dayOfMonth';
      readonly day: number;
      readonly months?: number;
      readonly weekday?: number | undefined;
      /** The number may be the hour of the weekday: "Tuesday 10". */
      readonly hour?: number;
    }
  | {
      readonly is: 'nth';
      readonly nth: number;
      /** Of any day if undefined. */
      readonly weekday?: number | undefined;
      readonly of: MonthSaid;
    }
  | { readonly is: 'edge'; readonly edge: Edge; readonly of: PeriodSaid }
  | { readonly is: 'period'; readonly of: PeriodSaid }
  | { readonly is: 'after'; readonly base: Day; readonly duration: Duration }
  | { readonly is: 'holiday'; readonly name: string; readonly year?: number | undefined };

/** A month by its name, or the n-th after the present one; with neither, the next possible one. */
export interface MonthSaid {
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly months?: number | undefined;
}

export type PeriodSaid = MonthSaid & { readonly unit: Unit; readonly count: number };

/** The date of a stated day, relative to today; undefined if the calendar has no such date. */
export function dateFor(day: Day, today: PlainDate): PlainDate | undefined {
  const date = read(day, today);
  return date && isDate(date) ? date : undefined;
}

function read(day: Day, today: PlainDate): PlainDate | undefined {
  switch (day.is) {
    case 'fromToday':
      return plusDays(today, day.days);
    case 'weekday':
      return weekdayDate(day.weekday, day.which, today);
    case 'weekdayOfWeek':
      return plusDays(mondayOf(today), day.week * 7 + day.weekday - 1);
    case 'weekdaysOn':
      return weekdaysOn(day, today);
    case 'date':
      return namedDate(day, today);
    case 'dayOfMonth':
      return dayOfMonth(day, today);
    case 'nth':
      return nth(day, today);
    case 'edge':
      return edge(day.edge, day.of, today);
    case 'period':
      return wholePeriod(day.of, today);
    case 'after': {
      const base = read(day.base, today);
      return base && movedBy(base, day.duration);
    }
    case 'holiday': {
      const first = holidayIn(day.name, day.year ?? today.year);
      return day.year === undefined && first && isBefore(first, today)
        ? holidayIn(day.name, today.year + 1)
        : first;
    }
  }
}

/** The first one after a day, if the count is positive, else the last one before it. */
function weekdaysOn(
  { weekday, count, from }: Extract<Day, { is: 'weekdaysOn' }>,
  today: PlainDate,
): PlainDate | undefined {
  const base = from ? read(from, today) : today;
  return (
    base && (count > 0 ? plusDays(after(base, weekday), (count - 1) * 7) : after(plusDays(base, -8), weekday))
  );
}

const mondayOf = (date: PlainDate): PlainDate => plusDays(date, 1 - weekdayOf(date));
/** The first such weekday after a date. */
const after = (date: PlainDate, weekday: number): PlainDate =>
  plusDays(date, ((weekday - weekdayOf(date) + 6) % 7) + 1);

/**
 * The next such weekday after today. "Next Friday" is next week's if today is Monday to Thursday, and the coming one at
 * the weekend.
 */
function weekdayDate(weekday: number, which: number | undefined, today: PlainDate): PlainDate {
  if (which === -1) return plusDays(after(today, weekday), -7 - (weekdayOf(today) === weekday ? 7 : 0));
  const next = after(today, weekday);
  if (which === undefined || which < 1) return next;
  const isThisWeek = weekdayOf(today) < weekday;
  return plusDays(next, (isThisWeek && which === 1 ? 7 : 0) + (which === 2 ? 7 : 0));
}

/** A date moved by the days of a length of time. */
export function movedBy(date: PlainDate, { months, days, workdays }: Duration): PlainDate {
  const step = Math.sign(workdays);
  let to = plusDays(plusMonths(date, months), days);
  if (step === 0) return to;
  while (weekdayOf(to) > 5) to = plusDays(to, -step);
  to = plusDays(to, Math.trunc(workdays / 5) * 7);
  for (let left = Math.abs(workdays % 5); left > 0; ) {
    to = plusDays(to, step);
    if (weekdayOf(to) < 6) left -= 1;
  }
  return to;
}

/** How far to search for a date without a year that falls on the stated weekday, in years and in months. */
const yearsMax = 2;
const monthsMax = 24;

function namedDate(
  { day, month, year, weekday }: Extract<Day, { is: 'date' }>,
  today: PlainDate,
): PlainDate | undefined {
  if (year !== undefined) return { year, month, day };
  const dates = Array.from({ length: 9 }, (_, years) => ({ year: today.year + years, month, day })).filter(
    (date) => isDate(date) && !isBefore(date, today),
  );
  const fitting = dates
    .slice(0, yearsMax)
    .find((date) => weekday === undefined || weekdayOf(date) === weekday);
  return fitting ?? dates[0];
}

function dayOfMonth(
  { day, months, weekday }: Extract<Day, { is: 'dayOfMonth' }>,
  today: PlainDate,
): PlainDate | undefined {
  if (months !== undefined) return { ...plusMonths({ ...today, day: 1 }, months), day };
  const dates = datesOf(day, today);
  const fitting = dates.find((date) => weekday === undefined || weekdayOf(date) === weekday);
  return fitting ?? dates[0];
}

/** The next days with this number, within `monthsMax`. */
const datesOf = (day: number, today: PlainDate): PlainDate[] =>
  Array.from({ length: monthsMax }, (_, count) => ({
    ...plusMonths({ ...today, day: 1 }, count),
    day,
  })).filter((date) => isDate(date) && isBefore(today, date));

/**
 * "Tuesday 10" is Tuesday at ten, unless one of the next two days with this number is a Tuesday, and "Friday 10.05" is
 * five past ten, unless the next such date is a Friday.
 */
export function timeOfWeekday(
  day: Day,
  today: PlainDate,
): { weekday: number; hour: number; minute?: number } | undefined {
  if (day.is === 'date' && day.weekday !== undefined && day.time) {
    const { weekday, time, ...date } = day;
    const next = namedDate(date, today);
    return next && weekdayOf(next) === weekday ? undefined : { weekday, ...time };
  }
  if (day.is !== 'dayOfMonth' || day.weekday === undefined || day.hour === undefined) return undefined;
  const { weekday, hour } = day;
  const isDay = datesOf(day.day, today)
    .slice(0, 2)
    .some((date) => weekdayOf(date) === weekday);
  return isDay ? undefined : { weekday, hour };
}

/** The n-th weekday, or day, of a month; a negative n counts from the end. */
function nthOf(
  count: number,
  weekday: number | undefined,
  year: number,
  month: number,
): PlainDate | undefined {
  const days = daysInMonth(year, month);
  const fits = Array.from({ length: days }, (_, index) => ({ year, month, day: index + 1 })).filter(
    (date) => weekday === undefined || weekdayOf(date) === weekday,
  );
  return fits.at(count > 0 ? count - 1 : count);
}

function nth(
  { nth: count, weekday, of }: Extract<Day, { is: 'nth' }>,
  today: PlainDate,
): PlainDate | undefined {
  if (of.months !== undefined) {
    const { year, month } = plusMonths({ ...today, day: 1 }, of.months);
    return nthOf(count, weekday, year, month);
  }
  const { month } = of;
  if (of.year !== undefined && month !== undefined) return nthOf(count, weekday, of.year, month);
  const candidates = Array.from({ length: 24 }, (_, months) => plusMonths({ ...today, day: 1 }, months))
    .filter((first) => month === undefined || first.month === month)
    .map((first) => nthOf(count, weekday, first.year, first.month));
  return candidates.find((date) => date && !isBefore(date, today));
}

/** The day for a period: its first day; for the present period its last day, or Friday of the week. */
function wholePeriod(of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const isNow = of.count === 0 && of.month === undefined && of.unit !== 'weekend';
  if (!isNow) return period(of, today);
  const last = edgeOfPeriod('end', of, today);
  return last && isBefore(last, today) ? plusDays(mondayOf(today), 6) : last;
}

/** The first and the last day of a stated period, of a week Monday and Sunday; undefined for a single day. */
export function spanOf(day: Day, today: PlainDate): readonly [PlainDate, PlainDate] | undefined {
  if (day.is !== 'period') return undefined;
  const [first, last] = [period(day.of, today), edgeOfPeriod('end', day.of, today)];
  return first && last && [first, day.of.unit === 'week' ? plusDays(last, 2) : last];
}

/** The first day of a period: a week begins on Monday, a weekend on Saturday. */
function period(of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const first = { ...today, day: 1 };
  switch (of.unit) {
    case 'week':
      return plusDays(mondayOf(today), of.count * 7);
    case 'weekend': {
      const saturday = plusDays(mondayOf(today), 5);
      const isNow = weekdayOf(today) >= 6;
      return isNow && of.count === 0 ? today : plusDays(saturday, of.count * 7);
    }
    case 'month':
      return of.month === undefined
        ? plusMonths(first, of.count)
        : monthFrom(of.month, of.year, today, of.count);
    case 'quarter':
      return plusMonths({ ...first, month: Math.floor((today.month - 1) / 3) * 3 + 1 }, of.count * 3);
    case 'year':
      return { year: of.year ?? today.year + of.count, month: 1, day: 1 };
    case 'day':
      return plusDays(today, of.count);
    default:
      return undefined;
  }
}

const monthFrom = (month: number, year: number | undefined, today: PlainDate, count: number): PlainDate => {
  const isOver = month < today.month || (month === today.month && count > 0);
  return { year: year ?? today.year + (isOver ? 1 : 0) + Math.max(0, count - 1), month, day: 1 };
};

/** The end of a week is Friday; the middle of a month is the 15th, of a week Wednesday, of a year 1 July. */
function edge(which: Edge, of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const dates = [0, 1].map((more) => edgeOfPeriod(which, later(of, more), today));
  const [first, second] = dates;
  return first && isBefore(first, today) && of.year === undefined ? second : first;
}

const later = (of: PeriodSaid, more: number): PeriodSaid =>
  of.month === undefined ? { ...of, count: of.count + more } : { ...of, count: more };

function edgeOfPeriod(which: Edge, of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const first = period(of, today);
  if (!first || which === 'start') return first;
  switch (of.unit) {
    case 'week':
      return plusDays(first, which === 'mid' ? 2 : 4);
    case 'weekend':
      return plusDays(first, 1);
    case 'month':
      return { ...first, day: which === 'mid' ? 15 : daysInMonth(first.year, first.month) };
    case 'quarter': {
      const last = plusMonths(first, 2);
      return which === 'mid'
        ? { ...plusMonths(first, 1), day: 15 }
        : { ...last, day: daysInMonth(last.year, last.month) };
    }
    case 'year':
      return which === 'mid' ? { ...first, month: 7 } : { ...first, month: 12, day: 31 };
    default:
      return first;
  }
}

export const exactDay = (text: string): Day => ({ is: 'date', ...dateOf(text) });
