import type { Day, Duration, PeriodSaid } from '../days/day.ts';
import { digitsDay, of, on, ordinalDay, the } from './date-grammar.ts';
import { duration, negative, none, times } from './duration-grammar.ts';
import { either, not, opt, type Parser, seq, to, word } from './parser.ts';
import { whichUnit } from './period-grammar.ts';
import { anyWeekday, comma, type DaySaid, placeInMonth, plainDay, simpleDay } from './plain-day-grammar.ts';

const week: Duration = { ...none, days: 7 };
const forward = to(seq(not(word('starting')), word('fromDay')), () => 1);
const backward = to(word('beforeDay'), () => -1);

/** A day stated by another day, a week or a length of time: "Tuesday of next week", "two days before Christmas". */
export const beside: Parser<DaySaid> = either<DaySaid>(
  // "Tuesday of next week", "mercoledì di questa settimana"
  to(seq(anyWeekday, of, of, whichUnit), ([weekday, , , period]) => weekdayOf(period, weekday)),
  to(seq(whichUnit, comma, on, anyWeekday), ([period, , , weekday]) => weekdayOf(period, weekday)),
  to(seq(whichUnit, word('on'), the, either(ordinalDay, digitsDay)), ([{ unit, count }, , , day]) =>
    unit === 'month' ? { day: { is: 'date', day, months: count } } : undefined,
  ),
  to(seq(word('in'), duration, on, anyWeekday), ([, length, , weekday]) => weekdayIn(length, weekday)),
  to(seq(duration, word('beforeDay'), the, plainDay), ([length, , , { day }]) =>
    daysFrom(day, negative(length)),
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
