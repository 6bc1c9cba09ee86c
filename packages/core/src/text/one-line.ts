/** Whatever a reader may take for the end of a line. */
export const lineEnd = /\r\n?|[\n\v\f\u0085\u2028\u2029]/;

/** They make `exe.fdp` look like `pdf.exe` to a reader. */
export const bidiMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with one space for each run of white space and control characters. */
export const singleSpaced = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/**
 * Keeps a text on one line and escapes lookalikes of our delimiters: foreign text cannot end a section of the
 * instructions.
 */
export const oneLine = (text: string): string =>
  text
    .replace(bidiMarks, '')
    .replace(/[\s\u0085]{2,}|[^\S ]|\u0085/g, ' ')
    .replace(/<(?= ?\/? ?[a-z-]+ ?>)/gi, '‹')
    .trim();
