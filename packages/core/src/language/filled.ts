/** A sentence with its placeholders, `{}`, filled in, in order. */
export const filled = (sentence: string, ...words: readonly (string | number)[]): string =>
  sentence.split('{}').reduce((text, part, i) => `${text}${words[i - 1] ?? ''}${part}`);
