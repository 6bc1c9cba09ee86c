import type { TimeWords } from '../../language/time/time-words.ts';
import { type Fragment, isBeside } from './rules/fragments.ts';
import type { Lexemes } from './words/senses.ts';
import { isFigure, isWord, type Token } from './words/tokens.ts';

/** A text while it is read. */
export interface Scene {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lexemes: readonly Lexemes[];
  readonly words: TimeWords;
  /** The first token after a request for a reminder. */
  readonly first: number;
  /** A request for an alarm, or for a reminder "for", whose time needs no further word: "set an alarm for 7". */
  readonly isForTime: boolean;
  /** No other evidence says that the text is in this language. */
  readonly isGuess: boolean;
}

/**
 * The fragments that are really times. A weak fragment counts only next to a time, or if the text says nothing else; a
 * number after a preposition counts depending on the next word.
 */
export function accepted(fragments: readonly Fragment[], scene: Scene): Fragment[] {
  const beginnings = new Set(fragments.map(({ start }) => start));
  const unnamed = fragments
    .map((fragment) => withoutCount(fragment, beginnings, scene))
    .filter((fragment) => !isNamed(fragment, scene));
  const starts = new Set(unnamed.map(({ start }) => start));
  const isFirm = (fragment: Fragment) =>
    !fragment.said.isWeak && !(fragment.said.isRisky && isCounted(fragment, starts, scene));
  // In "bus 12 tomorrow at 9", 12 is not a time.
  const isTimed = unnamed.some((fragment) => fragment.said.time && isFirm(fragment));
  const likely = unnamed.filter(
    (fragment, index) =>
      !isNumber(fragment) ||
      !(
        isTimed ||
        isInNumber(fragment, scene) ||
        isNumbered(fragment, scene) ||
        isBeforeEnd(fragment, unnamed[index + 1], scene) ||
        countsNext(fragment, starts, scene)
      ),
  );
  const kept = new Set(likely.filter(isFirm));

  // "Weekly review template" contains no time, "weekly review on Friday" does, "the weekly review on Friday" is one day,
  // and "the weekly report every Friday" names one repeat.
  const adjectives = [...kept].filter(({ said }) => scene.words.adverbsDescribe && said.repeat?.isAdjective);
  const isRepeated = [...kept].some((other) => other.said.repeat?.repeat && !adjectives.includes(other));
  for (const fragment of adjectives) {
    const isOnly = adjectives.length === kept.size;
    const isName = isOnly || isRepeated || scene.lexemes[fragment.start]?.the !== undefined;
    if (isName && isCounted(fragment, starts, scene)) kept.delete(fragment);
  }

  const isSaid =
    likely.some(({ said }) => !said.isNever || scene.isForTime) &&
    likely.every(({ said }) => !said.repeat?.lasts);
  if (isSaid && coversAll(likely, scene)) return likely;
  const joinsBehind = (index: number, step: 1 | -1) => {
    const [one, other] = step === 1 ? [likely[index - 1], likely[index]] : [likely[index], likely[index + 1]];
    const neighbour = step === 1 ? one : other;
    return one && other && neighbour && kept.has(neighbour) && isBeside(scene.lexemes, one.end, other.start);
  };
  // "Lunch Fri 12.30", "lunch 12.30 Fri", "party Fri night": an abbreviated weekday and hours with minutes, or a part of
  // the day behind it, confirm each other. Not "2.50 sun cream".
  const isWeekday = ({ said }: Fragment) => said.day?.day?.is === 'weekday';
  const isClock = ({ said }: Fragment) => said.time !== undefined && !said.isNever;
  // Not German "So früh" and "So spät abends", which mostly begin with "so".
  const isPart = ({ start, said }: Fragment) =>
    said.part !== undefined && (!scene.words.capitalNouns || isCapital(scene.tokens[start]));
  const isDayBehind = ({ start, end }: Fragment) =>
    isCapital(scene.tokens[start]) || scene.tokens.slice(end).every(isEnd);
  for (const [index, one] of likely.entries()) {
    const other = likely[index + 1] ?? one;
    const isPair =
      (isWeekday(one) && (isClock(other) || isPart(other))) ||
      (isClock(one) && isWeekday(other) && isDayBehind(other));
    if (isPair && isBeside(scene.lexemes, one.end, other.start)) kept.add(one);
  }
  // Both directions: a firm fragment at either end confirms a row of weak ones.
  for (const [index, fragment] of likely.entries()) if (joinsBehind(index, 1)) kept.add(fragment);
  // Except a part of a day before another time: in "movie night tomorrow", "night" is not a time; "early" always is.
  for (const [index, fragment] of [...likely.entries()].reverse())
    if (!(fragment.said.isNever && (fragment.said.part ?? 'early') !== 'early') && joinsBehind(index, -1))
      kept.add(fragment);
  // "Every 6 hours take a pill for 10 days"
  const last = likely.at(-1);
  if (last?.said.repeat?.lasts && isRepeated && scene.tokens.slice(last.end).every(isEnd)) kept.add(last);
  return likely.filter((fragment) => kept.has(fragment));
}

/** Digits alone as a time of day. */
const isNumber = ({ said }: Fragment): boolean => said.time !== undefined && said.isNever === true;

/** "Step 3 on Tuesday", "chapter 3", "flight BA 552", "watch Apollo 13"; "un venerdì", "venerdì 2 ore" */
const isNumbered = ({ start, end, said }: Fragment, scene: Scene): boolean => {
  const { text, tokens, lexemes, words, first } = scene;
  if (lexemes[start]?.article ?? lexemes[end]?.unit) return true;
  const isLarge = !words.clockIs24 && Number(said.time?.clock.hour) > 12;
  const isBehindName = isCapital(tokens[start - 1]) && Object.keys(lexemes[start - 1] ?? {}).length === 0;
  if (isLarge && isBehindName && start - 1 > first && !isShout(text)) return true;
  return [words.numbered, words.riskyAfter, ...(isShout(text) ? [] : [codeBefore])].some((before) =>
    before.test(textBefore(tokens[start], text)),
  );
};
const codeBefore = /(?<!\p{L})\p{Lu}{2,3} $/u;

/** "555-1234" */
function isInNumber({ start, end }: Fragment, { text, tokens }: Scene): boolean {
  const [from = 0, to = 0] = [tokens[start]?.start, tokens[end - 1]?.end];
  const isLong = /\d{3}/.test(text.slice(from, to)) && /[-–]/.test(text.slice(from, to));
  return (
    isLong ||
    /\d[-–/]$/.test(text.slice(Math.max(0, from - 2), from)) ||
    /^[-–/]\d/.test(text.slice(to, to + 2))
  );
}

/** "Chapter 5 by Monday": a task to be done by a day has no time of day before it. */
function isBeforeEnd({ end }: Fragment, next: Fragment | undefined, { lexemes }: Scene): boolean {
  if (!next || !isBeside(lexemes, end, next.start)) return false;
  return next.said.until !== undefined || lexemes.slice(end, next.start + 1).some(({ by }) => by);
}

/** A weekday whose number counts the next word: "Friday second interview", "Freitag 20 Euro zahlen". */
function withoutCount(fragment: Fragment, starts: ReadonlySet<number>, scene: Scene): Fragment {
  const { start, end, said } = fragment;
  const { text, tokens, lexemes, words } = scene;
  const day = said.day?.day;
  const next = tokens[end];
  if (day?.is !== 'date' || day.month !== undefined || day.weekday === undefined || next === undefined)
    return fragment;
  const figures = figuresBefore(end, tokens);
  // "Friday 18th dentist" and "venerdì 18 dentista" are dates.
  const isDate = figures !== '' && !(words.dotIsOrdinal && /^\d+$/.test(figures));
  const isCount = words.countedBehind.test(text.slice(next.start, next.start + nearCharsMax));
  if (!isCount && (isDate || !countsNext(fragment, starts, scene))) return fragment;
  const names = lexemes
    .slice(start, end)
    .flatMap(({ weekday, weekdayShort }) => weekday ?? weekdayShort ?? []);
  return {
    said: { day: { day: { is: 'weekday', weekday: day.weekday } } },
    start,
    end: names[0]?.end ?? end,
  };
}

/** The number that ends before a position, also of "15th"; empty if it is in words. */
function figuresBefore(end: number, tokens: readonly Token[]): string {
  const last = tokens[end - 1];
  const figure = last?.isGlued && !isFigure(last) ? tokens[end - 2] : last;
  return figure && isFigure(figure) ? figure.raw : '';
}

/** "Tomorrow two pizzas", "morgen ein Geschenk kaufen"; not "tomorrow 9 dentist": more than one needs a plural. */
function countsNext({ end }: Fragment, starts: ReadonlySet<number>, scene: Scene): boolean {
  const { text, tokens, words } = scene;
  const next = tokens[end];
  if (!next || !isWord(next) || starts.has(end) || words.follows.test(next.text)) return false;
  const behind = text.slice(next.start, next.start + nearCharsMax);
  const isPlural = words.plural.test(behind) || words.countedBehind.test(behind);
  return isPlural || Number(figuresBefore(end, tokens)) < 2;
}

function coversAll(fragments: readonly Fragment[], { lexemes, tokens, first }: Scene): boolean {
  let end = first;
  for (const fragment of fragments) {
    if (!isBeside(lexemes, end, fragment.start)) return false;
    end = fragment.end;
  }
  const isRest = (token: Token, index: number) => isEnd(token) || lexemes[end + index]?.timer;
  return fragments.length > 0 && tokens.slice(end).every(isRest);
}

const isEnd = ({ raw }: Token): boolean => /^[.,!?;:]$/.test(raw);

const isCapital = (token: Token | undefined): boolean =>
  token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.raw);

/** The text is in title case or in capitals. */
const isShout = (text: string): boolean => !/(?<!\p{L})\p{Ll}/u.test(text);

/** The distance in characters in which a name next to a time is searched. */
const nearCharsMax = 40;
const textBefore = (token: Token | undefined, text: string): string =>
  text.slice(Math.max(0, (token?.start ?? 0) - nearCharsMax), token?.start);

/** A name that contains a word for a time: "Mrs Friday", "the Sunday Times", "USA Today". */
function isNamed(fragment: Fragment, scene: Scene): boolean {
  const { start, end, said } = fragment;
  const { text, tokens, words, first } = scene;
  const [head, last, before, next] = [tokens[start], tokens[end - 1], tokens[start - 1], tokens[end]];
  if (!head || !last) return true;
  const left = textBefore(head, text);
  const day = said.day?.day;
  if (words.phraseBefore.test(left) && isInPhrase(fragment, scene)) return true;
  // "Sam's 30th"
  if (said.isWeak && day?.is === 'date' && day.month === undefined && /['’]s $/.test(left)) return true;
  if (words.namedBefore.test(left) && isName(fragment, scene)) return true;
  const right = text.slice(last.end, last.end + nearCharsMax);
  if (words.namedBehind.test(right)) return true;
  // "At 6.45 percent"
  if (/\d\.\d+$/.test(last.raw) && words.countedBehind.test(right.trimStart())) return true;
  if (words.capitalNouns || end - start > 2 || start === first || !isCapital(head)) return false;

  if (day?.is === 'fromToday') {
    const isInName = start - 1 > first && isCapital(before) && !isShout(text);
    return isInName || (before !== undefined && /^\p{Lu}{2,}$/u.test(before.raw));
  }
  const isWeekday = day?.is === 'weekday' && !day.which;
  if (isWeekday && words.lowerWeekdays && !isShout(text)) return true;
  const isOneName =
    next !== undefined && isCapital(next) && text.slice(last.end, next.start) === ' ' && !isShout(text);
  return isOneName && (isWeekday || said.part !== undefined);
}

/** Not "at 5" or "every Sunday", and not "tomorrow", unless it is also the morning of "guten Morgen". */
function isInPhrase({ start, said }: Fragment, { lexemes, tokens, words }: Scene): boolean {
  const { at, on, by, in: within } = lexemes[start] ?? {};
  if (!isCapital(tokens[start]) && (at ?? on ?? by ?? within ?? said.repeat)) return false;
  return words.capitalNouns || said.day?.day?.is !== 'fromToday';
}

/** Not "tomorrow", "20:30" or a weekday in lower case: "cena al ristorante domani", "film venerdì alle 21". */
function isName(fragment: Fragment, scene: Scene): boolean {
  const { said, start } = fragment;
  const { tokens, words } = scene;
  const isLower = !isCapital(tokens[start]);
  const day = said.day?.day;
  if (!isInPhrase(fragment, scene) || (said.day && !day)) return false;
  if (said.time && !said.isNever) return false;
  return !(isLower && (day?.is === 'fromToday' || (day?.is === 'weekday' && !words.capitalNouns)));
}

/** A number after a preposition that counts the next word: "at 3 screens", "on the 5th floor". */
function isCounted({ start, end, said }: Fragment, starts: ReadonlySet<number>, scene: Scene): boolean {
  const { text, tokens, words, first, isGuess } = scene;
  const [head, last, next] = [tokens[start], tokens[end - 1], tokens[end]];
  if (!head || !last) return true;
  if (words.riskyAfter.test(textBefore(head, text))) return true;
  if (next === undefined) return false;
  if (next.isGlued && /^[-/.:,'’]$/.test(next.raw) && tokens[end + 1]?.isGlued) return true;
  if (/^[.,;:!?)"”“»]$/.test(next.raw) || starts.has(end)) return false;
  if (words.countedBehind.test(text.slice(next.start, next.start + nearCharsMax))) return true;
  if (words.follows.test(next.text)) return false;
  // "Miete am 15. zahlen": at the end of a sentence, a word in lower case is the verb.
  if (words.capitalNouns && !isCapital(next) && tokens.slice(end + 1).every(isEnd)) return false;
  if (isGuess || said.repeat) return true;
  const isNameBehind = !words.capitalNouns && isCapital(next);
  if (start !== first) return said.day !== undefined || isNameBehind;
  return said.day !== undefined && (figuresBefore(end, tokens) === '' || isNameBehind);
}
