import { missingText } from '@jarvis/contract';
import type { EventStream } from '../../http/answer/event-stream.ts';
import type { OpenAiError } from '../../http/answer/openai-error.ts';
import type { Answered } from './answered.ts';

export interface Begun {
  readonly replyId: string;
  readonly nowMs: number;
}

/** Writes a reply whose turn has begun as a stream. */
export abstract class ReplyWriter {
  protected readonly events: EventStream;
  /** The text so far, without white space before it. */
  protected shown = '';

  constructor(events: EventStream) {
    this.events = events;
  }

  /** Writes a piece of the text. */
  write(piece: string): void {
    const delta = this.shown === '' ? piece.trimStart() : piece;
    if (delta !== '') this.text(delta);
    this.shown += delta;
  }

  /** Writes the rest of the reply, and ends the stream. */
  complete(reply: Answered): void {
    const { text, replaces } = missingText(this.shown, reply.assistantMessage.content);
    // A reply that replaces the shown text follows as a new paragraph.
    this.write(replaces ? `\n\n${text}` : text);
    this.end(reply);
  }

  abstract fail(error: OpenAiError): void;

  protected abstract text(delta: string): void;
  /** After the whole text. */
  protected abstract end(reply: Answered): void;
}

/** The cited pages of a reply, in OpenAI's format; positions are counted in characters, as elsewhere. */
export function citationsOf({ citations, assistantMessage: { content } }: Answered) {
  const charsBefore = (at: number) => [...content.slice(0, at)].length;
  return citations.map(({ title, url, start, end }) => ({
    type: 'url_citation' as const,
    start_index: charsBefore(start),
    end_index: charsBefore(end),
    title,
    url,
  }));
}
