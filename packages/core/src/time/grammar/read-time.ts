import type { parseTimeOutput } from '@jarvis/contract';
import type { z } from 'zod';
import { detectLanguage } from '../../language/detect.ts';
import { type Language, languages, vocabularies } from '../../language/languages.ts';
import { fold } from '../../text/fold.ts';
import type { Calendar } from '../load-calendar.ts';
import { accepted, type Scene } from './accepted.ts';
import type { Day } from './days/day.ts';
import { dateOf, isDate } from './days/plain-date.ts';
import { type Meaning, meaningOf } from './meaning.ts';
import { type Fragment, fragmentsOf, isBeside } from './rules/fragments.ts';
import { titleOf, withoutPlaces } from './title.ts';
import { joined } from './whole.ts';
import { type Lexicon, lexemesOf, makeLexicon } from './words/lexemes.ts';
import { tokensOf } from './words/tokens.ts';

export interface TimeAsked {
  readonly text: string;
  /** Detected if not given. */
  readonly language?: Language | undefined;
  readonly nowMs: number;
  readonly timeZone: string;
}

/** The reading of a sentence, as the contract shows it, and more. `start` is the first time. */
export interface TimeRead extends Omit<z.infer<typeof parseTimeOutput>, 'said'> {
  readonly language: Language;
  /** The stated time, if it has passed. */
  readonly passed: string | null;
  /** The stated date is not in the calendar, or its year is not accepted. */
  readonly noSuchDate: boolean;
}

/** The position of a time in the text, in UTF-16 code units. */
type Span = TimeRead['spans'][number];

const lexicons = new Map<Language, Lexicon>();
function lexiconOf(language: Language): Lexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const lexicon = makeLexicon(vocabularies[language].time);
  lexicons.set(language, lexicon);
  return lexicon;
}

/**
 * The time stated in a sentence. Takes time linear in its length, and never throws. If the language of the text is
 * unknown, the language counts in which the times cover most of the text.
 */
export function readTime(asked: TimeAsked, calendar: Calendar): TimeRead {
  const language = asked.language ?? detectLanguage(asked.text);
  if (language) return readIn(language, asked, calendar, false);
  const all = languages.map((tried) => readIn(tried, asked, calendar, true));
  const covered = ({ spans, past }: TimeRead) =>
    spans.reduce((sum, { start, end }) => sum + end - start, 0) + (past ? 1 : 0);
  return all.reduce((best, other) => (covered(other) > covered(best) ? other : best));
}

function readIn(
  language: Language,
  { text, nowMs, timeZone }: TimeAsked,
  calendar: Calendar,
  isGuess: boolean,
): TimeRead {
  const words = vocabularies[language].time;
  const monthFirst = language === 'en' && timeZone.startsWith('America/');
  const { whole, places: found, reminds: begins } = scanned(text, language, monthFirst, isGuess);
  // "Tomorrow at 9 remind me to call": the request for the reminder may follow the time.
  const reminds = begins || (words.reminds.exec(withoutPlaces(text, found))?.[0] ?? '');
  const stated =
    found.length > 0
      ? meaningOf({ ...whole, wakes: words.wakes.test(reminds) }, nowMs, timeZone, calendar)
      : undefined;
  // An instant, or hours from now, may lead beyond the accepted years.
  const meaning = stated && isDate(dateOf(stated.start)) ? stated : undefined;
  const places = meaning ? found : [];
  // A time in the past sets nothing, so its words stay in the title: "read last week's report".
  const title = titleOf(text, meaning?.isPast ? [] : places, words);
  const isAsk = meaning !== undefined && !meaning.isPast && words.asks.test(title);
  const kind = isAsk ? 'ask' : reminds === '' ? 'task' : 'reminder';
  const noSuchDate = found.length > 0 && meaning === undefined;
  return { language, title, ...answer(meaning, timeZone), noSuchDate, kind, spans: places };
}

/** The words for times of a sentence, and the rest. */
export interface PartedTimes {
  /** The words for times, and the sentence without them. Either may be empty. */
  readonly when: string;
  readonly rest: string;
  /** The text before the first word for a time, and after the last one. */
  readonly before: string;
  readonly after: string;
  readonly day?: Day | undefined;
  readonly repeats: boolean;
  /** They name a time of day, or a part of a later day, and not one before today. */
  readonly isTimed: boolean;
  /** The same, or a repeat, a whole day after today, or a later part of today. */
  readonly isDated: boolean;
}

/** Separates the words for times of a sentence from the rest. */
export function partTimes(text: string, language: Language): PartedTimes {
  const { whole, allPlaces: places } = scanned(text, language, false, false);
  const { clock, elapsed, part, day } = whole;
  const days =
    day?.is === 'fromToday' ? day.days : day?.is === 'weekday' && day.which === -1 ? -7 : undefined;
  const isPast = days !== undefined && days < 0;
  const isOtherDay = day !== undefined && days !== 0;
  const isTimed = !isPast && Boolean(clock ?? elapsed ?? (part && isOtherDay));
  // "Tonight"; a remark may be about this morning.
  const isLaterToday = days === 0 && part !== undefined && part !== 'morning';
  return {
    when: places.map(({ start, end }) => text.slice(start, end).trim()).join(' '),
    rest: places.length === 0 ? text : withoutPlaces(text, places),
    before: text.slice(0, places[0]?.start).trim(),
    after: text.slice(places.at(-1)?.end).trim(),
    day,
    repeats: whole.repeat !== undefined,
    isTimed,
    isDated: isTimed || isLaterToday || whole.repeat !== undefined || (isOtherDay && !isPast),
  };
}

/** The language, the first of equal ones, in which most of a text's beginning states a time; undefined without one. */
export function timedLanguage(text: string, order: readonly Language[] = languages): Language | undefined {
  const lengths = order.map((language) => partTimes(text.slice(0, 600), language).when.length);
  const most = Math.max(...lengths);
  return most > 0 ? order[lengths.indexOf(most)] : undefined;
}

/** Words for a time, once for each time of day that they state: "daily at 8 and 20" is "daily at 8" and "daily and 20". */
export function eachTimeOfDay(text: string, language: Language): string[] {
  const { allPlaces: places } = scanned(text, language, false, false);
  const times = places.filter(({ kind }) => kind === 'time');
  if (times.length < 2) return [text];
  const others = places.filter(({ kind }) => kind !== 'time');
  return times.map((time) =>
    [...others, time].map(({ start, end }) => text.slice(start, end).trim()).join(' '),
  );
}

function scanned(text: string, language: Language, monthFirst: boolean, isGuess: boolean) {
  const words = vocabularies[language].time;
  const tokens = tokensOf(text);
  const lexemes = lexemesOf(tokens, words, lexiconOf(language), monthFirst);
  const reminds = words.reminds.exec(text)?.[0] ?? '';
  const first = tokens.findIndex(({ start }) => start >= reminds.length);
  // "Set an alarm for 7", "a reminder for 5"
  const isForTime =
    words.wakes.test(reminds) ||
    words.plain.for.split('|').includes(fold(reminds).trim().split(' ').at(-1) ?? '');
  const scene = { text, tokens, lexemes, words, first: Math.max(first, 0), isForTime, isGuess };
  const fragments = withoutAsked(accepted(fragmentsOf(lexemes), scene), scene);
  const { whole, used, all } = joined(fragments, lexemes);
  // Further times of day stay in a title, where the person sees that they set nothing.
  return {
    whole,
    places: placesOf(used, lexemes, tokens),
    allPlaces: placesOf(all, lexemes, tokens),
    reminds,
  };
}

/**
 * "Every day at 7 tell me what is due today": a second day, apart from the time of the request, belongs to its content.
 */
function withoutAsked(fragments: readonly Fragment[], { text, tokens, lexemes, words }: Scene): Fragment[] {
  const isBesideNext = (index: number) => {
    const [one, other] = [fragments[index], fragments[index + 1]];
    return one !== undefined && other !== undefined && isBeside(lexemes, one.end, other.start);
  };
  const repeats = fragments.some(({ said }) => said.repeat);
  if (!repeats || !words.asks.test(titleOf(text, placesOf(fragments, lexemes, tokens), words)))
    return [...fragments];
  return fragments.filter(({ said, start }, index) => {
    const isDay = said.day !== undefined && !said.time && !said.repeat && !said.until;
    return !isDay || start === 0 || isBesideNext(index) || isBesideNext(index - 1);
  });
}

function answer(meaning: Meaning | undefined, ownZone: string) {
  const { start: stated = null, timeZone = ownZone, atMs = 0, isPast: past = false } = meaning ?? {};
  const start = past ? null : stated;
  const allDay = start !== null && !start.includes('T');
  const at = start === null || allDay ? null : new Date(atMs).toISOString();
  const { repeat = null, afterCompletion = false } = past ? {} : (meaning ?? {});
  return { start, allDay, timeZone, at, repeat, afterCompletion, past, passed: past ? stated : null };
}

/** The positions of the fragments, each with the function words that join it to the one before. */
function placesOf(used: readonly Fragment[], lexemes: Scene['lexemes'], tokens: Scene['tokens']): Span[] {
  return used.map(({ start, end, said }, index) => {
    const before = used[index - 1];
    const from = before && isBeside(lexemes, before.end, start) ? before.end : start;
    const kind = said.repeat || said.until ? 'repeat' : said.time && !said.day ? 'time' : 'date';
    return { start: tokens[from]?.start ?? 0, end: tokens[end - 1]?.end ?? 0, kind };
  });
}
