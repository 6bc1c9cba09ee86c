import { wordsOf } from '../text/fold.ts';
import { inAll } from './languages.ts';

/**
 * The common beginning of a folded word's forms ("Schwester", "Schwestern"). Takes the shortest answer of all
 * languages' stemmers: a single word does not tell its language.
 */
export function stem(word: string): string {
  if (word.length > stemmedCharsMax) return word.slice(0, stemmedCharsMax);
  let length = word.length;
  for (const stemmer of stemmers) length = Math.min(length, shared(word, stemmer(word)));
  return word.slice(0, Math.max(length, Math.min(word.length, stemCharsMin)));
}

const stemmers = inAll(({ stemmer }) => stemmer);

/** A longer run is not a word, and the stemmers take quadratic time. */
const stemmedCharsMax = 64;

/** Fewer letters begin too many words. */
const stemCharsMin = 4;

/** The distinct stems of a text's words, without function words. */
export const stemsOf = (text: string): Set<string> =>
  new Set([...new Set(wordsOf(text))].filter((word) => !isStopWord(word)).map(stem));

/** The share of some stems that a text has, too; 1 for none. */
export function sharedPart(stems: ReadonlySet<string>, text: string): number {
  const said = stemsOf(text);
  return stems.size === 0 ? 1 : [...stems].filter((stem) => said.has(stem)).length / stems.size;
}

/** Finds those of `wanted` among the stems of texts. Stems only words that begin with one of them. */
export function stemFinder(wanted: ReadonlySet<string>): (...texts: readonly string[]) => Set<string> {
  const longest = [...wanted].reduce((max, { length }) => Math.max(max, length), 0);
  // The first letters exclude most words at a tenth of the cost.
  const mayHave = (word: string) => {
    const lengthMax = Math.min(word.length, longest);
    for (let length = Math.min(word.length, stemCharsMin); length <= lengthMax; length += 1)
      if (wanted.has(word.slice(0, length))) return true;
    return false;
  };
  // Not joined, because a single accent makes finding the words of a text take several times as long.
  return (...texts) =>
    new Set(
      [...new Set(texts.flatMap(wordsOf))]
        .filter((word) => mayHave(word) && !isStopWord(word))
        .map(stem)
        .filter((stem) => wanted.has(stem)),
    );
}

/** The length of two words' common prefix. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < b.length && a[at] === b[at]) at += 1;
  return at;
}

/** Whether a folded word is a function word of a language, which says nothing about a text's subject. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded);

const stopWords = new Set(inAll(({ stopWords }) => stopWords).flatMap((words) => words.flatMap(wordsOf)));
