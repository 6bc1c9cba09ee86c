/**
 * A language's words for times, without accents and in lower case; `|` separates alternatives. All languages share one
 * grammar: a rule whose words a language lacks never applies to it.
 */
export interface TimeWords {
  /** From zero to 59; decimals, and other counts of a unit. */
  readonly numbers: readonly string[];
  readonly decimals: Readonly<Record<string, string>>;
  /** From the first to the 31st; the last ones, counted from the end; the endings after a figure. */
  readonly ordinals: readonly string[];
  /** The ordinals that name a day of the month, if not all do. */
  readonly dayOrdinals?: readonly string[];
  readonly last: Readonly<Record<'-1' | '-2' | '-3', string>>;
  readonly ordinalEndings: string;
  /** A figure with a full stop is an ordinal ("5."). */
  readonly dotIsOrdinal: boolean;
  /** From Monday; abbreviations that are also other words. `often`: "on Mondays" in one word. */
  readonly weekdays: readonly string[];
  readonly weekdaysShort: readonly string[];
  readonly weekdaysOften: readonly string[];
  /** An abbreviation that is another word in lower case. */
  readonly smallWord?: string;
  readonly months: readonly string[];
  readonly monthsShort: readonly string[];
  readonly units: Readonly<Record<Unit, string>>;
  /** Durations in one word, by their minutes. */
  readonly minutes: Readonly<Record<number, string>>;
  /** Days relative to today. */
  readonly days: Readonly<Record<string, string>>;
  /** Parts of a day: those after a day or "every" (`parts`), and unambiguous ones ("in the evening"). */
  readonly parts: Readonly<Record<Part, string>>;
  readonly partsAlone: Readonly<Record<Part, string>>;
  /** A day with its part: "tonight" (`0 evening`). */
  readonly dayParts: Readonly<Record<string, string>>;
  /** Parts that form one word with a weekday ("Montagabend"). */
  readonly joinedParts?: Readonly<Partial<Record<Part, string>>>;
  /** By the hour: noon 12, midnight 24. */
  readonly hourNames: Readonly<Record<12 | 24, string>>;
  /** "This", "the coming", "next", "the one after", "last": 0, 0.5, 1, 2, -1. */
  readonly which: Readonly<Record<string, string>>;
  /** Those that stand behind their noun: "the week after next", "venerdì prossimo". */
  readonly whichBehind: Readonly<Record<string, string>>;
  readonly adverbs: Readonly<Record<Often, string>>;
  readonly edges: Readonly<Record<Edge, string>>;
  /** An edge and its period in one word: `end month`. */
  readonly edgesOf: Readonly<Record<string, string>>;
  readonly holidays: Readonly<Record<string, string>>;
  /** Cities by zone, if their names differ from those of the tz database. */
  readonly cities: Readonly<Record<string, string>>;
  /** The ending that makes an adjective of a city ("Londoner"). */
  readonly cityEnding?: string;
  /** Times in figures are in the 24-hour form: 3:20 is at night. */
  readonly clockIs24: boolean;
  readonly plain: Readonly<Record<Plain, string>>;
  /** Beginnings of a sentence that are not part of a title: requests for a reminder, or to be told something. */
  readonly reminds: RegExp;
  readonly asks: RegExp;
  /** Requests that are questions. At the beginning a time belongs to their content. */
  readonly wonders: RegExp;
  /** Requests with a time at their end for their result ("send me the news at 8"), unlike "tell me the weather at 8". */
  readonly sends: RegExp;
  /** Function words that tie a time to the content: "the news of 8 o'clock". */
  readonly belongs: RegExp;
  /** Ends a time that counts from the present one of what is moved: "an hour later". */
  readonly later: string;
  /** In a time to move something to. */
  readonly to: RegExp;
  /** Requests for a reminder that mean an alarm. */
  readonly wakes: RegExp;
  /** Remnants before and after a title once the times are removed. "What is due" is not one: it is the request. */
  readonly leftBefore: RegExp;
  readonly leftBehind: RegExp;
  /** At the end of a sentence. */
  readonly please: RegExp;
  /**
   * Words before or after a time word that make it a name ("Mrs Friday"), and words that make a phrase with it ("Good
   * Friday", "the Friday meeting").
   */
  readonly namedBefore: RegExp;
  readonly phraseBefore: RegExp;
  readonly namedBehind: RegExp;
  /**
   * Words before or after a number that is not a time of day: "look at 3 screens", "step 3"; and function words that may
   * follow a number.
   */
  readonly riskyAfter: RegExp;
  readonly numbered: RegExp;
  readonly countedBehind: RegExp;
  /** A plural, or a form that may be one, in the next words: what a number from two on may count. */
  readonly plural: RegExp;
  readonly follows: RegExp;
  /** Weekdays are written in lower case. */
  readonly lowerWeekdays: boolean;
  /** Nouns are capitalised. */
  readonly capitalNouns: boolean;
  /** Phrases that put a time in words: "in 22 h". */
  readonly says: TimeSays;
}

/** Sentences; `{}` is filled in. */
export interface TimeSays {
  readonly none: string;
  /** The answer to a date that does not exist, or that is in no accepted year. */
  readonly noSuchDate: string;
  /** The answer to a time that has passed. */
  readonly past: string;
  readonly today: string;
  readonly tomorrow: string;
  readonly now: string;
  readonly in: string;
  readonly ago: string;
  readonly minutes: string;
  readonly hours: string;
  /** Singular and plural, after "in" and before "ago". */
  readonly days: readonly [string, string];
  /** Every one, every n. */
  readonly every: Readonly<Record<RepeatUnit, readonly [string, string]>>;
  readonly workdays: string;
  /** Weekdays of a week, days of a month by number, the n-th weekday of a month, its last weekday, its last day. */
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

/** Kinds of words without a value. */
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
  | 'agoBefore'
  | 'hence'
  | 'fromDay'
  | 'afterNext'
  | 'every'
  | 'everyDigits'
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
  | 'again'
  | 'timer';
