import { fold } from '../../language/fold.ts';

/** Times that a message names. */
export interface NamedDate {
  /** From 1. */
  readonly month: number;
  readonly day?: number;
  readonly year?: number;
}

const months = [
  'january januar gennaio',
  'february februar febbraio',
  'march marz marzo',
  'april aprile',
  'may mai maggio',
  'june juni giugno',
  'july juli luglio',
  'august agosto',
  'september settembre',
  'october oktober ottobre',
  'november novembre',
  'december dezember dicembre',
].map((names) => names.split(' '));

/**
 * The months that a message names in English, German or Italian, each with the day before or after it and the year
 * after it, when they are there: "7 May 2023", "May 7th, 2023", "am 7. Mai", "nel maggio 2023". "May" alone is
 * a verb too, and counts with a number or a preposition beside it.
 */
export function datesIn(message: string): NamedDate[] {
  const words = fold(message).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.flatMap((word, i) => {
    const month = months.findIndex((names) => names.includes(word)) + 1;
    if (month === 0) return [];
    const [before, after, later] = [words[i - 1] ?? '', words[i + 1] ?? '', words[i + 2] ?? ''];
    const day = dayIn(before) ?? dayIn(words[i - 2] ?? '', before === 'of') ?? dayIn(after);
    const year = [after, later].map(yearIn).find((found) => found !== undefined);
    if (word === 'may' && day === undefined && year === undefined && !prepositions.has(before)) return [];
    return [{ month, ...(day !== undefined && { day }), ...(year !== undefined && { year }) }];
  });
}

const prepositions = new Set(['in', 'on', 'of', 'since', 'until', 'last', 'during']);

function dayIn(word: string, counts = true): number | undefined {
  const [, digits] = (counts && /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(word)) || [];
  return digits !== undefined && Number(digits) >= 1 && Number(digits) <= 31 ? Number(digits) : undefined;
}

const yearIn = (word: string): number | undefined =>
  /^(?:19|20)\d\d$/.test(word) ? Number(word) : undefined;

/** How well a day (ISO 8601) is one of those named: 0 not at all, 1 by its month, 2 by its day. */
export function dateFit(dates: readonly NamedDate[], iso: string): 0 | 1 | 2 {
  const [year, month, day] = iso.slice(0, 10).split('-').map(Number);
  const fitting = dates.filter((date) => date.month === month && (date.year ?? year) === year);
  if (fitting.length === 0) return 0;
  return fitting.some((date) => date.day === day) ? 2 : 1;
}
