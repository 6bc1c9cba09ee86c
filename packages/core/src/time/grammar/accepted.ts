import type { TimeWords } from '../../language/time/time-words.ts';
import { type Fragment, isBeside } from './fragments.ts';
import type { Lexemes } from './senses.ts';
import type { Token } from './tokens.ts';

/** A text that is being read. */
export interface Scene {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lexemes: readonly Lexemes[];
  readonly words: TimeWords;
  /** The first token behind a request to be reminded. */
  readonly first: number;
  /** Nothing else tells that the text is of this language. */
  readonly isGuess: boolean;
}

/**
 * The fragments that are times. A weak one counts beside others, or where nothing else is said; one with a number behind a
 * small word by what follows it.
 */
export function accepted(fragments: readonly Fragment[], scene: Scene): Fragment[] {
  const likely = fragments.filter((fragment) => !isNamed(fragment, scene));
  const starts = new Set(likely.map(({ start }) => start));
  const isFirm = (fragment: Fragment) =>
    !fragment.said.isWeak && !(fragment.said.isRisky && isCounted(fragment, starts, scene));
  const kept = new Set(likely.filter(isFirm));

  // "Weekly review template" says no time, and "weekly review on Friday" does.
  const adjectives = [...kept].filter(({ said }) => said.repeat?.isAdjective);
  if (adjectives.length === kept.size)
    for (const fragment of adjectives) if (isCounted(fragment, starts, scene)) kept.delete(fragment);

  const isSaid = likely.some(({ said }) => !said.isNever) && likely.every(({ said }) => !said.repeat?.lasts);
  if (isSaid && coversAll(likely, scene)) return likely;
  const joinsBehind = (index: number, step: 1 | -1) => {
    const [one, other] = step === 1 ? [likely[index - 1], likely[index]] : [likely[index], likely[index + 1]];
    const neighbour = step === 1 ? one : other;
    return one && other && neighbour && kept.has(neighbour) && isBeside(scene.lexemes, one.end, other.start);
  };
  // Forwards and backwards: a row of weak ones is carried by a firm one at either end of it.
  for (const [index, fragment] of likely.entries()) if (joinsBehind(index, 1)) kept.add(fragment);
  // A part of a day follows it: "movie night tomorrow" is no night.
  for (const [index, fragment] of [...likely.entries()].reverse())
    if (!(fragment.said.part && fragment.said.isNever) && joinsBehind(index, -1)) kept.add(fragment);
  return likely.filter((fragment) => kept.has(fragment));
}

function coversAll(fragments: readonly Fragment[], { lexemes, tokens, first }: Scene): boolean {
  let end = first;
  for (const fragment of fragments) {
    if (!isBeside(lexemes, end, fragment.start)) return false;
    end = fragment.end;
  }
  return fragments.length > 0 && tokens.slice(end).every(({ raw }) => /^[.,!?;:]$/.test(raw));
}

const isCapital = (token: Token | undefined): boolean =>
  token !== undefined && /^\p{Lu}\p{Ll}/u.test(token.raw);

/** Every word has a capital, or nothing but capitals. */
const isShout = (text: string): boolean => !/(?<!\p{L})\p{Ll}/u.test(text);

/** Letters of the text that a name beside a time is looked for in. */
const nearCharsMax = 40;

/** "Mrs Friday", "the Sunday Times", "USA Today": a name that is a word for a time. */
function isNamed({ start, end, said }: Fragment, { text, tokens, words, first }: Scene): boolean {
  const [head, last, before, next] = [tokens[start], tokens[end - 1], tokens[start - 1], tokens[end]];
  if (!head || !last) return true;
  if (words.namedBefore.test(text.slice(Math.max(0, head.start - nearCharsMax), head.start))) return true;
  if (words.namedBehind.test(text.slice(last.end, last.end + nearCharsMax))) return true;
  if (words.capitalNouns || end - start > 2 || start === first || !isCapital(head)) return false;

  const day = said.day?.day;
  if (day?.is === 'fromToday') {
    const isInName = start - 1 > first && isCapital(before);
    return isInName || (before !== undefined && /^\p{Lu}{2,}$/u.test(before.raw));
  }
  const isWeekday = day?.is === 'weekday' && !day.which;
  if (isWeekday && words.lowerWeekdays && !isShout(text)) return true;
  const isOneName = next !== undefined && isCapital(next) && text.slice(last.end, next.start) === ' ';
  return isOneName && (isWeekday || said.part !== undefined);
}

/** "At 3 screens", "on the 5th floor": what follows a number behind a small word is counted by it. */
function isCounted({ start, end, said }: Fragment, starts: ReadonlySet<number>, scene: Scene): boolean {
  const { text, tokens, words, first, isGuess } = scene;
  const [head, last, next] = [tokens[start], tokens[end - 1], tokens[end]];
  if (!head || !last) return true;
  if (words.riskyAfter.test(text.slice(Math.max(0, head.start - nearCharsMax), head.start))) return true;
  if (next === undefined) return false;
  if (next.isGlued && /^[-/.:,'’]$/.test(next.raw) && tokens[end + 1]?.isGlued) return true;
  if (/^[.,;:!?)"”“»]$/.test(next.raw) || starts.has(end)) return false;
  if (words.countedBehind.test(text.slice(next.start, next.start + nearCharsMax))) return true;
  if (words.follows.test(next.text)) return false;
  if (isGuess || said.repeat) return true;
  const isNameBehind = !words.capitalNouns && isCapital(next);
  if (start !== first) return said.day !== undefined || isNameBehind;
  return said.day !== undefined && (!/^\d/.test(last.raw) || isNameBehind);
}
