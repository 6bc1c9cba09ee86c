import {
  answerOf,
  type ChatReply,
  fold,
  missingText,
  noReply,
  type Reply,
  type ReplyEvent,
  type ReplyPart,
} from '@jarvis/contract';
import type { KeptReply } from '@jarvis/core';

/** A reader's position in the reply of a turn. */
export interface ReplyPlace {
  readonly messageId: string;
  /** UTF-16 code units of its text. */
  readonly chars: number;
}

/** The position of an id of a stream's events. */
export function parsePlace(id: string | undefined): ReplyPlace | undefined {
  const [, messageId, chars] = /^([\da-f-]{36})\.(\d{1,9})$/.exec(id ?? '') ?? [];
  return messageId === undefined ? undefined : { messageId, chars: Number(chars) };
}

/**
 * Writes a reply as parts of a UI message stream: text and steps as they come, at the end the sources and, as the last
 * data part, the answer of the same call without a stream. That answer is authoritative: a denial replaces text that
 * was shown, and is a separate text part. Skips text that was `seen`. Errors are parts, too. Each part is sent with the
 * reader's position after it as an id, so that a reader can resume after a lost connection.
 */
export class UiMessageWriter {
  #reply: Reply = noReply;
  #open = false;
  /** Of the reader. */
  #place: ReplyPlace;
  readonly #to: (part: ReplyPart, id: string) => void;

  constructor(to: (part: ReplyPart, id: string) => void, seen: ReplyPlace = { messageId: '', chars: 0 }) {
    this.#to = to;
    this.#place = seen;
  }

  write(event: ReplyEvent): void {
    const before = this.#reply;
    const reply = fold(before, event);
    const { replyId: messageId, conversationId, text } = reply;
    this.#reply = reply;
    switch (event.type) {
      case 'snapshot':
        this.#begin(messageId, conversationId);
        for (const at of event.steps.keys()) this.#step(at, true);
        this.#text(text);
        break;
      case 'text':
        this.#text(text);
        break;
      case 'step':
        this.#step(event.at, before.steps[event.at] === undefined);
        break;
      case 'failed':
        this.fail(event.error.message);
        break;
      default:
        this.#end(answerOf({ conversationId, assistantMessage: event.assistantMessage }));
    }
  }

  /** The answer of a call that was carried out before. */
  writeKnown({ replyId: messageId, ...answer }: KeptReply): void {
    this.#begin(messageId, answer.conversationId);
    this.#end(answer);
  }

  fail(errorText: string): void {
    this.#send({ type: 'error', errorText });
  }

  #send(part: ReplyPart): void {
    const { messageId, chars } = this.#place;
    if (part.type === 'text-delta') this.#place = { messageId, chars: chars + part.delta.length };
    this.#to(part, `${messageId}.${this.#place.chars}`);
  }

  #begin(messageId: string, conversationId: string): void {
    if (this.#place.messageId !== messageId) this.#place = { messageId, chars: 0 };
    this.#send({ type: 'start', messageId, messageMetadata: { conversationId } });
  }

  /** Writes what the reader lacks of the text so far; it may have more, from a process that was further ahead. */
  #text(text: string): void {
    const delta = text.slice(this.#place.chars);
    if (delta === '') return;
    if (!this.#open) this.#send({ type: 'text-start', id: 'reply' });
    this.#open = true;
    this.#send({ type: 'text-delta', id: 'reply', delta });
  }

  /** A step as a tool call whose input and output are the texts that people read. */
  #step(at: number, isNew: boolean): void {
    const { tool: toolName, label, state } = this.#reply.steps[at] ?? { tool: '', label: '', state: 'error' };
    const toolCallId = `${this.#reply.replyId}-${at}`;
    const dynamic = true as const;
    if (isNew) this.#send({ type: 'tool-input-available', toolCallId, toolName, input: { label }, dynamic });
    if (state === 'done')
      this.#send({ type: 'tool-output-available', toolCallId, output: { label }, dynamic });
    if (state === 'error') this.#send({ type: 'tool-output-error', toolCallId, errorText: label, dynamic });
  }

  #end(answer: ChatReply): void {
    const { sources = [], conversationId } = answer;
    const { text, replaces } = missingText(this.#reply.text, answer.reply);
    if (!replaces) this.#text(this.#reply.text + text);
    if (this.#open) this.#send({ type: 'text-end', id: 'reply' });
    if (replaces) {
      this.#send({ type: 'text-start', id: 'answer' });
      this.#send({ type: 'text-delta', id: 'answer', delta: text });
      this.#send({ type: 'text-end', id: 'answer' });
    }
    for (const { url, title } of sources) this.#send({ type: 'source-url', sourceId: url, url, title });
    this.#send({ type: 'data-answer', data: answer });
    this.#send({ type: 'finish', messageMetadata: { conversationId } });
  }
}
