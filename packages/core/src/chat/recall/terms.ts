import { fold } from '../../text/fold.ts';
import { isStopWord } from '../../text/stop-words.ts';
import { sameMeaning } from './same-meaning.ts';

/** A word of the message that may find a turn, and others that mean about the same. */
export interface Term {
  readonly word: string;
  readonly others: readonly string[];
}

/** What is looked up for one message at most; the rest of a long message says little more. */
export const termsMax = 12;

/**
 * The words of a message that say what it is about, the telling ones first: names, numbers and long words, and
 * those of its first and last sentence. Function words of the three languages are left out.
 */
export function termsOf(message: string): Term[] {
  const weights = new Map<string, { readonly word: string; weight: number }>();
  const sentences = message.split(/(?<=[.!?\n])\s+/);
  for (const [at, sentence] of sentences.entries()) {
    const isEdge = at === 0 || at === sentences.length - 1;
    for (const [i, word] of (sentence.match(words) ?? []).entries()) {
      const folded = fold(word);
      if (isStopWord(folded) || (folded.length < 2 && !/\d/.test(folded))) continue;
      const isName = i > 0 && /^\p{Lu}/u.test(word);
      const weight = (/\d/.test(word) || isName ? 3 : 0) + Math.min(folded.length, 10) / 5 + (isEdge ? 2 : 0);
      const known = weights.get(folded);
      if (!known) weights.set(folded, { word, weight });
      else known.weight = Math.max(known.weight, weight) + 0.1;
    }
  }
  return [...weights.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, termsMax)
    .map(({ word }) => ({ word, others: sameMeaning(word) }));
}

/** Runs of letters and digits, without what follows an apostrophe in "sister's". */
const words = /[\p{L}\p{N}]+/gu;
