import { type PreferredLanguage, type TextLanguage, textLanguages } from '@jarvis/contract';
import { de } from './de.ts';
import { en } from './en.ts';
import { it } from './it.ts';
import type { Vocabulary } from './vocabulary.ts';

export type { TextLanguage as Language };

export const vocabularies: Readonly<Record<TextLanguage, Vocabulary>> = { en, de, it };
export const languages = textLanguages;

/** One part of every language. */
export const inAll = <Part>(part: (of: Vocabulary) => Part): Part[] => Object.values(vocabularies).map(part);

/** The alternatives of all languages as the source of one regular expression group. */
export const anyOf = (part: (of: Vocabulary) => RegExp | undefined): string =>
  `(?:${inAll(part)
    .flatMap((pattern) => pattern?.source ?? [])
    .join('|')})`;

/** Word lists as one set. */
export const wordsIn = (part: (of: Vocabulary) => string): ReadonlySet<string> =>
  new Set(inAll(part).flatMap((words) => words.split(/\s+/).filter((word) => word !== '')));

/** The account's chosen language; English without a choice. */
export const chosen = (preferred: PreferredLanguage): TextLanguage =>
  preferred === 'auto' ? 'en' : preferred;
