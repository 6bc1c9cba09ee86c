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

/** The position, as the id of a stream's events. */
export const placeId = ({ messageId, chars }: ReplyPlace): string => `${messageId}.${chars}`;

export function parsePlace(id: string | undefined): ReplyPlace | undefined {
  const [, messageId, chars] = /^([\da-f-]{36})\.(\d{1,9})$/.exec(id ?? '') ?? [];
  return messageId === undefined ? undefined : { messageId, chars: Number(chars) };
}

/**
 * Writes a reply as parts of a UI message stream: text and steps as they come, at the end the sources and, as the last
 * data part, the answer of the same call without a stream. That answer is authoritative: a denial replaces text that
 * was shown, and is a separate text part. Skips text that was `seen`. Errors are parts, too.
 */
export class UiMessageWriter {
  #reply: Reply = noReply;
  /** The text that the reader has. */
  #shown = '';
  /** How much of the next text the reader already has, because another process was further ahead. */
  #known = 0;
  #open = false;
  readonly #send: (part: ReplyPart) => void;
  readonly #seen: ReplyPlace | undefined;

  constructor(send: (part: ReplyPart) => void, seen?: ReplyPlace) {
    this.#send = send;
    this.#seen = seen;
  }

  write(event: ReplyEvent): void {
    const before = this.#reply;
    const reply = fold(before, event);
    const { replyId: messageId, conversationId, text } = reply;
    this.#reply = reply;
    switch (event.type) {
      case 'snapshot':
        this.#send({ type: 'start', messageId, messageMetadata: { conversationId } });
        for (const at of event.steps.keys()) this.#step(at, true);
        if (this.#seen?.messageId === messageId) {
          this.#shown = text.slice(0, this.#seen.chars);
          this.#known = this.#seen.chars - this.#shown.length;
        }
        this.#text(text.slice(this.#shown.length));
        break;
      case 'text':
        this.#text(event.delta);
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
    const messageMetadata = { conversationId: answer.conversationId };
    this.#send({ type: 'start', messageId, messageMetadata });
    this.#end(answer);
  }

  fail(errorText: string): void {
    this.#send({ type: 'error', errorText });
  }

  #text(delta: string): void {
    this.#shown += delta;
    const unknown = delta.slice(this.#known);
    this.#known = Math.max(0, this.#known - delta.length);
    if (unknown === '') return;
    if (!this.#open) this.#send({ type: 'text-start', id: 'reply' });
    this.#open = true;
    this.#send({ type: 'text-delta', id: 'reply', delta: unknown });
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
    const { text, replaces } = missingText(this.#shown, answer.reply);
    if (!replaces) this.#text(text);
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
