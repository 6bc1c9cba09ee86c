import { type Day, type Duration, exactDay, type PeriodSaid } from '../days/day.ts';
import { digitsDay, of, on, ordinalDay, the, unitAhead, which, whichUnit } from './date-grammar.ts';
import { duration, negative, none, times } from './duration-grammar.ts';
import { either, not, opt, type Parser, seq, shared, to, unless, word } from './parser.ts';
import {
  anyWeekday,
  bounds,
  comma,
  counted,
  type DaySaid,
  dated,
  holidays,
  placeInMonth,
  plainDay,
  simpleDay,
} from './plain-day-grammar.ts';

const week: Duration = { ...none, days: 7 };
const forward = to(seq(not(word('starting')), word('fromDay')), () => 1);
const backward = to(word('beforeDay'), () => -1);

/** A day stated by another day, a week or a length of time: "Tuesday of next week", "two days before Christmas". */
const beside: Parser<DaySaid> = either<DaySaid>(
  // "Tuesday of next week", "mercoledì di questa settimana"
  to(seq(anyWeekday, of, of, whichUnit), ([weekday, , , period]) => weekdayOf(period, weekday)),
  to(seq(unitAhead, comma, on, anyWeekday), ([period, , , weekday]) => weekdayOf(period, weekday)),
  to(seq(unitAhead, word('on'), the, either(ordinalDay, digitsDay)), ([{ unit, count }, , , day]) =>
    unit === 'month' ? { day: { is: 'date', day, months: count } } : undefined,
  ),
  to(seq(word('in'), duration, on, anyWeekday), ([, length, , weekday]) => weekdayIn(length, weekday)),
  to(seq(duration, word('beforeDay'), the, plainDay), ([length, , , { day }]) =>
    daysFrom(day, negative(length)),
  ),
  // "3 giorni prima del 15"
  to(seq(duration, not(not(word('beforeDay'))), word('theDay'), digitsDay), ([length, , , day]) =>
    daysFrom({ is: 'date', day }, negative(length)),
  ),
  to(seq(anyWeekday, word('afterNext')), ([weekday]) => ({ day: { is: 'weekdaysOn', weekday, count: 2 } })),
  to(seq(simpleDay, word('eighth')), ([base]) => daysFrom(base, week)),
  to(seq(word('article'), word('eighth'), on, simpleDay), ([, , , base]) => daysFrom(base, week)),
  // "Friday in two weeks", "a week from Friday"
  to(seq(simpleDay, word('in'), duration), ([base, , length]) => daysFrom(base, length)),
  to(seq(duration, word('fromDay'), on, the, plainDay), ([length, , , , { day }]) => daysFrom(day, length)),
  // "Monday two weeks from now"
  to(seq(anyWeekday, duration, word('hence')), ([weekday, length]) => weekdayIn(length, weekday)),
  // "The day after Christmas", "am Tag vor dem 24. Dezember"
  to(seq(word('unit'), either(forward, backward), on, the, plainDay), ([unit, sign, , , { day }]) => {
    // "The weekend before Christmas" begins on a Saturday.
    if (unit === 'weekend') return day && { day: { is: 'weekdaysOn', weekday: 6, count: sign, from: day } };
    const length = times(sign, unit);
    return length && daysFrom(day, length);
  }),
  // "The second Tuesday after Easter", "the Friday before Christmas"
  to(
    seq(opt(placeInMonth), anyWeekday, either(forward, backward), the, plainDay),
    ([nth = 1, weekday, sign, , { day }]) =>
      day && (sign > 0 ? nth > 0 : Math.abs(nth) === 1)
        ? { day: { is: 'weekdaysOn', weekday, count: sign > 0 ? nth : -1, from: day } }
        : undefined,
  ),
  to(seq(word('number'), either(word('weekdayOften'), anyWeekday), word('hence')), ([count, weekday]) => ({
    day: { is: 'weekdaysOn', weekday, count },
  })),
);

/** A day some whole days from another one. */
const daysFrom = (base: Day | undefined, duration: Duration): DaySaid | undefined =>
  duration.seconds === 0 && base ? { day: { is: 'after', base, duration } } : undefined;

const weekdayOf = ({ unit, count }: PeriodSaid, weekday: number): DaySaid | undefined =>
  unit === 'week' ? { day: { is: 'weekdayOfWeek', weekday, week: count } } : undefined;

/** A weekday some whole weeks from now. */
const weekdayIn = ({ months, days, workdays, seconds }: Duration, weekday: number): DaySaid | undefined =>
  months + workdays + seconds === 0 && days > 0 && days % 7 === 0
    ? { day: { is: 'weekdayOfWeek', weekday, week: days / 7 } }
    : undefined;

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
const lead = seq(opt(word('by')), opt(aboutDay), on);
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
  to(seq(word('and'), on, the), () => true),
  to(seq(word('comma'), opt(word('and')), on, the), () => true),
);
