/** A line stays a line and a mark stays ours: text of others cannot end a section of the instructions. */
export const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/<(?=\/?[a-z-]+>)/gi, '‹')
    .trim();
