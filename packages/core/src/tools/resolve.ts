import { wordsIn } from '../language/languages.ts';
import { sharedPart, stem, stemsOf } from '../language/stems.ts';
import { sameTextKey, wordsOf } from '../text/fold.ts';

/** The match of words among rows: one row, none, or several equally good ones. */
type Resolved<Row> =
  | { readonly found: Row }
  | { readonly reason: 'not_found' }
  | { readonly reason: 'ambiguous'; readonly candidates: readonly Row[] };

const candidatesMax = 8;

/**
 * The row that a person's or a model's words name: by its id, its exact text, or the best match of folded words.
 * `preferred` breaks ties (an open task, if one is to be completed).
 */
export function resolve<Row extends { readonly id: string }>(
  words: string,
  rows: readonly Row[],
  textOf: (row: Row) => string,
  preferred: (row: Row) => boolean = () => false,
): Resolved<Row> {
  const byId = rows.find(({ id }) => id === words.trim().toLowerCase());
  if (byId) return { found: byId };
  const wanted = plain(words);
  // Signs tell apart what has the same words: "Learn C++" and "Learn C#".
  const exact = rows.filter((row) => sameTextKey(textOf(row)) === sameTextKey(words));
  // A text of signs alone (🎂) has no words, and would equal any other such text.
  const sameWords = wanted === '' ? [] : rows.filter((row) => plain(textOf(row)) === wanted);
  return (
    decide(exact, preferred) ??
    decide(sameWords, preferred) ??
    decide(bestMatches(wanted, rows, textOf), preferred) ?? { reason: 'not_found' }
  );
}

function decide<Row>(rows: readonly Row[], preferred: (row: Row) => boolean): Resolved<Row> | undefined {
  const liked = rows.filter(preferred);
  const [first, ...others] = liked.length > 0 ? liked : rows;
  if (first === undefined) return undefined;
  return others.length === 0
    ? { found: first }
    : { reason: 'ambiguous', candidates: [first, ...others].slice(0, candidatesMax) };
}

/**
 * Rows that share the most words with the wanted text: all of its words, else at least half, else one with a typing
 * error.
 */
function bestMatches<Row>(wanted: string, rows: readonly Row[], textOf: (row: Row) => string): Row[] {
  const words = tellingStems(wanted);
  if (words.size === 0) return [];
  let best: { score: number; rows: Row[] } = { score: 0, rows: [] };
  for (const row of rows) {
    const text = plain(textOf(row));
    const shared = sharedPart(words, text);
    const score = shared >= 0.5 ? shared : likeness(wanted, text) >= 0.6 ? 0.4 : 0;
    if (score > best.score) best = { score, rows: [row] };
    else if (score > 0 && score === best.score) best.rows.push(row);
  }
  return best.rows;
}

/** The similarity of two texts by shared letter pairs (Dice), for typing errors. */
function likeness(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of first) if (second.has(pair)) shared += 1;
  return first.size + second.size === 0 ? 0 : (2 * shared) / (first.size + second.size);
}

const pairsOf = (text: string): Set<string> => {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < text.length; i += 1) pairs.add(text.slice(i, i + 2));
  return pairs;
};

/** Words that do not distinguish rows, although elsewhere they may: "the milk task", "the tax one". */
const unspecific = new Set([...wordsIn((of) => of.unspecific)].map(stem));
const tellingStems = (text: string) => new Set([...stemsOf(text)].filter((word) => !unspecific.has(word)));

/** Without case, accents and punctuation. */
const plain = (text: string): string => wordsOf(text).join(' ');
