import { wordsOf } from './fold.ts';
import { inAll } from './languages.ts';

/** Whether a folded word is a function word of a language, which says nothing about a text's subject. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded);

const stopWords = new Set(inAll(({ stopWords }) => stopWords).flatMap((words) => words.flatMap(wordsOf)));
