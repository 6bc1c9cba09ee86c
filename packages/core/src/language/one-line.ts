/** Keeps a text on one line and escapes our delimiters: foreign text cannot end a section of the instructions. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<(?=\/?[a-z-]+>)/gi, '‹')
    .trim();
