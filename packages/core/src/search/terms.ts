import { type SQLWrapper, sql } from '@jarvis/database';
import { sameMeaning } from '../language/same-meaning.ts';
import { isStopWord } from '../language/stems.ts';
import { fold } from '../text/fold.ts';

/** Maximum words looked up for one message; more words of a long message add little. */
const termsMax = 12;

/**
 * The folded words of a message that describe its subject, the most telling first: names, numbers and long words, and
 * those of its first and last sentence. Function words are left out.
 */
export function termsOf(message: string): string[] {
  const weights = new Map<string, number>();
  const sentences = message.split(/(?<=[.!?\n])\s+/);
  for (const [at, sentence] of sentences.entries()) {
    const isEdge = at === 0 || at === sentences.length - 1;
    for (const [i, word] of (sentence.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).entries()) {
      const folded = fold(word);
      if (isStopWord(folded) || (folded.length < 2 && !/\d/.test(folded))) continue;
      const isName = i > 0 && /^\p{Lu}/u.test(word);
      const weight = (/\d/.test(word) || isName ? 3 : 0) + Math.min(folded.length, 10) / 5 + (isEdge ? 2 : 0);
      const known = weights.get(folded);
      weights.set(folded, known === undefined ? weight : Math.max(known, weight) + 0.1);
    }
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, termsMax)
    .map(([word]) => word);
}

/**
 * The lookups of each word, as the statements take them: the word and its synonyms. Always the same number: Postgres
 * keeps a generic plan only if it costs no more than a custom one, and planning takes longer than finding.
 */
export const lookedUp = (words: readonly string[]): string[] =>
  Array.from({ length: termsMax }, (_, i) => {
    const word = words[i];
    return word === undefined ? '' : [word, ...sameMeaning(word)].join(' ');
  });

/**
 * `term (i, query)`: for each word its keys in `recall_keys`, as the text of a tsquery; for a word without any match,
 * the beginnings of its keys, which most typing errors leave intact (`alike`).
 */
export const termsFrom = (v: {
  readonly userId: SQLWrapper;
  readonly words: SQLWrapper;
}) => sql`term as materialized (
    select t.i, k.query, k.alike
    from unnest(${v.words}::text[]) with ordinality as t (word, i)
    cross join lateral (
      select string_agg(format('%L', k), ' | ') as query,
        string_agg(format('%L:*', left(k, 12)), ' | ') filter (where length(k) >= 12) as alike
      from unnest(tsvector_to_array(recall_keys(${v.userId}::uuid, null, t.word))) as k
      where k !~ '[''\\\\]'
    ) as k
    where t.word <> '' and k.query is not null
  )`;
