import type { Edge, Part, Plain, TimeWords, Unit } from '../../../language/time/time-words.ts';

/** A reading of some words. */
export interface Found<T> {
  readonly value: T;
  /** The position of the first word after it. */
  readonly end: number;
}

/** The possible meanings of the words from one position on, by kind. */
export type Lexemes = { readonly [K in keyof Senses]?: readonly Found<Senses[K]>[] };

const from = (first: number) => (place: string) => first + Number(place);
const named = <Name extends string>(key: string) => key as Name;
const pair = (key: string) => key.split(' ') as [string, string];

/** The kinds of words that a language lists: the list, and the value of a word by its place or its key in it. */
export const listed = {
  number: ['numbers', from(0)],
  decimal: ['decimals', Number],
  ordinal: ['ordinals', from(1)],
  /** Means a day of the month without further words: "on the fifth". */
  dayOrdinal: ['dayOrdinals', from(1)],
  weekday: ['weekdays', from(1)],
  weekdayShort: ['weekdaysShort', from(1)],
  weekdayOften: ['weekdaysOften', from(1)],
  month: ['months', from(1)],
  monthShort: ['monthsShort', from(1)],
  unit: ['units', named<Unit>],
  minutes: ['minutes', Number],
  day: ['days', Number],
  part: ['parts', named<Part>],
  partAlone: ['partsAlone', named<Part>],
  dayPart: ['dayParts', (key) => ({ day: Number(pair(key)[0]), part: pair(key)[1] as Part })],
  hourName: ['hourNames', Number],
  which: ['which', Number],
  whichBehind: ['whichBehind', Number],
  adverb: ['adverbs', (key) => ({ every: Number(pair(key)[0]), unit: pair(key)[1] as Unit })],
  edge: ['edges', named<Edge>],
  edgeOf: ['edgesOf', (key) => ({ edge: pair(key)[0] as Edge, unit: pair(key)[1] as Unit })],
  holiday: ['holidays', String],
} as const satisfies Readonly<Record<string, readonly [keyof TimeWords, (key: string) => unknown]>>;

type Listed = { [Kind in keyof typeof listed]: ReturnType<(typeof listed)[Kind][1]> };

/** The possible meanings of words, by kind. */
export interface Senses extends Record<Plain, true>, Listed {
  /** One or two digits. */
  digits: number;
  /** In digits: `5th`, `5.` */
  ordinalFigure: number;
  year: number;
  /** A year only behind a month. */
  farYear: number;
  /** `9:30`, `9h30`; with a full stop (`9.30`); without a separator (`930`). */
  clock: Figures;
  dotted: Figures;
  compact: Figures;
  /** `24.12.`, `24/12`, with or without a year; the language decides whether the day comes first. */
  figureDate: FigureDate;
  weakDate: FigureDate;
  iso: string;
  weekdayPart: { readonly weekday: number; readonly part: Part };
  /** "Sunday nights", „sonntagabends“ */
  weekdayPartOften: Senses['weekdayPart'];
  zone: string;
  zoneCode: string;
  comma: true;
  dash: true;
  dot: true;
  /** `-` or `/` without white space around it. */
  hyphen: true;
  open: true;
  close: true;
}

export interface Figures {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** In the 24-hour form. */
  readonly is24: boolean;
}

export interface FigureDate {
  readonly day: number;
  /** The last day of a range. */
  readonly last?: number | undefined;
  readonly month: number;
  readonly year?: number | undefined;
}
