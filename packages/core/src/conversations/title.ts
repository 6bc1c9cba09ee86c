import { defaults, limits } from '@jarvis/contract';
import { cutKeys } from '../auth/api-key-format.ts';
import { cutAtWord } from '../text/cut.ts';
import { normalized } from '../text/fold.ts';
import { singleSpaced } from '../text/one-line.ts';

/**
 * A title from a message: its first line, with keys cut to their prefixes (a key is shown only once), cut at a word, at
 * most 60 characters.
 */
export function titleFrom(message: string): string {
  const line =
    message
      .split(/[\r\n\u2028\u2029]+/)
      .map(singleSpaced)
      .find((text) => text !== '') ?? '';
  return (
    cutAtWord(cutKeys(normalized(line)), limits.automaticTitleCharsMax, '') || defaults.conversationTitle
  );
}

/** A model's proposal as a title; undefined if it is empty, too long or has several lines. */
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
