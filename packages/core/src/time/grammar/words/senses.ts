import type { Edge, Part, Plain, Unit } from '../../../language/time/time-words.ts';

/** A reading of some words. */
export interface Found<T> {
  readonly value: T;
  /** The position of the first word after it. */
  readonly end: number;
}

/** The possible meanings of the words from one position on, by kind. */
export type Lexemes = { readonly [K in keyof Senses]?: readonly Found<Senses[K]>[] };

/** The possible meanings of words, by kind. */
export interface Senses extends Record<Plain, true> {
  number: number;
  /** One or two digits. */
  digits: number;
  decimal: number;
  ordinal: number;
  /** An ordinal that means a day of the month without further words: "on the fifth". */
  dayOrdinal: number;
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
  weekday: number;
  weekdayShort: number;
  weekdayOften: number;
  weekdayPart: { readonly weekday: number; readonly part: Part };
  month: number;
  monthShort: number;
  unit: Unit;
  minutes: number;
  day: number;
  part: Part;
  partAlone: Part;
  dayPart: { readonly day: number; readonly part: Part };
  hourName: number;
  which: number;
  whichBehind: number;
  adverb: { readonly every: number; readonly unit: Unit };
  edge: Edge;
  edgeOf: { readonly edge: Edge; readonly unit: Unit };
  holiday: string;
  /** By a city; by a name of the tz database, or by a code. */
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
  readonly month: number;
  readonly year?: number | undefined;
}
