import { defaults, limits } from '@jarvis/contract';
import { normalized } from '../../text/fold.ts';

/** A title from a message: its first line, cut at a word, at most 60 characters. */
export function titleFrom(message: string): string {
  const line =
    message
      .split(/[\r\n\u2028\u2029]+/)
      .map((text) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim())
      .find((text) => text !== '') ?? '';
  return cutAtWord(normalized(line), limits.automaticTitleCharsMax, '') || defaults.conversationTitle;
}

/** A model's proposal as a title; undefined when it is none: empty, too long, several lines. */
export function titleFromModel(text: string): string | undefined {
  const line = normalized(text)
    .trim()
    .replace(/^(?:title|titel|titolo)\s*:\s*/i, '')
    .replace(/^["'“„«*#\s]+|(?<!["'”“»*.\s])["'”“»*.\s]+$/g, '');
  const length = [...line].length;
  return length < 2 || length > limits.automaticTitleCharsMax || /[\p{Cc}\u2028\u2029]/u.test(line)
    ? undefined
    : line;
}

/** Cuts between words where there are any, and says so by `mark`; never inside a code point. */
export function cutAtWord(text: string, charsMax: number, mark = '…'): string {
  const chars = [...text];
  if (chars.length <= charsMax) return text;
  const room = charsMax - mark.length;
  const head = chars.slice(0, room).join('');
  const space = head.lastIndexOf(' ');
  const cut = /\s/.test(chars[room] ?? '') || space < charsMax / 3 ? head : head.slice(0, space);
  const stripped = cut.replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '');
  // A line of nothing but dashes is the text all the same.
  return (stripped || cut.trimEnd()) + mark;
}
