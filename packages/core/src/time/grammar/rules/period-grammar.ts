import type { MonthSaid, PeriodSaid } from '../days/day.ts';
import { month, of, the, year } from './date-grammar.ts';
import { either, opt, type Parser, seq, to, word } from './parser.ts';

export const which = word('which');
export const whichBehind = word('whichBehind');

/** A week, a month or a year: the present one, the next one, or a named one. */
export const whichUnit: Parser<PeriodSaid> = either(
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
export const ofPeriod = to(seq(of, of, periodSaid), ([, , period]) => period);
/** The month of a day; "3 months" is not one. */
export const ofWhichPeriod = either(
  to(seq(of, of, whichUnit), ([, , period]) => period),
  to(seq(word('of'), of, plainUnit), ([, , period]) => period),
);

export const monthOf = ({ unit, count, month: name, year: inYear }: PeriodSaid): MonthSaid | undefined => {
  if (unit !== 'month') return undefined;
  if (name !== undefined) return { month: name, year: inYear };
  return { months: count };
};
