/**
 * The lines of a text in the form that sentence patterns need: one space between words, plain apostrophes, none
 * empty. Ignores text after `charsMax` code units.
 */
export const linesOf = (text: string, charsMax = messageCharsMax): string[] =>
  text
    .slice(0, charsMax)
    .split(lineEnds)
    .map(spaced)
    .filter((line) => line !== '');

/** A text as one such line. */
export const lineOf = (text: string, charsMax = messageCharsMax): string => spaced(text.slice(0, charsMax));

const messageCharsMax = 4_000;
const lineEnds = /[\n\r\u2028\u2029]/;
const spaced = (line: string): string => line.replace(/\s+/g, ' ').trim().replaceAll('’', "'");
