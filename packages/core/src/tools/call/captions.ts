import { limits } from '@jarvis/contract';
import { type Language, vocabularies } from '../../language/languages.ts';
import { labelOf, type ToolName } from '../../language/tool-words.ts';
import { cutAtWord } from '../../text/cut.ts';

/** One step for the person: the action and its object. */
export function stepLabel(tool: ToolName, subject: string, language: Language): string {
  const [label] = labelOf(tool, language);
  const [open, close] = vocabularies[language].captions.quotes;
  const shown = subject
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return shown === '' ? label : `${label}: ${open}${cutAtWord(shown, 60)}${close}`;
}

/** The steps in one line of at most 80 characters: `Added 2 tasks, completed a task`. */
export function caption(steps: readonly { tool: ToolName; failed: boolean }[], language: Language): string {
  const counts = new Map<ToolName, { done: number; failed: number }>();
  for (const { tool, failed } of steps) {
    const count = counts.get(tool) ?? { done: 0, failed: 0 };
    counts.set(tool, { done: count.done + (failed ? 0 : 1), failed: count.failed + (failed ? 1 : 0) });
  }
  const parts = [...counts].map(([tool, { done, failed }]) => {
    const [label, one, many] = labelOf(tool, language);
    if (done === 0 && failed > 0) return `${label} ${vocabularies[language].captions.failed}`;
    return done === 1 ? one : many.replace('#', String(done));
  });
  const line = parts.map((part, i) => (i === 0 ? part : lowerFirst(part, language))).join(', ');
  return cutAtWord(line, limits.captionCharsMax);
}

/** German nouns keep their capital. */
const lowerFirst = (text: string, language: Language): string =>
  vocabularies[language].captions.keepsCapitals
    ? text
    : text.replace(/^\p{Lu}/u, (first) => first.toLowerCase());
