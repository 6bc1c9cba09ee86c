import type { TimeWords } from '../../language/time/time-words.ts';

/** A range of the text that states a time. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The title: the text without its times and without a request for a reminder, tidied. */
export function titleOf(text: string, places: readonly TextRange[], words: TimeWords): string {
  const rest = trimmed(withoutPlaces(text, places));
  const bare = trimmed(rest.replace(words.reminds, ''));
  if (places.length === 0) return bare;
  // "Tomorrow turn the heating on": only beside a time is a last word a remnant.
  const isBesideTime = trimmed(withoutPlease(text.slice(places.at(-1)?.end), words)) === '';
  let title = (bare === rest ? rest : bare.replace(words.joins, '')).replace(/(?<!\.)\.$/, '');
  for (let rounds = 0; rounds < 4; rounds += 1) {
    const unasked = withoutPlease(title.replace(words.leftBefore, ''), words);
    const shorter = trimmed(isBesideTime ? unasked.replace(words.leftBehind, '') : unasked);
    if (shorter === title) break;
    title = shorter;
  }
  return title;
}

const withoutPlease = (text: string, { please }: TimeWords): string => text.replace(please, '');

/** A text without the given ranges, with one space in place of each. */
export function withoutPlaces(text: string, places: readonly TextRange[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of places) {
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?)])/g, '')
    .replace(/([,;:])[,;:]+/g, '$1');
}

const trimmed = (text: string): string =>
  text
    .replace(/^[\s,;:.–—-]+/, '')
    .replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')
    .replace(/\(\s*\)/g, '')
    .trim();
