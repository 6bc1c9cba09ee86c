import type { Edge, Part, Unit } from '../../../language/time/time-words.ts';
import type { AnyWeekday, Day, Duration } from '../days/day.ts';
import { dayAndMonth, digitsDay, month, of, on, ordinalDay, the } from './date-grammar.ts';
import { joint } from './day-grammar.ts';
import { duration } from './duration-grammar.ts';
import { either, list, not, opt, type Parser, seq, shared, to, unless, word } from './parser.ts';
import { anyWeekday, countedDay, placeInMonth } from './plain-day-grammar.ts';

/** A repeat, as stated. */
export interface Repeat {
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  readonly every: number;
  /** 1 is Monday. */
  readonly weekdays?: readonly number[];
  readonly monthDays?: readonly number[];
  readonly nth?: { readonly nth: readonly number[]; readonly weekday?: AnyWeekday | undefined };
  readonly months?: readonly number[];
}

export interface RepeatSaid {
  readonly repeat?: Repeat;
  /** The weekdays on which another repeat does not happen. */
  readonly except?: readonly number[];
  /** "On Mondays": a repeat, or the days of another repeat. */
  readonly isHabit?: boolean;
  readonly part?: Part;
  readonly hour?: number;
  readonly isDone?: boolean;
  readonly lasts?: Duration;
  readonly count?: number;
  /** The first possible day. */
  readonly first?: Day;
  readonly isWeak?: boolean;
  /** A number that may count the next word: "every 15th". */
  readonly isRisky?: boolean;
  /** "Weekly" may describe a thing. */
  readonly isAdjective?: boolean;
}

const workdays = [1, 2, 3, 4, 5];
const everyDay = [...workdays, 6, 7];

const units: Readonly<Record<Unit, Omit<Repeat, 'every'> & { readonly times: number }>> = {
  second: { unit: 'minute', times: 1 },
  minute: { unit: 'minute', times: 1 },
  hour: { unit: 'hour', times: 1 },
  day: { unit: 'day', times: 1 },
  workday: { unit: 'week', weekdays: workdays, times: 1 },
  week: { unit: 'week', times: 1 },
  weekend: { unit: 'week', weekdays: [6, 7], times: 1 },
  fortnight: { unit: 'week', times: 2 },
  month: { unit: 'month', times: 1 },
  quarter: { unit: 'month', times: 3 },
  year: { unit: 'year', times: 1 },
};

/** A repeat at an interval of at most 1,000 units; not seconds, and not less than one unit. */
function everyUnit(count: number, unit: Unit): Repeat | undefined {
  const { times, ...rest } = units[unit];
  const every = count * times;
  if (unit === 'second' || every < 1 || every > 1_000) return undefined;
  if (!Number.isInteger(every)) return undefined;
  // Multiples of seven days keep their weekday, so they become weeks, which may have several weekdays.
  if (unit === 'day' && every % 7 === 0) return { unit: 'week', every: every / 7 };
  return { ...rest, every };
}

const weekly = (days: readonly number[], every = 1): Repeat => ({
  unit: 'week',
  every,
  weekdays: [...new Set(days)].sort((one, other) => one - other),
});

const every = seq(opt(word('once')), on, word('every'));
const unit = word('unit');
const intervalCount: Parser<number> = either(
  to(word('other'), () => 2),
  word('number'),
  to(word('ordinal'), (nth) => (nth > 1 ? nth : undefined)),
);
const ofUnit = to(seq(opt(word('of')), the, unit), ([, , name]) => name);
const ofTheMonth = to(ofUnit, (name) => (name === 'month' ? name : undefined));
/** "Of every month", "of every second month". */
const ofEach = to(seq(opt(word('of')), the, every, opt(intervalCount), unit), ([, , , count = 1, name]) => ({
  count,
  name,
}));
const monthly = to(ofEach, ({ count, name }) => {
  const repeat = everyUnit(count, name);
  return repeat?.unit === 'month' ? repeat : undefined;
});
const part = either(word('part'), word('partAlone'));

/** Not "3 days", "6 times". */
const notCounting = not(either<unknown>(unit, word('times')));
const dayInMonth = either(
  to(seq(word('ordinal'), opt(word('dayWord'))), ([day]) => ({ day, isFigure: false })),
  to(seq(unless(digitsDay, word('ordinal')), notCounting), ([day]) => ({ day, isFigure: true })),
);
const monthDay = to(
  seq(on, the, opt(word('dayWord')), dayInMonth),
  ([isOn, isThe, isDay, { day, isFigure }]) => {
    const isBare = isFigure && !isOn && !isThe && !isDay;
    return day >= -1 && day !== 0 && day <= 31 ? { day, isFigure, isBare, isDay } : undefined;
  },
);
const dayJoint = either(word('and'), word('comma'));
const monthDayList = list(monthDay, dayJoint, 5);
const monthDays = to(monthDayList, (days) => days.map(({ day }) => day));
/** "The 1st and 15th", "day 3"; one day alone may also be a date, and digits may count: "the 10th, 2 bottles". */
const severalMonthDays = to(monthDayList, (days) =>
  (days.length > 1 || days[0]?.isDay) &&
  !days.some(({ isBare }, index) => isBare && days[index - 1]?.isFigure === false)
    ? days.map(({ day }) => day)
    : undefined,
);
/** A day of the month without "of the month": in digits, or the first. */
const dayAlone = either(
  word('ordinalFigure'),
  to(word('dayOrdinal'), (day) => (day === 1 ? day : undefined)),
);
const onMonthDays = (monthDays: readonly number[]): RepeatSaid => ({
  repeat: { unit: 'month', every: 1, monthDays },
});
const riskily = (days: readonly number[]): RepeatSaid => ({ ...onMonthDays(days), isRisky: true });
/** "Ende des Monats", "zum Jahresende". */
const anyEdge = either<{ edge: Edge; unit: Unit }>(
  to(seq(word('edge'), ofTheMonth), ([edge]) => ({ edge, unit: 'month' as const })),
  word('edgeOf'),
);
/** "Always"; not the Italian "la" of "la fine". */
const always = seq(not(either(word('the'), word('on'))), word('habitual'));

const andNext = seq(opt(word('dash')), joint);
const someWeekday = either(anyWeekday, word('weekdayOften'));
const weekdays = list(someWeekday, joint, 7);
const places = list(placeInMonth, dayJoint, 4);
/** "The first and third Monday", "the first Monday and the third Monday" */
const severalPlaces = to(list(seq(on, the, placeInMonth, opt(countedDay)), dayJoint, 5), (all) => {
  const weekday = all.at(-1)?.[3];
  const isOne = all.every(([, , , other = weekday]) => other === weekday);
  return all.length > 1 && weekday !== undefined && isOne
    ? { nth: all.map(([, , place]) => place), weekday }
    : undefined;
});

/** The days of the edges of a month, and their weekdays in a week. */
const edgeDays: Readonly<Record<Edge, number>> = { start: 1, mid: 15, end: -1 };
const edgeWeekdays: Readonly<Record<Edge, number>> = { start: 1, mid: 3, end: 5 };
const edgesOfYear: Readonly<Record<Edge, Partial<Repeat>>> = {
  start: { months: [1], monthDays: [1] },
  mid: { months: [7], monthDays: [1] },
  end: { months: [12], monthDays: [31] },
};

/** The edge of every so many weeks, months, quarters or years. */
export function everyEdge(edge: Edge, name: Unit, count = 1): RepeatSaid | undefined {
  const repeat = everyUnit(count, name);
  switch (repeat && name) {
    case 'week':
      return said(repeat, { weekdays: [edgeWeekdays[edge]] });
    case 'month':
      return said(repeat, { monthDays: [edgeDays[edge]] });
    case 'quarter':
      // The rule does not determine in which months a quarter begins.
      return {
        ...said(repeat, { monthDays: [edgeDays[edge]] }),
        first: { is: 'edge', edge, unit: name, count: 0 },
      };
    case 'year':
      return said(repeat, edgesOfYear[edge]);
    case 'day':
    case 'workday':
      return edge === 'end' ? { ...said(repeat), hour: 18 } : undefined;
    default:
      return undefined;
  }
}

/** Days of each month: "the 5th", "the last Friday", "am Ende". */
const placeInMonths = either<Partial<Repeat>>(
  to(monthDays, (days) => ({ monthDays: days })),
  to(seq(on, the, places, countedDay), ([, , nth, weekday]) => ({ nth: { nth, weekday } })),
);

/** Every so many months, days, hours or minutes. */
function everyLength({ months, days, workdays, seconds }: Duration): Repeat | undefined {
  const units: readonly (readonly [number, Unit])[] = [
    [months, 'month'],
    [days, 'day'],
    [workdays, 'workday'],
    seconds % 3_600 === 0 ? [seconds / 3_600, 'hour'] : [seconds / 60, 'minute'],
  ];
  const [length, ...others] = units.filter(([count]) => count !== 0);
  return length && others.length === 0 ? everyUnit(...length) : undefined;
}

/** "16 June and 16 December": a rule has each of its days in each of its months. */
const datesInYear = to(
  list(
    to(seq(on, dayAndMonth), ([, date]) => date),
    dayJoint,
    4,
  ),
  (dates): Partial<Repeat> | undefined => {
    const days = new Set(dates.map(({ day }) => day));
    return days.size === 1 ? { months: dates.map(({ month: of }) => of), monthDays: [...days] } : undefined;
  },
);
/** "On the 1st and 15th of May", "on the 16th in June and December"; one day alone may also be a date. */
const severalInYear = to(
  either<Partial<Repeat>>(
    datesInYear,
    to(seq(monthDays, of, list(month, dayJoint, 12)), ([days, , months]) => ({ months, monthDays: days })),
  ),
  (dates) => (dates.months?.[1] || dates.monthDays?.[1] ? dates : undefined),
);

const everyParser: Parser<RepeatSaid> = either<RepeatSaid>(
  to(
    seq(
      every,
      opt(intervalCount),
      unit,
      either<Partial<Repeat>>(
        to(severalMonthDays, (days) => ({ monthDays: days })),
        to(severalPlaces, (nth) => ({ nth })),
      ),
    ),
    ([, count = 1, name, days]) => {
      const months = name === 'month' ? everyUnit(count, name) : undefined;
      return months && { repeat: { ...months, ...days } };
    },
  ),
  to(seq(every, opt(intervalCount), unit), ([, count, name]) => said(everyUnit(count ?? 1, name))),
  to(seq(every, duration), ([, length]) => said(everyLength(length))),
  // "Un venerdì sì e uno no", "un mese sì e uno no"
  to(seq(word('article'), anyWeekday, word('everySecond')), ([, weekday]) => ({
    repeat: weekly([weekday], 2),
  })),
  to(seq(word('article'), unit, word('everySecond')), ([, name]) => said(everyUnit(2, name))),
  // "Every second Tuesday" is every other Tuesday, "every first Monday" the first of the month.
  to(seq(every, opt(intervalCount), weekdays, opt(part)), ([, count = 1, days, of]) => ({
    repeat: weekly(days, count),
    ...(of && { part: of }),
  })),
  to(seq(every, places, countedDay, opt(ofTheMonth), opt(part)), ([, nth, weekday, inMonth, of]) =>
    nth.some((place) => place > 1) && nth.length === 1 && !inMonth
      ? undefined
      : { repeat: { unit: 'month', every: 1, nth: { nth, weekday } }, ...(of && { part: of }) },
  ),
  to(seq(every, places, anyWeekday, opt(word('of')), month), ([, nth, weekday, , of]) => ({
    repeat: { unit: 'year', every: 1, months: [of], nth: { nth, weekday } },
  })),
  to(seq(every, word('weekdayPart')), ([, { weekday, part: of }]) => ({
    repeat: weekly([weekday]),
    part: of,
  })),
  to(seq(every, part), ([, of]) => ({ repeat: { unit: 'day', every: 1 }, part: of })),
  // "Every second evening"; "every second in the evening" is a day of the month.
  to(seq(every, word('other'), not(word('partAlone')), word('part')), ([, , , of]) => ({
    repeat: { unit: 'day', every: 2 },
    part: of,
  })),
  // "Ogni primo del mese", "jeden 15. des Monats", "every last day of the month"
  to(seq(every, monthDays, ofTheMonth), ([, days]) => onMonthDays(days)),
  // "Every 15th", "jeden 15. und 30.", "ogni 15"
  to(seq(every, list(dayAlone, dayJoint, 5), not(word('part'))), ([, days]) => riskily(days)),
  to(seq(word('everyDigits'), list(word('digits'), dayJoint, 5)), ([, days]) =>
    days.every((day) => day >= 1 && day <= 31) ? riskily(days) : undefined,
  ),
  to(seq(every, list(ordinalDay, dayJoint, 5)), ([, days]) => ({ ...onMonthDays(days), isWeak: true })),
  // "Every year end", "sempre a fine mese"
  to(seq(either<unknown>(every, always), anyEdge), ([, { edge, unit: name }]) => everyEdge(edge, name)),
  // "Ogni 24 dicembre", "every March 1st and September 1st"
  to(seq(every, datesInYear), ([, dates]) => said(everyUnit(1, 'year'), dates)),
  to(seq(every, opt(intervalCount), unit, severalInYear), ([, count = 1, name, dates]) =>
    name === 'year' ? said(everyUnit(count, name), dates) : undefined,
  ),
  to(seq(every, month), ([, of]) => ({ repeat: { unit: 'year', every: 1, months: [of], monthDays: [1] } })),
);

const said = (repeat: Repeat | undefined, more?: Partial<Repeat>): RepeatSaid | undefined =>
  repeat && { repeat: { ...repeat, ...more } };

const otherRepeats: Parser<RepeatSaid> = either<RepeatSaid>(
  to(seq(on, the, word('adverb')), ([, , { every: count, unit: name }]) => ({
    ...said(everyUnit(count, name)),
    isAdjective: name !== 'workday' && name !== 'weekend',
  })),
  to(
    seq(word('once'), opt(either(word('every'), word('article'), word('the'), word('each'))), unit),
    ([, , name]) => said(everyUnit(1, name)),
  ),
  // "Il 5 di ogni mese", "the last Friday of every month", "am Ende jedes Monats"
  to(seq(placeInMonths, monthly), ([days, repeat]) => ({ repeat: { ...repeat, ...days } })),
  to(seq(severalInYear, ofEach), ([dates, { count, name }]) =>
    name === 'year' ? said(everyUnit(count, name), dates) : undefined,
  ),
  to(
    seq(opt(either(word('on'), word('at'), word('by'))), the, word('edge'), ofEach),
    ([, , edge, { count, name }]) => everyEdge(edge, name, count),
  ),
  to(seq(word('habitual'), on, weekdays), ([, , days]) => habit(days)),
  to(seq(opt(word('habitual')), on, list(word('weekdayOften'), dayJoint, 7)), ([, , days]) => habit(days)),
  // "Monday and Wednesday mornings", "montag- und mittwochmorgens"
  to(
    seq(on, opt(seq(list(anyWeekday, andNext, 6), andNext)), word('weekdayPartOften')),
    ([, others, { weekday, part: of }]) => ({ ...habit([...(others?.[0] ?? []), weekday]), part: of }),
  ),
  // "Von Montag bis Freitag"
  to(
    seq(
      either(word('from'), word('between')),
      someWeekday,
      either(word('through'), word('until')),
      someWeekday,
    ),
    ([, first, , last]) => between(first, last),
  ),
  // Not "mercoledì e venerdì"
  to(
    seq(opt(every), someWeekday, not(word('and')), either(word('through'), word('dash')), someWeekday),
    ([, first, , , last]) => between(first, last),
  ),
  // "Mon, Wed, Fri" and "every Tue/Thu" are every week, "Tue and Thu" is two days.
  to(
    seq(opt(every), on, list(anyWeekday, opt(either<unknown>(joint, word('hyphen'))), 7)),
    ([isEvery, , days]) =>
      days.length > 1
        ? { repeat: weekly(days), ...(days.length === 2 && !isEvery && { count: 2 }) }
        : undefined,
  ),
);

const exception: Parser<RepeatSaid> = to(
  seq(
    word('except'),
    on,
    the,
    either(
      weekdays,
      to(
        either(
          unit,
          to(word('adverb'), ({ unit: name }) => name),
        ),
        (name) => units[name].weekdays,
      ),
    ),
  ),
  ([, , , except]) => ({ except }),
);

/** "Every day except Sunday"; the repeat itself if it is not of days, or all are excepted. */
export function withoutExceptions({ except = [], ...stated }: RepeatSaid): RepeatSaid {
  const { unit: name, every: count = 1, weekdays: days } = stated.repeat ?? {};
  const all = days ?? (name === 'day' && count === 1 ? everyDay : []);
  const rest = all.filter((day) => !except.includes(day));
  return rest.length === all.length || rest.length === 0
    ? stated
    : { ...stated, repeat: weekly(rest, count) };
}

const habit = (days: readonly number[]): RepeatSaid => ({ repeat: weekly(days), isHabit: true });

function between(first: number, last: number): RepeatSaid {
  const days = Array.from(
    { length: ((last - first + 7) % 7) + 1 },
    (_, index) => ((first + index - 1) % 7) + 1,
  );
  return { repeat: weekly(days) };
}

/** "2 Monate nach Erledigung", "every 3 days after it is done". */
const afterDone: Parser<RepeatSaid> = either<RepeatSaid>(
  to(seq(opt(word('number')), opt(word('article')), unit, word('afterDone')), ([count = 1, , name]) => {
    const repeat = everyUnit(count, name);
    return repeat && { repeat, isDone: true };
  }),
  to(word('afterDone'), () => ({ isDone: true })),
);

export const repeat: Parser<RepeatSaid> = shared(() =>
  either(everyParser, otherRepeats, exception, afterDone),
);
