/** A sentence with its placeholders, `{}`, filled in, in order. A word's full stop ends the sentence, too. */
export const filled = (sentence: string, ...words: readonly (string | number)[]): string =>
  sentence.split('{}').reduce((text, part, i) => {
    const word = String(words[i - 1] ?? '');
    return `${text}${word}${word.endsWith('.') && part.startsWith('.') ? part.slice(1) : part}`;
  });
