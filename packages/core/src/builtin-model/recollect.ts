import { statedName } from '../assistant/store/name-suggestion.ts';
import { anyOf, wordsIn } from '../language/languages.ts';
import { stem, stemsOf } from '../language/stems.ts';
import { memoryRequested } from '../memories/remember.ts';
import { type PromptView, sectionOf } from './read-prompt.ts';

/**
 * The person's statements that a question seems to be about: from the memories and earlier turns in the instructions,
 * and from the conversation itself. Undefined if none fits well.
 */
export function recollect({ message, earlier, instructions }: PromptView): string | undefined {
  if (!message.trimEnd().endsWith('?') && !questionWord.test(message)) return undefined;
  const asked = contentWords(message);
  if (asked.size === 0) return undefined;
  let best: { text: string; score: number } | undefined;
  for (const said of [...remembered(instructions), ...earlier.toReversed(), ...recalled(instructions)]) {
    const text = memoryRequested(said) ?? said;
    if (text.trimEnd().endsWith('?')) continue;
    const words = contentWords(text);
    let score = 0;
    for (const word of asked) if (words.has(word)) score += 1;
    if (score / asked.size >= 0.5 && score > (best?.score ?? 0)) best = { text: text.trim(), score };
  }
  return best?.text.slice(0, 500);
}

/** The person's name, from the instructions or from the conversation. */
export function nameOf({ instructions, earlier }: PromptView): string {
  const shown = /^Name: (.+)$/m.exec(instructions)?.[1]?.trim();
  if (shown) return shown;
  for (const text of [...remembered(instructions), ...earlier.toReversed(), ...recalled(instructions)]) {
    const told = statedName(text);
    if (told) return told;
  }
  return '';
}

/** The memories in the instructions, and the person's messages in earlier turns, newest first. */
const remembered = (instructions: string) =>
  (sectionOf(instructions, 'memories') ?? []).map((line) => line.replace(/^- (?:\[[^\]]*\] )?/, ''));
const recalled = (instructions: string) =>
  Array.from(instructions.matchAll(/^person: (.+)$/gm), ([, words = '']) => words).reverse();

/** At the beginning of a question. */
const questionWord = new RegExp(`^${anyOf((of) => of.rules.questions)}(?!\\p{L})`, 'iu');

/** The stems of content words, without words that every question about the person has. */
export const contentWords = (text: string): Set<string> =>
  new Set([...stemsOf(text)].filter((word) => !asking.has(word)));

const asking = new Set([...wordsIn((of) => of.rules.asking)].map(stem));
