/**
 * The lines of a text in the form that sentence patterns need: one space between words, plain apostrophes, none
 * empty. Ignores text after `messageCharsMax` code units.
 */
export const linesOf = (text: string): string[] =>
  text
    .slice(0, messageCharsMax)
    .split(lineEnds)
    .map(spaced)
    .filter((line) => line !== '');

/** A text as one such line. */
export const lineOf = (text: string): string => spaced(text.slice(0, messageCharsMax));

/** A pattern of such a line in any case, with the sources of its parts. */
export const ofLine = (source: TemplateStringsArray, ...parts: readonly string[]): RegExp =>
  new RegExp(String.raw(source, ...parts), 'iu');

const messageCharsMax = 4_000;
const lineEnds = /[\n\r\u2028\u2029]/;
const spaced = (line: string): string => line.replace(/\s+/g, ' ').trim().replaceAll('’', "'");
