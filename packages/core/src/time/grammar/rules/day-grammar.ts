import { type Duration, exactDay } from '../days/day.ts';
import { beside } from './beside-grammar.ts';
import { on, the } from './date-grammar.ts';
import { duration, negative, none, times } from './duration-grammar.ts';
import { either, not, opt, type Parser, seq, shared, to, unless, word } from './parser.ts';
import { which } from './period-grammar.ts';
import {
  anyWeekday,
  bounds,
  counted,
  type DaySaid,
  dated,
  holidays,
  simpleDay,
} from './plain-day-grammar.ts';

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
