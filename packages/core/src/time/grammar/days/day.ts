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

/** 1 is Monday; a workday is from Monday to Friday. */
export type AnyWeekday = number | 'workday';

/** A day, as stated. `week` and `months` are relative to the present ones; months are 1 to 12, weekdays 1 to 7. */
export type Day =
  | { readonly is: 'fromToday'; readonly days: number }
  | { readonly is: 'weekday'; readonly weekday: number; readonly which?: number | undefined }
  | { readonly is: 'weekdayOfWeek'; readonly weekday: number; readonly week: number }
  | { readonly is: 'weekdaysOn'; readonly weekday: number; readonly count: number; readonly from?: Day }
  | (MonthSaid & {
      readonly is: 'date';
      readonly day: number;
      /** The last day of a range: "5 to 10 May". */
      readonly last?: number | undefined;
      readonly weekday?: number | undefined;
      /** The figures may be the time of the weekday: "Friday 10.05", "Tuesday 10". */
      readonly time?: { readonly hour: number; readonly minute: number } | undefined;
    })
  | (MonthSaid & {
      readonly is: 'nth';
      readonly nth: number;
      /** Of any day if undefined. */
      readonly weekday?: AnyWeekday | undefined;
    })
  | (PeriodSaid & { readonly is: 'edge'; readonly edge: Edge })
  /** With `isOpen`, a longer time begins or ends there: "after next week", "from May". */
  | (PeriodSaid & { readonly is: 'period'; readonly isOpen?: boolean })
  | { readonly is: 'after'; readonly base: Day; readonly duration: Duration }
  | { readonly is: 'holiday'; readonly name: string; readonly year?: number | undefined };

/**
 * A month by its name, or the n-th after the present one; with neither, the next possible one. A year below 100 counts
 * from the present one.
 */
export interface MonthSaid {
  readonly month?: number | undefined;
  readonly year?: number | undefined;
  readonly months?: number | undefined;
}

/** `length`: in months from a named one. */
export type PeriodSaid = MonthSaid & {
  readonly unit: Unit;
  readonly count: number;
  readonly length?: number;
};

/** The date of a stated day, relative to today; undefined if the calendar has no such date. */
export function dateFor(day: Day, today: PlainDate): PlainDate | undefined {
  const date = read(day, today);
  return date && isDate(date) ? date : undefined;
}

function read(said: Day, today: PlainDate): PlainDate | undefined {
  const day = inYear(said, today);
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
      return dayOfMonth(day, today);
    case 'nth':
      return datesIn(day, today, (first) => nthOf(day.nth, day.weekday, first))[0];
    case 'edge':
      return edge(day.edge, day, today);
    case 'period':
      return wholePeriod(day, today);
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

/** The day in its year by the calendar, if it counts from the present one. */
const inYear = (day: Day, today: PlainDate): Day =>
  'year' in day && day.year !== undefined && day.year < 100 ? { ...day, year: today.year + day.year } : day;

/** The n-th one after a day, if the count is positive, else before it. */
function weekdaysOn(
  { weekday, count, from }: Extract<Day, { is: 'weekdaysOn' }>,
  today: PlainDate,
): PlainDate | undefined {
  const base = from ? read(from, today) : today;
  const nearest = base && after(count > 0 ? base : plusDays(base, -8), weekday);
  return nearest && plusDays(nearest, (count - Math.sign(count)) * 7);
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

/** How many months, or years of a named month, to search: the next 29 February may be eight years away. */
const searchedMax = 24;
/** In how many years to search for a named date that falls on the stated weekday. */
const yearsMax = 2;

/** The dates in the stated month, or from today on in those that it may be, earliest first. */
function datesIn(
  { month, year, months }: MonthSaid,
  today: PlainDate,
  dateIn: (first: PlainDate) => PlainDate | undefined,
): PlainDate[] {
  const thisMonth = { ...today, day: 1 };
  const dates = (firsts: readonly PlainDate[]) =>
    firsts.flatMap((first) => dateIn(first) ?? []).filter(isDate);
  if (months !== undefined) return dates([plusMonths(thisMonth, months)]);
  if (month !== undefined && year !== undefined) return dates([{ year, month, day: 1 }]);
  const possible = Array.from({ length: searchedMax }, (_, count) =>
    month === undefined ? plusMonths(thisMonth, count) : { year: today.year + count, month, day: 1 },
  );
  return dates(possible).filter((date) => !isBefore(date, today));
}

type DayOfMonth = Extract<Day, { is: 'date' }>;

/** "The 15th", said on the 15th, is that of the next month. */
const datesOf = ({ day, ...of }: DayOfMonth, today: PlainDate): PlainDate[] =>
  datesIn(of, today, (first) => ({ ...first, day })).filter(
    (date) => of.month !== undefined || of.months !== undefined || isBefore(today, date),
  );

function dayOfMonth(day: DayOfMonth, today: PlainDate): PlainDate | undefined {
  const dates = datesOf(day, today);
  const near = day.month === undefined ? dates : dates.slice(0, yearsMax);
  const fitting = near.find((date) => day.weekday === undefined || weekdayOf(date) === day.weekday);
  return fitting ?? dates[0];
}

/**
 * "Tuesday 10" is Tuesday at ten, unless one of the next two days with this number is a Tuesday, and "Friday 10.05" is
 * five past ten, unless the next such date is a Friday.
 */
export function timeOfWeekday(
  day: Day,
  today: PlainDate,
): { weekday: number; hour: number; minute: number } | undefined {
  if (day.is !== 'date' || day.weekday === undefined || !day.time) return undefined;
  const { weekday, time } = day;
  const next = datesOf(day, today).slice(0, day.month === undefined ? 2 : 1);
  return next.some((date) => weekdayOf(date) === weekday) ? undefined : { weekday, ...time };
}

/** The n-th weekday, or day, of the month that begins with `first`; a negative n counts from the end. */
function nthOf(count: number, weekday: AnyWeekday | undefined, first: PlainDate): PlainDate | undefined {
  const days = daysInMonth(first.year, first.month);
  const fits = Array.from({ length: days }, (_, index) => ({ ...first, day: index + 1 })).filter(
    (date) =>
      weekday === undefined || (weekday === 'workday' ? isWorkday(date) : weekdayOf(date) === weekday),
  );
  return fits.at(count > 0 ? count - 1 : count);
}

/** Not New Year's Day, which is free wherever the languages are spoken. */
const isWorkday = (date: PlainDate): boolean => weekdayOf(date) < 6 && (date.month > 1 || date.day > 1);

/** The day for a period: its first day; for the present period its last day, or Friday of the week. */
function wholePeriod(of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const isNow = of.count === 0 && (of.month ?? of.year) === undefined && of.unit !== 'weekend';
  const { start, end } = edgesOf(of, today) ?? {};
  if (!isNow || !end) return start;
  return isBefore(end, today) ? plusDays(mondayOf(today), 6) : end;
}

/** The first and the last day of a stated range or period, of a week Monday and Sunday; undefined for a single day. */
export function spanOf(said: Day, today: PlainDate): readonly [PlainDate, PlainDate] | undefined {
  const day = inYear(said, today);
  if (day.is === 'date' && day.last !== undefined) {
    const first = dateFor(day, today);
    return first && [first, { ...first, day: day.last }];
  }
  if (day.is !== 'period') return undefined;
  const edges = edgesOf(day, today);
  return edges && [edges.start, day.unit === 'week' ? plusDays(edges.end, 2) : edges.end];
}

type Edges = Readonly<Record<Edge, PlainDate>>;

/**
 * A week is Monday, Wednesday and Friday, a weekend what is left of Saturday and Sunday; the middle of a month is the
 * 15th, of a year 1 July. Undefined for other units.
 */
function edgesOf(of: PeriodSaid, today: PlainDate): Edges | undefined {
  const { unit, count } = of;
  const thisMonth = { ...today, day: 1 };
  switch (unit) {
    case 'week': {
      const monday = plusDays(mondayOf(today), count * 7);
      return { start: monday, mid: plusDays(monday, 2), end: plusDays(monday, 4) };
    }
    case 'weekend': {
      const sunday = plusDays(mondayOf(today), 6 + count * 7);
      const isNow = count === 0 && weekdayOf(today) >= 6;
      return { start: isNow ? today : plusDays(sunday, -1), mid: sunday, end: sunday };
    }
    case 'month':
      return ofMonths(
        of.month === undefined ? plusMonths(thisMonth, count) : namedMonth(of, today),
        of.length ?? 1,
      );
    case 'quarter':
      return ofMonths(plusMonths(thisMonth, count * 3 - ((today.month - 1) % 3)), 3);
    case 'year':
      return ofMonths({ year: of.year ?? today.year + count, month: 1, day: 1 }, 12);
    default:
      return undefined;
  }
}

/** The edges of some months from the first day on: the middle of one month is its 15th. */
const ofMonths = (start: PlainDate, months: number): Edges => ({
  start,
  mid: plusDays(plusMonths(start, Math.floor(months / 2)), months % 2 === 1 ? 14 : 0),
  end: plusDays(plusMonths(start, months), -1),
});

/** "March", "next March". */
function namedMonth({ month = 1, year, count }: PeriodSaid, today: PlainDate): PlainDate {
  const isOver = month < today.month || (month === today.month && count > 0);
  const next = today.year + (isOver ? 1 : 0) + Math.max(0, count - 1);
  return { year: year ?? next, month, day: 1 };
}

/** The next such edge. */
function edge(which: Edge, of: PeriodSaid, today: PlainDate): PlainDate | undefined {
  const [first, second] = [0, 1].map((more) => edgesOf(later(of, more), today)?.[which]);
  return first && isBefore(first, today) && of.year === undefined ? second : first;
}

const later = (of: PeriodSaid, more: number): PeriodSaid =>
  of.month === undefined ? { ...of, count: of.count + more } : { ...of, count: more };

export const exactDay = (text: string): Day => ({ is: 'date', ...dateOf(text) });
