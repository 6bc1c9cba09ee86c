import type { Duration } from '../days/day.ts';
import { digits, of, the } from './date-grammar.ts';
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
  to(seq(duration, word('beforeDay'), the, plainDay), ([length, , , { day }]) =>
    length.seconds === 0 && day ? { day: { is: 'after', base: day, duration: negative(length) } } : undefined,
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
  to(seq(duration, word('fromDay'), opt(word('on')), the, plainDay), ([length, , , , { day }]) =>
    length.seconds === 0 && day ? { day: { is: 'after', base: day, duration: length } } : undefined,
  ),
  // "Monday two weeks from now"
  to(seq(anyWeekday, duration, word('hence')), ([weekday, length]) => weekdayIn(length, weekday)),
  // "The day after Christmas", "am Tag vor dem 24. Dezember"
  to(
    seq(word('unit'), either(forward, backward), opt(word('on')), the, plainDay),
    ([unit, sign, , , { day }]) => {
      const length = times(sign, unit);
      return length?.seconds === 0 && day ? { day: { is: 'after', base: day, duration: length } } : undefined;
    },
  ),
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

/** A weekday some whole weeks from now. */
const weekdayIn = ({ months, days, workdays, seconds }: Duration, weekday: number): DaySaid | undefined =>
  months + workdays + seconds === 0 && days > 0 && days % 7 === 0
    ? { day: { is: 'weekdayOfWeek', weekday, week: days / 7 } }
    : undefined;
