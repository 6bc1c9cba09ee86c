import { missingText } from '@jarvis/contract';
import type { Ended } from './answered.ts';

/** The cited pages of a reply, in OpenAI's format; positions are counted in characters, as elsewhere. */
export function citationsOf({ citations, assistantMessage: { content } }: Ended) {
  const charsBefore = (at: number) => [...content.slice(0, at)].length;
  return citations.map(({ title, url, start, end }) => ({
    type: 'url_citation' as const,
    start_index: charsBefore(start),
    end_index: charsBefore(end),
    title,
    url,
  }));
}

/**
 * The part of the reply that a stream has not shown. A reply that replaces the shown text follows as a new paragraph.
 */
export function restOf(shown: string, { assistantMessage: { content } }: Ended): string {
  const { text, replaces } = missingText(shown, content);
  return replaces ? `\n\n${text}` : text;
}
