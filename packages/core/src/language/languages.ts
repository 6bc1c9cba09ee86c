import { de } from './de.ts';
import { en } from './en.ts';
import { it } from './it.ts';
import type { Vocabulary } from './vocabulary.ts';

const all = { en, de, it };

/** The languages of the service's own texts: captions, built-in replies, fixed sentences. */
export type Language = keyof typeof all;

export const vocabularies: Readonly<Record<Language, Vocabulary>> = all;
export const languages = Object.keys(all) as readonly Language[];

/** One part of every language. */
export const inAll = <Part>(part: (of: Vocabulary) => Part): Part[] => Object.values(vocabularies).map(part);

/** The alternatives of all languages as the source of one regular expression group. */
export const anyOf = (part: (of: Vocabulary) => RegExp): string =>
  `(?:${inAll(part)
    .map(({ source }) => source)
    .join('|')})`;

/** Word lists as one set. */
export const wordsIn = (part: (of: Vocabulary) => string): ReadonlySet<string> =>
  new Set(inAll(part).flatMap((words) => words.split(/\s+/).filter((word) => word !== '')));

/** The account's chosen language; English without a choice. */
export const chosen = (preferred: Language | 'auto'): Language => (preferred === 'auto' ? 'en' : preferred);
