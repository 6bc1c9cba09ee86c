import { type ClientCall, missingText } from '@jarvis/contract';
import type { EventStream } from '../../http/answer/event-stream.ts';
import type { OpenAiError } from '../../http/answer/openai-error.ts';
import type { Ended, WrittenEvent } from './answered.ts';

export abstract class ReplyWriter {
  protected readonly events: EventStream;
  /** The text so far, without white space before it. */
  protected shown = '';

  constructor(events: EventStream) {
    this.events = events;
  }

  write(event: WrittenEvent): void {
    if (event.type === 'snapshot') this.begin(event.replyId);
    else if (event.type === 'text') this.#text(event.delta);
    else if (event.type === 'call') this.call(event);
    else if (event.type === 'done' || event.type === 'stopped') {
      const { text, replaces } = missingText(this.shown, event.assistantMessage.content);
      // A reply that replaces the shown text follows as a new paragraph.
      this.#text(replaces ? `\n\n${text}` : text);
      this.end(event);
    }
  }

  /** After the reply has begun. */
  abstract fail(error: OpenAiError): void;

  protected abstract begin(replyId: string): void;
  protected abstract text(delta: string): void;
  protected abstract call(call: ClientCall): void;
  protected abstract end(reply: Ended): void;

  #text(piece: string): void {
    const delta = this.shown === '' ? piece.trimStart() : piece;
    if (delta !== '') this.text(delta);
    this.shown += delta;
  }
}

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
