import { type Language, vocabularies } from '../language/languages.ts';

/** A line as it is meant: short forms written out, and a mistyped order among its first words. */
export function spelled(line: string, language: Language): string {
  const { orders, spellings } = vocabularies[language].rules;
  const known = orders.split(' ');
  return spellings
    .reduce((text, [pattern, by]) => text.replace(pattern, by), line)
    .replace(/^(?:\S+ ){0,3}\S+/, (head) =>
      head.replace(/\p{L}{5,}/gu, (word) => known.find((order) => isTypo(word.toLowerCase(), order)) ?? word),
    );
}

/** One letter too many or too few, or two in the wrong order; a longer ending makes another word. */
function isTypo(word: string, order: string): boolean {
  let at = 0;
  while (at < order.length && word[at] === order[at]) at += 1;
  const [rest, wanted] = [word.slice(at), order.slice(at)];
  if (wanted === '') return false;
  const isSwapped = wanted.length > 1 && rest === `${wanted[1]}${wanted[0]}${wanted.slice(2)}`;
  return isSwapped || rest.slice(1) === wanted || rest === wanted.slice(1);
}
