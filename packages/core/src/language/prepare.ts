/**
 * The lines of a text as patterns of sentences take them: one space between words, plain apostrophes, none empty.
 * Of more than `charsMax` code units the rest says nothing that is looked for.
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
