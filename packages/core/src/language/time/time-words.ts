/**
 * The words by which a language speaks of times, without accents and in lower case; alternatives stand between bars.
 * The grammar is one for all languages: a rule whose words a language lacks never applies to it.
 */
export interface TimeWords {
  /** From zero to 59, and decimals in one word. */
  readonly numbers: readonly string[];
  readonly decimals?: Readonly<Record<string, string>>;
  /** From the first to the 31st; the last ones from the end; what follows a figure. */
  readonly ordinals: readonly string[];
  /** Those that name a day of a month, where not all do. */
  readonly dayOrdinals?: readonly string[];
  readonly last: Readonly<Record<'-1' | '-2' | '-3', string>>;
  readonly ordinalEndings: string;
  /** A figure with a full stop is an ordinal ("5."). */
  readonly dotIsOrdinal: boolean;
  /** From Monday; short ones are other words too. `often`: "on Mondays" in one word. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  readonly weekdaysOften: readonly string[];
  /** A short one that is another word in small letters. */
  readonly smallWord?: string;
  readonly months: readonly string[];
  readonly monthsShort: readonly string[];
  readonly units: Readonly<Record<Unit, string>>;
  /** Durations in one word, by their minutes. */
  readonly minutes: Readonly<Record<number, string>>;
  /** Days from today on. */
  readonly days: Readonly<Record<string, string>>;
  /** Parts of a day: behind a day or "every" (`parts`), and those that say so themselves ("in the evening"). */
  readonly parts: Readonly<Record<Part, string>>;
  readonly partsAlone: Readonly<Record<Part, string>>;
  /** A day and its part in one: "tonight" (`0 evening`). */
  readonly dayParts: Readonly<Record<string, string>>;
  /** Parts that make one word with a weekday ("Montagabend"). */
  readonly joinedParts?: Readonly<Partial<Record<Part, string>>>;
  /** By the hour: noon 12, midnight 24. */
  readonly hourNames: Readonly<Record<12 | 24, string>>;
  /** This, the coming, next, the one after, the last: 0, 0.5, 1, 2, -1. */
  readonly which: Readonly<Record<'0' | '0.5' | '1' | '2' | '-1', string>>;
  readonly adverbs: Readonly<Record<Often, string>>;
  readonly edges: Readonly<Record<Edge, string>>;
  /** An edge and what it is of in one word: `end month`. */
  readonly edgesOf: Readonly<Record<string, string>>;
  readonly holidays: Readonly<Record<string, string>>;
  /** Cities by zone, where their names differ from those of the tz database. */
  readonly cities: Readonly<Record<string, string>>;
  /** What makes an adjective of a city ("Londoner"). */
  readonly cityEnding?: string;
  /** A time in figures is of 24 hours: 3:20 is at night. */
  readonly clockIs24: boolean;
  readonly plain: Readonly<Record<Plain, string>>;
  /** What a sentence begins with that is no part of a title: requests to be reminded, to be told something. */
  readonly reminds: RegExp;
  readonly asks: RegExp;
  /** Of the requests to be reminded, those that are alarms. */
  readonly wakes: RegExp;
  /** What is left over before and behind a title once the times are taken out. */
  readonly leftBefore: RegExp;
  readonly leftBehind: RegExp;
  /** Before or behind a word for a time that is a name: "Mrs Friday". */
  readonly namedBefore: RegExp;
  readonly namedBehind: RegExp;
  /** Before or behind a number that is no time of day: "look at 3 screens"; and small words that may follow one. */
  readonly riskyAfter: RegExp;
  readonly countedBehind: RegExp;
  readonly follows: RegExp;
  /** Weekdays begin with a small letter. */
  readonly lowerWeekdays: boolean;
  /** Nouns begin with a capital. */
  readonly capitalNouns: boolean;
  /** What says a time back: "in 22 h". */
  readonly says: TimeSays;
}

/** Sentences; `{}` is filled in. */
export interface TimeSays {
  readonly none: string;
  /** A time that has passed. */
  readonly past: string;
  readonly today: string;
  readonly tomorrow: string;
  readonly now: string;
  readonly in: string;
  readonly ago: string;
  readonly minutes: string;
  readonly hours: string;
  /** After "in" and before "ago": of one and of several. */
  readonly days: readonly [string, string];
  /** Every one, every so many. */
  readonly every: Readonly<Record<RepeatUnit, readonly [string, string]>>;
  readonly workdays: string;
  /** Weekdays of a week, days of a month by their numbers, a weekday of a month by its place, its last day. */
  readonly on: string;
  readonly onDay: string;
  readonly onNth: string;
  readonly onLast: string;
  readonly lastDay: string;
  readonly until: string;
  readonly times: string;
  readonly afterDone: string;
}

export type RepeatUnit = 'MINUTELY' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

export type Unit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'year'
  | 'fortnight'
  | 'quarter'
  | 'weekend'
  | 'workday';
export type Part = 'early' | 'morning' | 'forenoon' | 'midday' | 'afternoon' | 'evening' | 'night';
export type Edge = 'start' | 'mid' | 'end';
export type Often =
  | 'hourly'
  | 'daily'
  | 'weekly'
  | 'fortnightly'
  | 'monthly'
  | 'quarterly'
  | 'halfYearly'
  | 'alternating'
  | 'yearly'
  | 'workdays'
  | 'weekends';

/** Kinds of words that mean nothing but themselves. */
export type Plain =
  | 'at'
  | 'about'
  | 'aboutAfter'
  | 'hourWord'
  | 'am'
  | 'pm'
  | 'past'
  | 'before'
  | 'plus'
  | 'minus'
  | 'halfPast'
  | 'halfTo'
  | 'quarterTo'
  | 'quarterOf'
  | 'half'
  | 'quarter'
  | 'threeQuarters'
  | 'article'
  | 'few'
  | 'couple'
  | 'more'
  | 'on'
  | 'the'
  | 'of'
  | 'in'
  | 'inMonth'
  | 'by'
  | 'and'
  | 'now'
  | 'ago'
  | 'hence'
  | 'fromDay'
  | 'afterNext'
  | 'every'
  | 'other'
  | 'each'
  | 'once'
  | 'until'
  | 'for'
  | 'times'
  | 'lasting'
  | 'starting'
  | 'from'
  | 'through'
  | 'between'
  | 'afterDone'
  | 'habitual'
  | 'dayWord'
  | 'eighth'
  | 'theDay'
  | 'onThe'
  | 'beforeDay'
  | 'except'
  | 'atHoliday'
  | 'zoneTime'
  | 'zoneOf'
  | 'again';
