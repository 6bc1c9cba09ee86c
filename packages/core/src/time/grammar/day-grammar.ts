import type { Part, Unit } from '../../language/time/time-words.ts';
import { type Day, type Duration, exactDay, type MonthSaid, type PeriodSaid } from './day.ts';
import { duration, negative, none, times } from './duration-grammar.ts';
import { fullYear } from './figures.ts';
import { either, not, opt, type Parser, seq, shared, to, unless, word } from './parser.ts';
import type { FigureDate } from './senses.ts';

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

export const month = either(word('month'), word('monthShort'));
const comma = opt(word('comma'));
const the = opt(word('the'));
const of = opt(either(word('of'), word('the')));

const atEnd: Parser<true> = ({ lexemes }, at) => (at >= lexemes.length ? [{ value: true, end: at }] : []);
const shortYear = to(seq(word('digits'), atEnd), ([figures]) =>
  figures > 12 ? fullYear(String(figures)) : undefined,
);
/** "31-Oct-27" */
const joinedYear = to(seq(word('hyphen'), word('digits')), ([, figures]) => fullYear(String(figures)));
const fullYearSaid = to(
  seq(opt(either(word('comma'), word('hyphen'))), opt(word('of')), either(word('year'), word('farYear'))),
  ([, , value]) => value,
);
const year = opt(fullYearSaid);
const anyYear = opt(either(fullYearSaid, shortYear, joinedYear));

/** Excludes the hour of "Friday 3pm". */
const hourSigns = either<unknown>(
  word('am'),
  word('pm'),
  word('hourWord'),
  word('partAlone'),
  word('past'),
  word('plus'),
);
const digits = to(seq(word('digits'), not(hourSigns)), ([figures]) => figures);
const dayNumber = either(
  word('ordinal'),
  digits,
  to(word('number'), (value) => (value <= 31 ? value : undefined)),
);
const dayOrdinal = to(dayNumber, (day) => (day >= 1 && day <= 31 ? day : undefined));

const lastDay = to(
  seq(either(word('dash'), word('through'), word('until')), the, either(word('ordinal'), digits)),
  ([, , day]) => day,
);
/** A day of a month, or the first day of a range. */
const firstDay = to(seq(the, dayOrdinal, opt(lastDay)), ([, day, last = 32]) =>
  day < last ? day : undefined,
);

/** `5. Mai`, `5-May-2027`, `May/5` */
const mark = opt(either(word('dot'), word('hyphen')));
const behindMonth = either(
  to(seq(mark, firstDay), ([, day]) => day),
  to(seq(word('comma'), the, word('ordinalFigure')), ([, , day]) => day),
);

/** A day and a month: "3 March", "from 3 to 5 March 2027", "March the 3rd", "2027 March 3", "3.3.". */
export const dayAndMonth: Parser<FigureDate> = shared(() =>
  either(
    to(seq(opt(word('from')), firstDay, mark, of, month, mark, anyYear), ([, day, , , of, , inYear]) => ({
      day,
      month: of,
      year: inYear,
    })),
    to(seq(month, behindMonth, year), ([of, day, inYear]) => ({ day, month: of, year: inYear })),
    to(seq(word('year'), mark, month, mark, dayOrdinal), ([inYear, , of, , day]) => ({
      day,
      month: of,
      year: inYear,
    })),
    word('figureDate'),
  ),
);

const dateOfSaid = ({ day, month: of, year: inYear }: FigureDate, weekday?: number): Day => ({
  is: 'date',
  day,
  month: of,
  year: inYear,
  weekday,
});

export const anyWeekday = either(word('weekday'), word('weekdayShort'));
const which = word('which');
const whichBehind = word('whichBehind');

/** A week, a month or a year: the present one, the next one, or a named one. */
const whichUnit: Parser<PeriodSaid> = either(
  // "The coming Friday" is the next one, and "the coming week" next week.
  to(seq(which, word('unit')), ([count, unit]) => ({ unit, count: Math.ceil(count) })),
  to(seq(word('unit'), whichBehind), ([unit, count]) => ({ unit, count: Math.ceil(count) })),
);
export const monthSaid: Parser<PeriodSaid> = to(
  seq(opt(word('inMonth')), opt(which), month, year),
  ([, count, name, inYear]) => ({
    unit: 'month' as const,
    count: Math.max(0, Math.ceil(count ?? 0)),
    month: name,
    year: inYear,
  }),
);
const plainUnit: Parser<PeriodSaid> = to(seq(the, word('unit')), ([, unit]) => ({ unit, count: 0 }));
const periodSaid = either(
  whichUnit,
  monthSaid,
  plainUnit,
  to(word('year'), (inYear) => ({ unit: 'year' as const, count: 0, year: inYear })),
);
const ofPeriod = to(seq(of, of, periodSaid), ([, , period]) => period);
/** The month of a day; "3 months" is not one. */
const ofWhichPeriod = either(
  to(seq(of, of, either(whichUnit, monthSaid)), ([, , period]) => period),
  to(seq(word('of'), of, plainUnit), ([, , period]) => period),
);

const monthOf = ({ unit, count, month: name, year: inYear }: PeriodSaid): MonthSaid | undefined => {
  if (unit !== 'month') return undefined;
  if (name !== undefined) return { month: name, year: inYear };
  return { months: count };
};

const isDayUnit = (unit: Unit): boolean => unit === 'day' || unit === 'workday';

/** A length of time from now: days by the calendar, hours and minutes as elapsed time. */
const fromNow = (length: Duration): DaySaid =>
  length.seconds === 0
    ? { day: { is: 'after', base: { is: 'fromToday', days: 0 }, duration: length } }
    : { elapsed: length };

/** "Tonight", "this morning". */
export const dayPart = either(
  word('dayPart'),
  to(seq(which, word('part')), ([count, part]) => (count === 0 ? { day: 0, part } : undefined)),
);

const simpleDay: Parser<Day> = either<Day>(
  to(word('day'), (days) => ({ is: 'fromToday' as const, days })),
  to(seq(opt(which), anyWeekday, opt(whichBehind)), ([first, weekday, second]) => {
    if (first !== undefined && second !== undefined) return undefined;
    return { is: 'weekday' as const, weekday, which: first ?? second };
  }),
  // "Friday next", but not "Friday next steps"
  to(seq(anyWeekday, which, atEnd), ([weekday, next]) => ({ is: 'weekday' as const, weekday, which: next })),
);

const weekdayOf: Parser<number> = to(seq(anyWeekday, comma, opt(word('on')), the), ([weekday]) => weekday);

/** A month has at most five of each weekday. */
export const placeInMonth = to(word('ordinal'), (nth) => (nth <= 5 ? nth : undefined));

const week: Duration = { ...none, days: 7 };
const forward = to(seq(not(word('starting')), word('fromDay')), () => 1);
const backward = to(word('beforeDay'), () => -1);

const beside: Parser<DaySaid> = either<DaySaid>(
  // "Tuesday of next week", "mercoledì di questa settimana"
  to(seq(anyWeekday, of, of, whichUnit), ([weekday, , , { unit, count }]) =>
    unit === 'week' ? { day: { is: 'weekdayOfWeek', weekday, week: count } } : undefined,
  ),
  to(seq(whichUnit, comma, opt(word('on')), anyWeekday), ([{ unit, count }, , , weekday]) =>
    unit === 'week' ? { day: { is: 'weekdayOfWeek', weekday, week: count } } : undefined,
  ),
  to(seq(whichUnit, word('on'), the, either(word('ordinal'), digits)), ([{ unit, count }, , , day]) =>
    unit === 'month' && day >= 1 && day <= 31 ? { day: { is: 'dayOfMonth', day, months: count } } : undefined,
  ),
  to(seq(word('in'), duration, opt(word('on')), anyWeekday), ([, length, , weekday]) =>
    weekdayIn(length, weekday),
  ),
  to(
    seq(
      duration,
      word('beforeDay'),
      the,
      shared(() => plainDay),
    ),
    ([length, , , { day }]) =>
      length.seconds === 0 && day
        ? { day: { is: 'after', base: day, duration: negative(length) } }
        : undefined,
  ),
  to(seq(anyWeekday, word('afterNext')), ([weekday]) => ({ day: { is: 'weekdaysOn', weekday, count: 2 } })),
  to(seq(simpleDay, word('eighth')), ([base]) => ({
    day: { is: 'after', base, duration: week },
  })),
  to(seq(word('article'), word('eighth'), opt(word('on')), simpleDay), ([, , , base]) => ({
    day: { is: 'after', base, duration: week },
  })),
  // "Friday in two weeks", "a week from Friday"
  to(seq(simpleDay, word('in'), duration), ([base, , length]) =>
    length.seconds === 0 ? { day: { is: 'after', base, duration: length } } : undefined,
  ),
  to(
    seq(
      duration,
      word('fromDay'),
      opt(word('on')),
      the,
      shared(() => plainDay),
    ),
    ([length, , , , { day }]) =>
      length.seconds === 0 && day ? { day: { is: 'after', base: day, duration: length } } : undefined,
  ),
  // "Monday two weeks from now"
  to(seq(anyWeekday, duration, word('hence')), ([weekday, length]) => weekdayIn(length, weekday)),
  // "The day after Christmas", "am Tag vor dem 24. Dezember"
  to(
    seq(
      word('unit'),
      either(forward, backward),
      opt(word('on')),
      the,
      shared(() => plainDay),
    ),
    ([unit, sign, , , { day }]) => {
      const length = times(sign, unit);
      return length?.seconds === 0 && day ? { day: { is: 'after', base: day, duration: length } } : undefined;
    },
  ),
  // "The second Tuesday after Easter", "the Friday before Christmas"
  to(
    seq(
      opt(placeInMonth),
      anyWeekday,
      either(forward, backward),
      the,
      shared(() => plainDay),
    ),
    ([nth = 1, weekday, sign, , { day }]) =>
      day && (sign > 0 ? nth > 0 : Math.abs(nth) === 1)
        ? { day: { is: 'weekdaysOn', weekday, count: sign > 0 ? nth : -1, from: day } }
        : undefined,
  ),
  to(seq(word('number'), either(word('weekdayOften'), anyWeekday), word('hence')), ([count, weekday]) => ({
    day: { is: 'weekdaysOn', weekday, count },
  })),
);

/** A weekday some whole weeks from now. */
const weekdayIn = ({ months, days, workdays, seconds }: Duration, weekday: number): DaySaid | undefined =>
  months + workdays + seconds === 0 && days > 0 && days % 7 === 0
    ? { day: { is: 'weekdayOfWeek', weekday, week: days / 7 } }
    : undefined;

const dated: Parser<DaySaid> = either<DaySaid>(
  to(seq(weekdayOf, word('ordinal')), ([weekday, day]) =>
    day >= 1 && day <= 31 ? { day: { is: 'dayOfMonth', day, weekday } } : undefined,
  ),
  // "Friday 3-5" is a time.
  to(
    seq(weekdayOf, digits, not(seq(either(word('dash'), word('through')), word('digits')))),
    ([weekday, day]) =>
      day >= 1 && day <= 31
        ? { day: { is: 'dayOfMonth', day, weekday, ...(day <= 24 && { hour: day }) } }
        : undefined,
  ),
  to(dayAndMonth, (date) => ({ day: dateOfSaid(date) })),
  to(seq(weekdayOf, either(dayAndMonth, word('weakDate'))), ([weekday, date]) => ({
    day: dateOfSaid(date, weekday),
  })),
  to(seq(dayAndMonth, comma, word('weekdayShort')), ([date, , weekday]) => ({
    day: dateOfSaid(date, weekday),
  })),
  to(seq(dayAndMonth, comma, word('weekday')), ([date, , weekday]) => ({ day: dateOfSaid(date, weekday) })),
  to(word('weakDate'), (date) => ({ day: dateOfSaid(date), isWeak: true })),
  to(seq(word('on'), word('weakDate')), ([, date]) => ({ day: dateOfSaid(date) })),
  // "The 20th of next month", "il 5 del mese prossimo"
  to(seq(the, dayOrdinal, opt(word('dayWord')), ofWhichPeriod), ([, day, , period]) => {
    const months = monthOf(period)?.months;
    if (months === undefined) return undefined;
    // "Of the month": the next such day.
    return { day: { is: 'dayOfMonth', day, ...(months !== 0 && { months }) } };
  }),
  to(seq(word('theDay'), digits), ([, day]) =>
    day >= 1 && day <= 31 ? { day: { is: 'dayOfMonth', day }, isRisky: true } : undefined,
  ),
  to(seq(word('onThe'), the, word('dayOrdinal')), ([, , day]) => ({
    day: { is: 'dayOfMonth', day },
    isRisky: true,
  })),
  to(seq(the, word('ordinalFigure')), ([, day]) =>
    day >= 1 ? { day: { is: 'dayOfMonth', day }, isWeak: true } : undefined,
  ),
);

/** "The last Friday of March", "il terzo giorno di ottobre". */
const counted: Parser<DaySaid> = either<DaySaid>(
  to(
    seq(
      the,
      either<{ nth: number; weekday?: number }>(
        to(seq(placeInMonth, anyWeekday), ([nth, weekday]) => ({ nth, weekday })),
        to(seq(word('ordinal'), word('dayWord')), ([nth]) => ({ nth })),
      ),
      opt(ofPeriod),
    ),
    // Without a month, as in "monthly on the last Friday", it is a day only next to other times.
    ([, place, period]) => {
      const isNext = period === undefined || (period.month === undefined && period.count === 0);
      const within = period === undefined ? {} : monthOf(period);
      return within && { day: { is: 'nth', ...place, of: isNext ? {} : within }, isWeak: !period };
    },
  ),
  // "The first week of October" begins on its first Monday.
  to(seq(the, placeInMonth, word('unit'), ofPeriod), ([, nth, unit, period]) => {
    const within = monthOf(period);
    return unit === 'week' && within ? { day: { is: 'nth', nth, weekday: 1, of: within } } : undefined;
  }),
);

const bounds: Parser<DaySaid> = either<DaySaid>(
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
      : { day: { is: 'edge', edge, of: period } };
  }),
  to(
    seq(opt(which), word('edgeOf'), opt(whichBehind), opt(to(seq(of, monthSaid), ([, said]) => said))),
    ([first, { edge, unit }, second, named]) => {
      const count = Math.ceil(first ?? second ?? 0);
      if (unit === 'day') return { hour: 18 };
      return { day: { is: 'edge', edge, of: { ...named, unit, count } } };
    },
  ),
  to(whichUnit, (period) =>
    period.unit === 'day' || period.unit === 'hour' || period.unit === 'minute'
      ? undefined
      : wholePeriod(period),
  ),
  to(seq(word('on'), the, word('unit')), ([, , unit]) =>
    unit === 'weekend' ? wholePeriod({ unit, count: 0 }) : undefined,
  ),
  to(seq(not(month), monthSaid), ([, said]) => wholePeriod(said)),
  to(seq(month, fullYearSaid), ([name, inYear]) => ({
    ...wholePeriod({ unit: 'month', count: 0, month: name, year: inYear }),
    isWeak: true,
  })),
);

const wholePeriod = (of: PeriodSaid): DaySaid => ({ day: { is: 'period', of } });

/** "Un'ora" is an hour, not now. */
const now: Parser<true> = (input, at) => (input.lexemes[at - 1]?.article ? [] : word('now')(input, at));

const behindTimer: Parser<true> = ({ lexemes }, at) =>
  lexemes[at - 1]?.timer ? [{ value: true, end: at }] : [];

const lengths: Parser<DaySaid> = either<DaySaid>(
  // "Set a timer for 5 minutes"
  to(seq(behindTimer, opt(either(word('for'), word('at'), word('of'))), duration), ([, , length]) =>
    fromNow(length),
  ),
  // "Set a 10-minute timer"; weak, because one can also buy it.
  to(
    seq(
      opt(word('article')),
      either(
        duration,
        to(seq(word('number'), word('hyphen'), word('unit')), ([count, , unit]) => times(count, unit)),
      ),
      not(not(word('timer'))),
    ),
    ([, length]) => ({ ...fromNow(length), isWeak: true }),
  ),
  to(seq(word('in'), opt(word('about')), duration), ([, , length]) => fromNow(length)),
  to(seq(opt(word('in')), opt(word('about')), duration, word('hence')), ([, , length]) => fromNow(length)),
  to(seq(duration, word('ago')), ([length]) => fromNow(negative(length))),
  to(seq(word('agoBefore'), duration), ([, length]) => fromNow(negative(length))),
  to(seq(word('in'), word('number')), ([, minutes]) =>
    minutes >= 5 && minutes < 60 ? { elapsed: { ...none, seconds: minutes * 60 }, isWeak: true } : undefined,
  ),
  to(now, () => ({ elapsed: none, isWeak: true })),
);

const holidays: Parser<DaySaid> = either<DaySaid>(
  to(seq(the, opt(which), word('holiday'), year), ([, next = -1, name, inYear]) => ({
    day: { is: 'holiday', name, year: inYear },
    isWeak: next < 0,
  })),
  to(seq(word('atHoliday'), opt(which), word('holiday'), year), ([, , name, inYear]) => ({
    day: { is: 'holiday', name, year: inYear },
  })),
);

const plainDay: Parser<DaySaid> = shared(() =>
  either<DaySaid>(
    to(simpleDay, (day) => ({ day })),
    dated,
    counted,
    bounds,
    holidays,
  ),
);

/** A weekday by its full name, or with "next" or "this". */
const firmDay: Parser<DaySaid> = either<DaySaid>(
  unless(
    to(simpleDay, (day) => ({ day })),
    word('weekdayShort'),
  ),
  to(seq(opt(which), word('weekday'), word('part')), ([next, weekday, part]) => ({
    day: { is: 'weekday', weekday, which: next },
    part,
  })),
  to(word('weekdayPart'), ({ weekday, part }) => ({ day: { is: 'weekday', weekday }, part })),
);

/** Abbreviated weekdays are often other words, so they need a word before them. */
const shortWeekday: Parser<DaySaid> = to(word('weekdayShort'), (weekday) => ({
  day: { is: 'weekday', weekday },
  isWeak: true,
}));

const iso: Parser<DaySaid> = to(word('iso'), (text) => ({ day: exactDay(text), iso: text }));

/** "Um den 5. Mai"; "um 9 Jan anrufen" states a time of day. */
const aboutDay = either<unknown>(
  seq(word('about'), not(word('number'))),
  seq(not(word('at')), word('about')),
);
const lead = seq(opt(word('by')), opt(aboutDay), opt(word('on')));
const nextWeekday: Parser<DaySaid> = to(seq(word('the'), which, anyWeekday), ([, next, weekday]) => ({
  day: { is: 'weekday', weekday, which: next },
}));

export const day: Parser<DaySaid> = shared(() =>
  either<DaySaid>(
    shortWeekday,
    to(seq(either(word('on'), word('by')), word('weekdayShort')), ([, weekday]) => ({
      day: { is: 'weekday', weekday },
    })),
    to(
      seq(
        lead,
        either(
          firmDay,
          nextWeekday,
          to(seq(the, either(dated, counted, bounds, beside, lengths)), ([, found]) => found),
        ),
      ),
      ([, found]) => found,
    ),
    holidays,
    iso,
  ),
);

export const joint = either(
  to(seq(word('and'), opt(word('on')), the), () => true),
  to(seq(word('comma'), opt(word('and')), opt(word('on')), the), () => true),
);
