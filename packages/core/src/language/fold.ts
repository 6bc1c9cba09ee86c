/** Without case and accents, ß as ss: the form in which texts are compared. */
export const fold = (text: string): string =>
  capMarks(text).normalize('NFKD').replace(accents, '').toLowerCase().replaceAll('ß', 'ss');

/** The words of a text, folded: runs of letters and digits, without what an apostrophe joins ("sister's"). */
export const wordsOf = (text: string): string[] => fold(text).match(words) ?? [];

/**
 * Runs of combining marks cut to thirty, as the stream-safe format of UAX #15 has them: normalising takes time by
 * the square of such a run, and a message may consist of nothing else. No language has as many.
 */
export const capMarks = (text: string): string => text.replace(markRuns, '$1');

/** In the form that is stored (NFC), of a text whose length nobody has checked. */
export const normalized = (text: string): string => capMarks(text).normalize('NFC');

/** What makes two texts the same: case, white space and final punctuation aside. */
export const sameTextKey = (text: string): string =>
  normalized(text)
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![\s.!?…])[\s.!?…]+$/u, '');

const accents = /\p{M}/gu;
const words = /[\p{L}\p{N}]+/gu;
/** With the half-width voicing marks of Japanese, letters that are decomposed to marks. */
const markRuns = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;
