import { limits, type NameSuggestion, type User } from '@jarvis/contract';
import { anyOf, inAll, wordsIn } from '../../language/languages.ts';
import { linesOf, ofLine } from '../../language/lines.ts';
import { fold, normalized } from '../../text/fold.ts';

/**
 * The preferred name that a message states, unless it already is the display name or the account has disabled the
 * prompt. A quotation, a question or a negation does not count.
 */
export function suggestName(
  message: string,
  { displayName, displayNameChangePromptDisabled }: User,
): NameSuggestion | undefined {
  if (displayNameChangePromptDisabled) return undefined;
  const name = statedName(message);
  if (name === undefined || fold(name) === fold(displayName)) return undefined;
  return { name };
}

/** The first preferred name that a message states, capitalised; at most `displayNameCharsMax`. */
export function statedName(message: string): string | undefined {
  for (const sentence of linesOf(message).flatMap((line) => line.split(sentenceEnd))) {
    const plain = sentence.replace(asksAfterwards, '');
    if (plain.endsWith('?') || /^[>"“„«']/.test(plain)) continue;
    for (const pattern of statements) {
      const name = asName(pattern.exec(plain)?.groups?.name, naming.test(plain));
      if (name !== undefined) return name;
    }
  }
  return undefined;
}

/** A full stop after a title or an initial does not end a sentence: "Dr. Strange", "J. R. Miller". */
const sentenceEnd = ofLine`(?<=[.!?;])(?<!(?<!\p{L})(?:\p{L}|${anyOf((of) => of.names.titles)})\.) `;

/** "My name is Ada, what can you do?" states a name before it asks; "My name is Ada, isn't it?" only asks. */
const asksAfterwards = new RegExp(`, ?${anyOf((of) => of.names.asksAfterwards)}(?!\\p{L})[^,]*\\?$`, 'iu');

const opening = `^(?:${anyOf((of) => of.names.opening)}[,!.:]? )*`;
const ending = ` ${anyOf((of) => of.names.ends)}(?!\\p{L})`;
/** "Ada from now on", but "Ada E. Lovelace": by its own pattern, because V8 sometimes ignores `(?-i:…)` (nodejs/node#60030). */
const fromEnding = new RegExp(`${ending}.*`, 'u');
const name = `(?<name>\\p{L}[\\p{L}\\p{M}'.-]*(?: \\p{Lu}[\\p{L}\\p{M}'.-]*){0,3})`;
const end = `(?= ?(?:[,.;!()]|$|${ending})| [–-] )`;
const statements = inAll(({ names: { statement, around } }) => [
  ofLine`${opening}(?:${statement.source}) ${name}${end}`,
  ...(around ? [ofLine`${opening}(?:${around[0].source}) ${name}${around[1].source}`] : []),
]).flat();

/** Words that follow "call me" and the like without being a name. */
const notNames = wordsIn((of) => of.names.notNames);

/** Phrases that only a name can complete: here even a word for a time is a name ("My name is Noon"). */
const naming = new RegExp(`(?<!\\p{L})${anyOf((of) => of.names.naming)}(?!\\p{L})`, 'iu');

/** "Call me tonight", "I go by train", "Chiamami urgentemente": a time or a manner, not a name. */
const isTimeOrWay = (word: string): boolean =>
  timesAndWays.has(word) || inAll(({ names }) => names.adverb).some((adverb) => adverb?.test(word));
const timesAndWays = wordsIn((of) => of.names.timesAndWays);

/** "Du kannst mich Ada nennen" has the verb at its end. */
const behind = new RegExp(`(?: ${anyOf((of) => of.names.behind)}){1,9}$`, 'i');

function asName(found: string | undefined, isNamed: boolean): string | undefined {
  if (found === undefined) return undefined;
  const words = normalized(found)
    .replace(fromEnding, '')
    .replace(/(?<![.'-])[.'-]+$/, '')
    .replace(behind, '')
    .split(' ');
  const first = words[0] ?? '';
  if (notNames.has(first.toLowerCase())) return undefined;
  if (!isNamed && words.some((word) => !particles.has(word) && isTimeOrWay(word.toLowerCase())))
    return undefined;
  const lowered = words.filter((word) => /^\p{Ll}/u.test(word) && !particles.has(word)).length;
  if (lowered > (words.length === lowered ? 2 : 0)) return undefined;
  const capitalised = normalized(words.join(' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()));
  // Measured last: one letter's capital can be two, as of "ß".
  return [...capitalised].length > limits.displayNameCharsMax ? undefined : capitalised;
}

const particles = wordsIn((of) => of.names.particles);
