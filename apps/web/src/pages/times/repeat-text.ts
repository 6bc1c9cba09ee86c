import { repeatText as textIn } from '@jarvis/contract/repeat-text';
import { plainDay } from './due-text.ts';

/** A rule in words: "every 2 weeks on Tue, until Thu 31 Dec 2026". */
export const repeatText = (rule: string, afterDone: boolean, locale: string): string =>
  textIn(rule, afterDone, locale, (day) => plainDay(day, locale, true));
