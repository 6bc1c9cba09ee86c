import { wordsOf } from './fold.ts';
import { inAll } from './languages.ts';

/** Whether a folded word is a function word of a language: it tells nothing of what a text is about. */
export const isStopWord = (folded: string): boolean => stopWords.has(folded);

const stopWords = new Set(inAll(({ stopWords }) => stopWords).flatMap((words) => words.flatMap(wordsOf)));
