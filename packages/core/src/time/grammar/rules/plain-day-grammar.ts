import type { Part, Unit } from '../../../language/time/time-words.ts';
import type { AnyWeekday, Day, Duration, PeriodSaid } from '../days/day.ts';
import type { Figures } from '../words/senses.ts';
import {
  atEnd,
  dayAndMonth,
  dayOrdinal,
  digitsDay,
  fullYearSaid,
  month,
  monthOf,
  monthSaid,
  namedYear,
  of,
  ofPeriod,
  ofWhichPeriod,
  on,
  ordinalDay,
  relativeYear,
  the,
  which,
  whichBehind,
  whichUnit,
  year,
  yearBefore,
} from './date-grammar.ts';
import { none } from './duration-grammar.ts';
import { either, not, opt, type Parser, seq, shared, to, word } from './parser.ts';

/** A day as stated, or a moment some hours or minutes from now. */
export interface DaySaid {
  readonly day?: Day;
  /** A length of time from now. */
  readonly elapsed?: Duration;
  /** It is a day only alone or next to other times. */
  readonly isWeak?: boolean;
  /** A number after a preposition: not a day if it counts the next word. */
  readonly isRisky?: boolean;
  readonly hour?: number;
  readonly part?: Part;
  readonly iso?: string;
}

export const anyWeekday = either(word('weekday'), word('weekdayShort'));
/** "Friday", "working day" */
export const countedDay: Parser<AnyWeekday> = either<AnyWeekday>(
  anyWeekday,
  to(word('unit'), (unit) => (unit === 'workday' ? unit : undefined)),
);
export const comma = opt(word('comma'));

/** A day that needs no other day to be understood. */
export const plainDay: Parser<DaySaid> = shared(() =>
  either<DaySaid>(
    to(simpleDay, (day) => ({ day })),
    dated,
    counted,
    bounds,
    holidays,
  ),
);

export const simpleDay: Parser<Day> = either<Day>(
  to(word('day'), (days) => ({ is: 'fromToday' as const, days })),
  to(seq(opt(which), anyWeekday, opt(whichBehind)), ([first, weekday, second]) => {
    if (first !== undefined && second !== undefined) return undefined;
    return { is: 'weekday' as const, weekday, which: first ?? second };
  }),
  // "Friday next", but not "Friday next steps"
  to(seq(anyWeekday, which, atEnd), ([weekday, next]) => ({ is: 'weekday' as const, weekday, which: next })),
);

const weekdayOf: Parser<number> = to(seq(anyWeekday, comma, on, the), ([weekday]) => weekday);

/** A month has at most five of each weekday. */
export const placeInMonth = to(word('ordinal'), (nth) => (nth <= 5 ? nth : undefined));

/** "Tomorrow 10.05" and "10.05 tomorrow" are times. */
const notBesideDay: Parser<true> = ({ lexemes }, at) =>
  lexemes[at - 1]?.day || lexemes[at + 1]?.day ? [] : [{ value: true, end: at }];

/** The time of day that the figures of a date may be as well, unless "on" or "the" precedes: „Freitag, den 10.05“. */
const dottedHere: Parser<Figures | undefined> = ({ lexemes }, at) => {
  const { on: isOn, the: isThe } = lexemes[at - 1] ?? {};
  return [{ value: isOn || isThe ? undefined : lexemes[at]?.dotted?.[0]?.value, end: at }];
};

export const dated: Parser<DaySaid> = either<DaySaid>(
  to(seq(weekdayOf, ordinalDay), ([weekday, day]) => ({ day: { is: 'date', day, weekday } })),
  // "Friday 3-5" is a time; "venerdì 18 alle 9" is not one range.
  to(
    seq(
      weekdayOf,
      digitsDay,
      not(seq(not(word('at')), either(word('dash'), word('through')), word('digits'))),
    ),
    ([weekday, day]) => ({
      day: { is: 'date', day, weekday, ...(day <= 24 && { time: { hour: day, minute: 0 } }) },
    }),
  ),
  to(dayAndMonth, (date) => ({ day: { is: 'date', ...date } })),
  to(seq(yearBefore, on, the, dayAndMonth), ([inYear, , , date]) => ({
    day: { is: 'date', ...date, year: date.year ?? inYear },
  })),
  to(seq(weekdayOf, dayAndMonth), ([weekday, date]) => ({ day: { is: 'date', ...date, weekday } })),
  to(seq(weekdayOf, dottedHere, word('weakDate')), ([weekday, time, date]) => ({
    day: { is: 'date', ...date, weekday, time },
  })),
  to(seq(dottedHere, word('weakDate'), comma, on, anyWeekday), ([time, date, , , weekday]) =>
    time ? { day: { is: 'date', ...date, weekday, time } } : undefined,
  ),
  to(seq(dayAndMonth, comma, anyWeekday), ([date, , weekday]) => ({ day: { is: 'date', ...date, weekday } })),
  to(seq(notBesideDay, word('weakDate')), ([, date]) => ({ day: { is: 'date', ...date }, isWeak: true })),
  to(seq(word('on'), word('weakDate')), ([, date]) => ({ day: { is: 'date', ...date } })),
  // "Due 12/15"; "by 2/3" is a fraction.
  to(seq(word('by'), word('weakDate')), ([, date]) =>
    date.day > 9 || date.month > 9 ? { day: { is: 'date', ...date }, isRisky: true } : undefined,
  ),
  // "The 20th of next month", "il 5 del mese prossimo"
  to(seq(the, dayOrdinal, opt(word('dayWord')), ofWhichPeriod), ([, day, , period]) => {
    const months = monthOf(period)?.months;
    if (months === undefined) return undefined;
    // "Of the month": the next such day.
    return { day: { is: 'date', day, ...(months !== 0 && { months }) } };
  }),
  to(seq(word('theDay'), digitsDay), ([, day]) => ({ day: { is: 'date', day }, isRisky: true })),
  to(seq(word('onThe'), the, word('dayOrdinal')), ([, , day]) => ({
    day: { is: 'date', day },
    isRisky: true,
  })),
  to(seq(the, word('ordinalFigure')), ([, day]) => ({ day: { is: 'date', day }, isWeak: true })),
);

/** "The last Friday of March", "il terzo giorno di ottobre". */
export const counted: Parser<DaySaid> = either<DaySaid>(
  to(
    seq(
      the,
      either<Place>(
        to(seq(placeInMonth, countedDay), ([nth, weekday]) => ({ nth, weekday })),
        to(seq(word('ordinal'), word('dayWord')), ([nth]) => ({ nth })),
      ),
      opt(ofPeriod),
    ),
    // Without a month, as in "monthly on the last Friday", it is a day only next to other times.
    ([, place, period]) => {
      const day = period ? placeIn(place, period) : { is: 'nth' as const, ...place };
      return day && { day, isWeak: !period };
    },
  ),
  // "In the first week of October": on its first Monday.
  to(seq(of, of, placeInMonth, word('unit'), ofPeriod), ([, , nth, unit, period]) => {
    const day = unit === 'week' ? placeIn({ nth, weekday: 1 }, period) : undefined;
    return day && { day };
  }),
);

interface Place {
  readonly nth: number;
  readonly weekday?: AnyWeekday;
}

/** The n-th weekday of a month, a quarter or a year, or its n-th day. */
function placeIn(place: Place, period: PeriodSaid): Day | undefined {
  const { nth, weekday } = place;
  const month = monthOf(period);
  // "Of the month": the next such day.
  if (month) return { is: 'nth', ...place, ...(month.months !== 0 && month) };
  if (period.unit !== 'quarter' && period.unit !== 'year') return undefined;
  const edge: Day = { is: 'edge', edge: nth > 0 ? 'start' : 'end', ...period };
  if (weekday === undefined) return Math.abs(nth) === 1 ? edge : undefined;
  if (period.unit === 'year' && Math.abs(nth) < 5) {
    const inYear = period.year ?? (period.count || undefined);
    return { is: 'nth', ...place, month: nth > 0 ? 1 : 12, year: inYear };
  }
  if (weekday === 'workday') return undefined;
  const from: Day = { is: 'after', base: edge, duration: { ...none, days: -Math.sign(nth) } };
  return { is: 'weekdaysOn', weekday, count: nth, from };
}

/** "In May", "by next May", "in 2027" */
export const inPeriod: Parser<DaySaid> = either<DaySaid>(
  to(seq(not(month), monthSaid), ([, said]) => wholePeriod(said)),
  to(seq(word('inMonth'), namedYear), ([, said]) => ({ ...wholePeriod(said), isWeak: true })),
);

export const bounds: Parser<DaySaid> = either<DaySaid>(
  to(seq(word('edge'), of, of, simpleDay), ([edge, , , day]) =>
    edge === 'end' ? { day, hour: 18 } : undefined,
  ),
  to(seq(word('edge'), ofPeriod), ([edge, period]) => {
    if (isDayUnit(period.unit))
      return edge === 'end'
        ? { ...(period.count > 0 && { day: { is: 'fromToday' as const, days: period.count } }), hour: 18 }
        : undefined;
    return period.unit === 'hour' || period.unit === 'minute'
      ? undefined
      : { day: { is: 'edge', edge, ...period } };
  }),
  to(
    seq(
      opt(which),
      word('edgeOf'),
      opt(whichBehind),
      opt(to(seq(of, either(monthSaid, namedYear)), ([, said]) => said)),
    ),
    ([first, { edge, unit }, second, named]) => {
      const count = Math.ceil(first ?? second ?? 0);
      if (named?.unit === 'year' && unit !== 'year') return undefined;
      if (unit === 'day') return { hour: 18 };
      return { day: { is: 'edge', edge, ...named, unit, count } };
    },
  ),
  to(whichUnit, (period) => {
    const { unit, count } = period;
    if (unit === 'workday') return count > 0 ? { day: nextWorkday } : undefined;
    return unit === 'day' || unit === 'hour' || unit === 'minute' ? undefined : wholePeriod(period);
  }),
  to(seq(word('on'), the, word('unit')), ([, , unit]) =>
    unit === 'weekend' ? wholePeriod({ unit, count: 0 }) : undefined,
  ),
  inPeriod,
  // "March 2027" may name a thing.
  to(seq(month, either(fullYearSaid, relativeYear)), ([name, inYear]) => ({
    ...wholePeriod({ unit: 'month', count: 0, month: name, year: inYear }),
    isWeak: inYear > 99,
  })),
);

const nextWorkday: Day = {
  is: 'after',
  base: { is: 'fromToday', days: 0 },
  duration: { ...none, workdays: 1 },
};
const wholePeriod = (of: PeriodSaid): DaySaid => ({ day: { is: 'period', ...of } });

const isDayUnit = (unit: Unit): boolean => unit === 'day' || unit === 'workday';

export const holidays: Parser<DaySaid> = either<DaySaid>(
  to(seq(the, opt(which), word('holiday'), year), ([, next = -1, name, inYear]) => ({
    day: { is: 'holiday', name, year: inYear },
    isWeak: next < 0,
  })),
  to(seq(word('atHoliday'), opt(which), word('holiday'), year), ([, , name, inYear]) => ({
    day: { is: 'holiday', name, year: inYear },
  })),
  to(seq(yearBefore, opt(word('atHoliday')), word('holiday')), ([inYear, , name]) => ({
    day: { is: 'holiday', name, year: inYear },
  })),
);
