import type { Answered } from './turns.ts';

/** The cited pages of a reply, in OpenAI's words; places are counted in characters, as elsewhere. */
export function citationsOf({ citations, reply: { content } }: Answered) {
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
 * What a stream has not shown yet of the reply. A reply that replaces what was shown (it was denied, or the model failed
 * after a tool had written) follows as a paragraph of its own.
 */
export function restOf(shown: string, { reply: { content } }: Answered): string {
  const known = shown.trim();
  if (content.startsWith(known)) return content.slice(known.length);
  return `\n\n${content}`;
}
