import type { en } from './en.ts';

/** The parts whose keys are a language's own: its counts, days, periods, holidays and cities. */
type OwnKeys =
  | 'decimals'
  | 'minutes'
  | 'days'
  | 'dayParts'
  | 'joinedParts'
  | 'which'
  | 'whichBehind'
  | 'adverbs'
  | 'edgesOf'
  | 'holidays'
  | 'cities';

/**
 * A language's words for times: the parts that `en.ts` explains, and those that English lacks. All languages share one
 * grammar: a rule whose words a language lacks never applies to it.
 */
export interface TimeWords
  extends Readonly<Omit<typeof en, OwnKeys>>,
    Readonly<Record<OwnKeys, Readonly<Record<string, string>>>> {
  /** The ordinals that name a day of the month, if not all do. */
  readonly dayOrdinals?: readonly string[];
  /** An abbreviation that is another word in lower case. */
  readonly smallWord?: string;
  /** The ending that makes an adjective of a city ("Londoner"). */
  readonly cityEnding?: string;
}

export type Unit = keyof typeof en.units;
export type Part = keyof typeof en.parts;
export type Edge = keyof typeof en.edges;
/** Kinds of words without a value. */
export type Plain = keyof typeof en.plain;
