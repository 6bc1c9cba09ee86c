import type { MonthSaid, PeriodSaid } from '../days/day.ts';
import { fullYear } from '../words/figures.ts';
import type { FigureDate } from '../words/senses.ts';
import { either, not, opt, type Parser, seq, shared, to, word } from './parser.ts';

export const month = either(word('month'), word('monthShort'));
export const the = opt(word('the'));
export const on = opt(word('on'));
export const of = opt(either(word('of'), word('the')));

export const atEnd: Parser<true> = ({ lexemes }, at) =>
  at >= lexemes.length ? [{ value: true, end: at }] : [];
const shortYear = to(seq(word('digits'), atEnd), ([figures]) =>
  figures > 12 && figures < 40 ? fullYear(String(figures)) : undefined,
);
/** "31-Oct-27" */
const joinedYear = to(seq(word('hyphen'), word('digits')), ([, figures]) => fullYear(String(figures)));
export const fullYearSaid = to(
  seq(opt(either(word('comma'), word('hyphen'))), opt(word('of')), either(word('year'), word('farYear'))),
  ([, , value]) => value,
);

export const which = word('which');
export const whichBehind = word('whichBehind');

/** A week, a month or a year: the present one, the next one, or a named one. */
export const whichUnit: Parser<PeriodSaid> = either(
  // "The coming Friday" is the next one, and "the coming week" next week.
  to(seq(which, word('unit')), ([count, unit]) => ({ unit, count: Math.ceil(count) })),
  to(seq(word('unit'), whichBehind), ([unit, count]) => ({ unit, count: Math.ceil(count) })),
);
/** Not "last week's report by Friday" */
export const unitAhead = to(whichUnit, (period) => (period.count < 0 ? undefined : period));
/** "5 May next year" */
export const relativeYear = to(seq(of, of, whichUnit), ([, , { unit, count }]) =>
  unit === 'year' ? count : undefined,
);
export const year = opt(either(fullYearSaid, relativeYear));
/** "Next year in May" */
export const yearBefore = to(seq(relativeYear, opt(word('comma'))), ([inYear]) =>
  inYear < 0 ? undefined : inYear,
);
const anyYear = opt(either(fullYearSaid, relativeYear, shortYear, joinedYear));

/** Not "domenica 29 ore 16" */
const someUnits = seq(word('unit'), not(word('number')));
/** Not the hour of "Friday 3pm", nor the length of "Friday 8 h". */
const digits = to(
  seq(
    word('digits'),
    not(either<unknown>(someUnits, word('am'), word('pm'), word('hourWord'), word('partAlone'))),
  ),
  ([figures]) => figures,
);
const dayNumber = either(
  word('ordinal'),
  to(word('number'), (value) => (value <= 31 ? value : undefined)),
);
const inMonth = (day: number): number | undefined => (day >= 1 && day <= 31 ? day : undefined);
export const dayOrdinal = to(dayNumber, inMonth);
export const ordinalDay = to(word('ordinal'), inMonth);
export const digitsDay = to(digits, inMonth);

const lastDay = to(
  seq(either(word('dash'), word('through'), word('until')), the, either(word('ordinal'), digits)),
  ([, , day]) => day,
);
/** A day of a month, or a range of days. */
const someDays = to(seq(the, dayOrdinal, opt(lastDay)), ([, day, last]) =>
  last === undefined || day < last ? { day, last } : undefined,
);

/** `5. Mai`, `5-May-2027`, `May/5` */
const mark = opt(either(word('dot'), word('hyphen')));
const behindMonth = either(
  to(seq(mark, someDays), ([, days]) => days),
  to(seq(word('comma'), the, word('ordinalFigure')), ([, , day]) => ({ day, last: undefined })),
);

/** A day and a month: "3 March", "from 3 to 5 March 2027", "March the 3rd", "2027 March 3", "3.3.". */
export const dayAndMonth: Parser<FigureDate> = shared(() =>
  either(
    to(seq(opt(word('from')), someDays, mark, of, month, mark, anyYear), ([, days, , , of, , inYear]) => ({
      ...days,
      month: of,
      year: inYear,
    })),
    to(seq(month, behindMonth, year), ([of, days, inYear]) => ({ ...days, month: of, year: inYear })),
    to(seq(word('year'), mark, month, mark, dayOrdinal), ([inYear, , of, , day]) => ({
      day,
      month: of,
      year: inYear,
    })),
    word('figureDate'),
  ),
);

const lastMonth = either(word('through'), word('dash'), word('until'));
/** "January", "January and February", "January to March" */
const months = either<Pick<PeriodSaid, 'month' | 'length'>>(
  to(month, (name) => ({ month: name })),
  to(seq(month, opt(word('and')), opt(lastMonth), month), ([first, and, isRange, last]) => {
    const length = ((last - first + 12) % 12) + 1;
    return (isRange ? !and && length > 1 : and && length === 2) ? { month: first, length } : undefined;
  }),
);
export const monthSaid: Parser<PeriodSaid> = either(
  to(seq(opt(word('inMonth')), opt(which), months, year), ([, count, said, inYear]) => ({
    unit: 'month' as const,
    count: Math.max(0, Math.ceil(count ?? 0)),
    ...said,
    year: inYear,
  })),
  to(seq(yearBefore, word('inMonth'), months), ([inYear, , said]) => ({
    unit: 'month' as const,
    count: 0,
    ...said,
    year: inYear,
  })),
);
const plainUnit: Parser<PeriodSaid> = to(seq(the, word('unit')), ([, unit]) => ({ unit, count: 0 }));
/** "2027", "the year 2027" */
export const namedYear: Parser<PeriodSaid> = to(
  seq(opt(word('unit')), word('year')),
  ([unit = 'year', inYear]) => (unit === 'year' ? { unit, count: 0, year: inYear } : undefined),
);
const periodSaid = either(whichUnit, monthSaid, plainUnit, namedYear);
export const ofPeriod = to(seq(of, of, periodSaid), ([, , period]) => period);
/** The month of a day; "3 months" is not one. */
export const ofWhichPeriod = either(
  to(seq(of, of, whichUnit), ([, , period]) => period),
  to(seq(word('of'), of, plainUnit), ([, , period]) => period),
);

export const monthOf = (of: PeriodSaid): MonthSaid | undefined => {
  if (of.unit !== 'month' || of.length) return undefined;
  return of.month === undefined ? { months: of.count } : { month: of.month, year: of.year };
};
