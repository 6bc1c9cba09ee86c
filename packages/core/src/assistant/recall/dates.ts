import { inAll, wordsIn } from '../../language/languages.ts';
import { wordsOf } from '../../text/fold.ts';

/** A time that a message names. */
export interface NamedDate {
  /** From 1. */
  readonly month: number;
  readonly day?: number;
  readonly year?: number;
}

const months = inAll(({ time }) => time.months.map((names) => names.split('|')));
const between = wordsIn(({ dayOfMonth }) => dayOfMonth?.of ?? '');
const ordinals = wordsIn(({ dayOfMonth }) => dayOfMonth?.ordinals ?? '');
const dayNumber = new RegExp(`^(\\d{1,2})(?:${[...ordinals].join('|')})?$`);
const doubtful = inAll(({ doubtfulMonths }) => doubtfulMonths ?? { words: '', unlessAfter: '' });

/**
 * The months that a message names in any language, each with an adjacent day and a following year, if present: "7 May
 * 2023", "May 7th, 2023", "am 7. Mai", "nel maggio 2023". "May" alone is also a verb, and counts only next to a
 * number or a preposition.
 */
export function datesIn(message: string): NamedDate[] {
  const words = wordsOf(message);
  return words.flatMap((word, i) => {
    const month = Math.max(...months.map((all) => all.findIndex((names) => names.includes(word)))) + 1;
    if (month === 0) return [];
    const [before, after, later] = [words[i - 1] ?? '', words[i + 1] ?? '', words[i + 2] ?? ''];
    const day = dayIn(before) ?? dayIn(words[i - 2] ?? '', between.has(before)) ?? dayIn(after);
    const year = [after, later].map(yearIn).find((found) => found !== undefined);
    if (day === undefined && year === undefined && isDoubtful(word, before)) return [];
    return [{ month, ...(day !== undefined && { day }), ...(year !== undefined && { year }) }];
  });
}

const isDoubtful = (word: string, before: string): boolean =>
  doubtful.some(
    ({ words, unlessAfter }) => wordsOf(words).includes(word) && !wordsOf(unlessAfter).includes(before),
  );

function dayIn(word: string, counts = true): number | undefined {
  const [, digits] = (counts && dayNumber.exec(word)) || [];
  return digits !== undefined && Number(digits) >= 1 && Number(digits) <= 31 ? Number(digits) : undefined;
}

const yearIn = (word: string): number | undefined =>
  /^(?:19|20)\d\d$/.test(word) ? Number(word) : undefined;

/** How well a day (ISO 8601) matches the named times: 0 not at all, 1 by month, 2 by day. */
export function dateFit(dates: readonly NamedDate[], iso: string): 0 | 1 | 2 {
  if (dates.length === 0) return 0;
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  const fitting = dates.filter((date) => date.month === month && (date.year ?? year) === year);
  if (fitting.length === 0) return 0;
  return fitting.some((date) => date.day === day) ? 2 : 1;
}
