import type { Part } from '../../../language/time/time-words.ts';
import type { Duration } from '../days/day.ts';
import type { Lexemes } from '../words/senses.ts';
import { type TimeSaid, time } from './clock-grammar.ts';
import { dayAndMonth, monthSaid, on, the } from './date-grammar.ts';
import { day, dayPart } from './day-grammar.ts';
import { duration, times } from './duration-grammar.ts';
import { either, type Input, not, opt, type Parser, seq, to, word } from './parser.ts';
import { type DaySaid, inPeriod } from './plain-day-grammar.ts';
import { type RepeatSaid, repeat } from './repeat-grammar.ts';

/** What a group of adjacent words states about a time. */
export interface Stated {
  readonly day?: DaySaid;
  readonly time?: TimeSaid;
  readonly part?: Part;
  readonly repeat?: RepeatSaid;
  readonly until?: DaySaid;
  /** The lead before the time next to it: "10 minutes before the meeting at 3". */
  readonly lead?: Duration;
  readonly isWeak?: boolean | undefined;
  readonly isRisky?: boolean | undefined;
  /** Not a time unless the text states another one. */
  readonly isNever?: boolean | undefined;
}

/** The position: tokens from `start` up to `end`, exclusive. */
export interface Fragment {
  readonly said: Stated;
  readonly start: number;
  readonly end: number;
}

const start = either(word('starting'), word('from'));

/** "The day before the party" */
const oneUnit = to(seq(opt(on), the, word('unit')), ([, , unit]) => times(1, unit));

const opened = to(day, (said) =>
  said.day?.is === 'period' ? { ...said, day: { ...said.day, isOpen: true } } : said,
);
/** "After next week" and "by May" state no end. */
const dayHere: Parser<DaySaid> = (input, at) =>
  input.lexemes[at]?.by && !input.lexemes[at]?.for ? opened(input, at) : day(input, at);

/** "Tonight" */
const daysPart = to(dayPart, ({ day: days, part }): DaySaid => ({ day: { is: 'fromToday', days }, part }));

const ends: Parser<Stated> = either<Stated>(
  to(seq(word('until'), the, either(day, daysPart)), ([, , until]) => ({ until })),
  to(seq(not(not(word('until'))), inPeriod), ([, until]) => ({ until, isWeak: until.isWeak })),
  // Not "to the evening"
  to(seq(not(not(word('by'))), word('until'), the, word('part')), ([, , , part]) => ({
    until: { part },
    isWeak: true,
  })),
  // "21.12. - 3.1."
  to(seq(word('dash'), dayAndMonth), ([, date]) => ({ until: { day: { is: 'date' as const, ...date } } })),
  to(seq(opt(word('for')), word('number'), opt(word('hyphen')), word('times')), ([, count]) => ({
    repeat: { count, isWeak: true },
    isWeak: true,
  })),
  to(seq(word('for'), duration), ([, lasts]) => ({ repeat: { lasts }, isWeak: true })),
  to(seq(duration, word('lasting')), ([lasts]) => ({ repeat: { lasts }, isWeak: true })),
  to(seq(start, monthSaid), ([, of]) => ({
    repeat: { first: { is: 'period', ...of, isOpen: !of.length } },
    isWeak: true,
  })),
  to(seq(either(duration, oneUnit), word('beforeDay'), the, not(either<unknown>(day, time))), ([lead]) => ({
    lead,
  })),
  to(seq(start, on, the, opened), ([, , , { day: first, isWeak }]) => first && { repeat: { first }, isWeak }),
);

const parts: Parser<Stated> = either<Stated>(
  to(word('part'), (part) => ({ part, isWeak: true, isNever: true })),
  to(word('partAlone'), (part) => ({ part })),
  to(daysPart, (found) => ({ day: found })),
  to(seq(word('partAlone'), opt(word('of')), day), ([part, , found]) => ({ part, day: found })),
  to(seq(word('part'), word('of'), day), ([part, , found]) => ({ part, day: found })),
);

/** In order of preference among readings of the same words. */
const kinds: readonly Parser<Stated>[] = [
  to(repeat, (said) => ({ repeat: said, isWeak: said.isWeak, isRisky: said.isRisky })),
  ends,
  to(dayHere, (said) => ({ day: said, isWeak: said.isWeak, isRisky: said.isRisky })),
  parts,
  to(time, (said) => ({ time: said, isWeak: said.isWeak, isRisky: said.isRisky, isNever: said.isNumber })),
];

/** The longest reading from each position, without overlaps. */
export function fragmentsOf(lexemes: readonly Lexemes[]): Fragment[] {
  const input: Input = { lexemes, memo: new Map() };
  const fragments: Fragment[] = [];
  for (let start = 0; start < lexemes.length; ) {
    let best: Fragment | undefined;
    if (Object.keys(lexemes[start] ?? {}).length > 0) {
      for (const kind of kinds) {
        for (const { value: said, end } of kind(input, start)) {
          const isBetter = !best || end > best.end || (end === best.end && best.said.isWeak && !said.isWeak);
          if (isBetter && end > start) best = { said, start, end };
        }
      }
    }
    if (best) fragments.push(best);
    start = best?.end ?? start + 1;
  }
  return fragments;
}

const connecting = [
  'comma',
  'at',
  'on',
  'of',
  'the',
  'by',
  'and',
  'about',
  'for',
  'dash',
  'dot',
  'again',
  'in',
] as const;
const gapMax = 3;

/** Whether there are only function words between two positions. */
export const isBeside = (lexemes: readonly Lexemes[], end: number, start: number): boolean =>
  start - end <= gapMax &&
  lexemes.slice(end, start).every((senses) => connecting.some((kind) => senses[kind] !== undefined));
