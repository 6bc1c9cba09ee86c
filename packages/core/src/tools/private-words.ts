import { stemsOf } from '../language/stems.ts';

/**
 * Whether a text has a word that is known only from texts about the person, and from no other: text from outside may
 * have asked for it to be sent.
 */
export function hasPrivateWords(
  text: string,
  personal: readonly string[],
  others: readonly string[],
): boolean {
  const [known, open] = [stemsOf(personal.join('\n')), stemsOf(others.join('\n'))];
  return [...stemsOf(text)].some((word) => known.has(word) && !open.has(word));
}
