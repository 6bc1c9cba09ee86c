import { memoryContent } from '@jarvis/contract';
import { anyOf, inAll } from '../language/languages.ts';
import { lineOf, linesOf } from '../language/lines.ts';
import { holdsSecret } from './secrets.ts';

/**
 * The sentence to remember, in the person's words: that of a clear request to remember, or else a lasting statement
 * about the person, what they like or what they work on. For models without tool calls, and as a check on the others.
 * Undefined for questions, quotations, second-hand statements and passing remarks.
 */
export function memoryRequested(message: string): string | undefined {
  if (asksNotToRemember(message)) return undefined;
  const all = sentences(message);
  for (const sentence of all) {
    const content = askedFor(sentence);
    if (content !== undefined && isMemory(content)) return content;
  }
  for (const sentence of all) {
    const content = memoryStatement(sentence);
    if (content !== undefined) return content;
  }
  return undefined;
}

/** True when the message asks to remember something. */
export function asksToRemember(message: string): boolean {
  return linesOf(message).some(
    (line) =>
      requests.some(({ pattern }) => pattern.test(line)) || anywhere.some((pattern) => pattern.test(line)),
  );
}

/** True when the message asks not to remember: then nothing is saved from it. */
export function asksNotToRemember(message: string): boolean {
  return linesOf(message).some((line) => refusals.some((pattern) => pattern.test(line)));
}

/** A lasting statement about the person, as stored; undefined for any other sentence. */
export function memoryStatement(sentence: string): string | undefined {
  const line = lineOf(sentence);
  const plain = tidy(line);
  if (line.endsWith('?') || /["“„«»”]/.test(plain)) return undefined;
  if (passing.some((pattern) => pattern.test(plain))) return undefined;
  if (!statements.some((pattern) => pattern.test(plain)) || !isMemory(plain)) return undefined;
  return holdsSecret(plain) ? undefined : plain;
}

const isMemory = (text: string): boolean => memoryContent.safeParse(text).success;

/** A memory of maximum length, and its request. */
const sentenceCharsMax = 600;

function sentences(message: string): string[] {
  return (
    linesOf(message)
      // "Mein Geburtstag ist am 3. Mai"
      .flatMap((line) => line.split(/(?<=[.!?])(?<!(?<!\d)\d{1,2}\.) /))
      .filter((sentence) => sentence.length <= sentenceCharsMax && !/^[>"“„«]/.test(sentence))
  );
}

function askedFor(sentence: string): string | undefined {
  if (sentence.endsWith('?') && !polite.test(sentence)) return undefined;
  const plain = sentence.replace(/ ?\?$/, '');
  for (const { pattern, mainClause } of requests) {
    const content = pattern.exec(plain)?.[1];
    if (content !== undefined) return tidy(mainClause?.(tidy(content)) ?? content);
  }
  return undefined;
}

function tidy(text: string): string {
  return text
    .replace(opening, '')
    .trim()
    .replace(/(?<![.!,; ])[.!,; ]+$/, '')
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

const polite = new RegExp(`^${anyOf((of) => of.memories.polite)}\\b`, 'iu');
const opening = new RegExp(`^${anyOf((of) => of.memories.opening)}[,!.:]? `, 'iu');

/** "Remember that …" and similar; "remember to …" is a task, "do you remember …?" a question. */
const requests = inAll(({ memories, mainClause }) => ({
  pattern: new RegExp(`^(?:${anyOf((of) => of.memories.lead)}[,!]? )*${memories.request.source}`, 'iu'),
  mainClause,
}));

/** "Don't remember that …"; unlike "I don't remember …" and "don't forget". */
const clauseStart = `(?:^|[.!?;:,\\n(–—-] ?|(?<!\\p{L})${anyOf((of) => of.memories.conjunctions)} )`;
const refusals = inAll((of) => of.memories.refusals)
  .flat()
  .map(({ source }) => new RegExp(clauseStart + source, 'iu'));

const anywhere = inAll((of) => of.memories.anywhere);
const passing = inAll((of) => of.memories.passing);
const statements = inAll((of) => of.memories.statements).flat();
