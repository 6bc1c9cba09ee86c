import { wordsOf } from './fold.ts';
import { inAll } from './languages.ts';
import { isStopWord } from './stop-words.ts';

/**
 * What the forms of a folded word begin with ("Schwester", "Schwestern"), always a beginning of the word. The
 * stemmers of all languages are asked and the shortest answer is taken: a single word does not tell which
 * language it is of.
 */
export function stem(word: string): string {
  if (word.length > stemmedCharsMax) return word.slice(0, stemmedCharsMax);
  let length = word.length;
  for (const stemmer of stemmers) length = Math.min(length, shared(word, stemmer(word)));
  return word.slice(0, Math.max(length, Math.min(word.length, stemCharsMin)));
}

const stemmers = inAll(({ stemmer }) => stemmer);

/** What is longer is no word, and the stemmers take time by the square of its length. */
const stemmedCharsMax = 64;

/** Fewer letters are the beginning of too many words. */
const stemCharsMin = 4;

/** The stems of a text's words, function words left out, each once. */
export const stemsOf = (text: string): Set<string> =>
  new Set([...new Set(wordsOf(text))].filter((word) => !isStopWord(word)).map(stem));

/** Those stems of a text that are among `wanted`. Stems no word but those that begin with one of them. */
export const stemsAmong = (text: string, wanted: ReadonlySet<string>): Set<string> =>
  new Set(
    [...new Set(wordsOf(text))]
      .filter((word) => beginsWithOneOf(wanted, word) && !isStopWord(word))
      .map(stem)
      .filter((stem) => wanted.has(stem)),
  );

function beginsWithOneOf(stems: ReadonlySet<string>, word: string): boolean {
  for (let length = Math.min(word.length, stemmedCharsMax); length > 0; length -= 1) {
    if (stems.has(word.slice(0, length))) return true;
  }
  return false;
}

/** By how many characters two words begin alike. */
function shared(a: string, b: string): number {
  let at = 0;
  while (at < b.length && a[at] === b[at]) at += 1;
  return at;
}
