import type { Unit } from '../../../language/time/time-words.ts';
import type { Duration } from '../days/day.ts';
import { either, list, not, opt, type Parser, seq, shared, to, word } from './parser.ts';

export const none: Duration = { months: 0, days: 0, workdays: 0, seconds: 0 };

const lengths: Readonly<Record<Unit, Partial<Duration>>> = {
  second: { seconds: 1 },
  minute: { seconds: 60 },
  hour: { seconds: 3_600 },
  day: { days: 1 },
  workday: { workdays: 1 },
  week: { days: 7 },
  weekend: { days: 7 },
  fortnight: { days: 14 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { months: 12 },
};

/** A multiple of a unit. A fraction becomes smaller units: half a day is 12 hours, half a week 4 days, half a month 15. */
export function times(count: number, unit: Unit): Duration | undefined {
  const { months = 0, days = 0, workdays = 0, seconds = 0 } = lengths[unit];
  const allMonths = count * months;
  const allDays = (days > 1 ? Math.round(count * days) : count * days) + (allMonths % 1) * 30;
  const allSeconds = count * seconds + (allDays % 1) * 86_400;
  const total = {
    months: Math.floor(allMonths),
    days: Math.floor(allDays),
    workdays: Math.floor(count * workdays),
    seconds: Math.round(allSeconds),
  };
  return count <= 9_999 && total.months <= 12_000 && total.days <= 400_000 ? total : undefined;
}

const ofParts = (part: (name: keyof Duration) => number): Duration => ({
  months: part('months'),
  days: part('days'),
  workdays: part('workdays'),
  seconds: part('seconds'),
});
const plus = (one: Duration, other: Duration): Duration => ofParts((name) => one[name] + other[name]);
export const negative = (length: Duration): Duration => ofParts((name) => -length[name]);

const half = to(seq(opt(word('article')), word('half')), () => 0.5);
const quarters: Parser<number> = either(
  to(word('threeQuarters'), () => 0.75),
  to(seq(opt(word('article')), word('quarter')), () => 0.25),
  to(seq(word('number'), word('quarter')), ([count]) => (count < 4 ? count / 4 : undefined)),
);
const count: Parser<number> = either(
  word('number'),
  word('decimal'),
  to(word('article'), () => 1),
  to(seq(word('number'), word('and'), half), ([whole]) => whole + 0.5),
  to(seq(word('number'), word('half')), ([whole]) => (whole > 1 ? whole + 0.5 : undefined)),
);

/** A word without a meaning for times. */
const otherWord: Parser<true> = ({ lexemes }, at) =>
  at < lexemes.length && Object.keys(lexemes[at] ?? {}).length === 0 ? [{ value: true, end: at }] : [];
/** Only multiples of five, no hour of the day, and no count: "in 2 hours 15 people come". */
const bareMinutes = to(
  seq(
    word('number'),
    not(either<unknown>(otherWord, word('unit'), word('hourWord'), word('am'), word('pm'))),
  ),
  ([minutes]) => (minutes > 0 && minutes < 60 && minutes % 5 === 0 ? minutes : undefined),
);

const single: Parser<Duration> = either(
  to(seq(count, opt(word('more')), word('unit')), ([many, , unit]) => times(many, unit)),
  // "Half an hour", "einer halben Stunde", "tre quarti d'ora"
  to(seq(either(half, quarters), opt(word('of')), opt(word('article')), word('unit')), ([part, , , unit]) =>
    unit === 'hour' || (part === 0.5 && unit !== 'minute') ? times(part, unit) : undefined,
  ),
  // "An hour and a half", "2 ore e un quarto"
  to(seq(count, word('unit'), word('and'), either(half, quarters)), ([many, unit, , part]) =>
    times(many + part, unit),
  ),
  // "Ogni ora e mezza"
  to(seq(word('unit'), word('and'), half), ([unit, , part]) =>
    unit === 'hour' ? times(1 + part, unit) : undefined,
  ),
  // "2 ore e 15"
  to(seq(count, word('unit'), opt(word('and')), bareMinutes), ([many, unit, , minutes]) =>
    unit === 'hour' ? times(many + minutes / 60, unit) : undefined,
  ),
  to(seq(opt(word('article')), word('minutes')), ([, minutes]) => ({ ...none, seconds: minutes * 60 })),
);

const joint = opt(either<unknown>(word('and'), word('comma'), seq(word('comma'), word('and'))));

export const duration: Parser<Duration> = shared(() =>
  to(list(single, joint, 3), (parts) => parts.reduce(plus, none)),
);
