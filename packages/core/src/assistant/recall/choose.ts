import { fold } from '../../text/fold.ts';
import { oneLine } from '../../text/one-line.ts';
import type { Candidate } from './recall.ts';

/** A message shown out of its place in the prompt, as one line. */
export interface RecalledMessage extends Candidate {
  readonly line: string;
}

export interface Room {
  /** The conversation that the message belongs to; null for one that begins with it. */
  readonly here: string | null;
  /** The looked-up words, the rarest first. */
  readonly words: readonly string[];
  readonly bytes: number;
}

/** The maximum share of one message, so that a long one does not displace all others. */
const longestPart = 0.4;

/**
 * Picks the best messages that fit, in bytes; skips a message that does not fit, and a line that is already picked,
 * since repetitions add nothing. Headings count, too. Best first.
 */
export function chooseRecalled(
  candidates: readonly Candidate[],
  { here, words, bytes }: Room,
): RecalledMessage[] {
  const shown = new Set<string>();
  const lines = new Set<string>();
  let left = bytes;
  return candidates.flatMap((candidate) => {
    const { id, content } = candidate;
    const line = `${speakerOf(candidate)}${shortened(oneLine(content), Math.floor(bytes * longestPart), words)}`;
    if (lines.has(line)) return [];
    const headings = headingsOf(candidate, here).filter((heading) => !shown.has(id + heading));
    const cost = [...headings, line].reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0);
    if (cost > left) return [];
    left -= cost;
    lines.add(line);
    for (const heading of headings) shown.add(id + heading);
    return [{ ...candidate, line }];
  });
}

/** Their lines under headings, by conversation, each in its order: the text that `chooseRecalled` measures. */
export function recalledLines(recalled: readonly RecalledMessage[], here: string | null): string[] {
  const conversations = Map.groupBy(recalled, ({ id }) => id);
  return [...conversations.values()]
    .map((messages) => messages.toSorted((a, b) => a.place - b.place))
    .toSorted(([a], [b]) => ((a?.createdAt ?? '') < (b?.createdAt ?? '') ? -1 : 1))
    .flatMap((messages) => {
      const shown = new Set<string>();
      return messages.flatMap((message) => {
        const headings = headingsOf(message, here).filter((heading) => !shown.has(heading));
        for (const heading of headings) shown.add(heading);
        return [...headings, message.line];
      });
    });
}

/** The size of their lines. */
export const recalledBytes = (recalled: readonly RecalledMessage[], here: string | null): number =>
  recalledLines(recalled, here).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);

function speakerOf({ role, fromWeb, byProgram }: Candidate): string {
  if (role === 'user') return byProgram ? 'a program: ' : 'person: ';
  return fromWeb ? 'you, with text from the web: ' : 'you: ';
}

/** Its conversation, if it is another one, and its day. */
const headingsOf = ({ id, title, createdAt }: Candidate, here: string | null): string[] => [
  ...(id === here ? [] : [`conversation “${oneLine(title)}”:`]),
  `[${createdAt.slice(0, 10)}]`,
];

/** The start of a long line, and the part around the rarest word in its rest. */
function shortened(line: string, bytesMax: number, words: readonly string[]): string {
  if (Buffer.byteLength(line) <= bytesMax) return line;
  const chars = Math.floor((bytesMax / Buffer.byteLength(line)) * line.length) - 4;
  const start = line.slice(0, Math.max(0, Math.floor(chars / 2)));
  const rest = line.slice(start.length);
  const at = positionOf(words, rest);
  const from =
    at === undefined
      ? 0
      : Math.max(0, Math.min(at - Math.floor(chars / 6), rest.length - (chars - start.length)));
  const part = rest.slice(from, from + chars - start.length);
  return `${start.trimEnd()}${from > 0 ? '… ' : ''}${part.trim()}${from + part.length < rest.length ? '…' : ''}`;
}

/** The position of the first of the words in the text, with any ending; undefined if it has none. */
function positionOf(words: readonly string[], text: string): number | undefined {
  const said = Array.from(text.matchAll(/[\p{L}\p{M}\p{N}]+/gu), (match) => ({
    at: match.index,
    word: fold(match[0]),
  }));
  for (const word of words) {
    const found = said.find((other) => other.word.startsWith(word.slice(0, stemChars)));
    if (found) return found.at;
  }
  return undefined;
}

/** About the length of the index's stems. */
const stemChars = 5;
