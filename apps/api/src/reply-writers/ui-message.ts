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
 * A reply as parts of a UI message stream: text and steps as they come, at the end the sources and, as the last data
 * part, the answer of the same call without a stream. That answer is authoritative: a denial replaces text that was
 * shown, and is a separate text part. Skips text that was `seen`. Errors are parts, too.
 */
export async function* uiMessageParts(
  events: AsyncIterable<ReplyEvent>,
  messageOf: (error: unknown) => string,
  seen?: ReplyPlace,
): AsyncGenerator<ReplyPart> {
  const writer = new UiMessageWriter(seen);
  try {
    for await (const event of events) yield* writer.write(event);
  } catch (error) {
    yield { type: 'error', errorText: messageOf(error) };
  }
}

export function* knownAnswerParts(messageId: string, answer: ChatReply): Generator<ReplyPart> {
  const messageMetadata = { conversationId: answer.conversationId };
  yield { type: 'start', messageId, messageMetadata };
  yield* wholeText('reply', answer.reply);
  yield* endParts(answer);
}

class UiMessageWriter {
  #reply: Reply = noReply;
  /** The text that the reader has. */
  #shown = '';
  /** How much of the next text the reader already has, because another process was further ahead. */
  #known = 0;
  #open = false;
  readonly #seen: ReplyPlace | undefined;

  constructor(seen?: ReplyPlace) {
    this.#seen = seen;
  }

  *write(event: ReplyEvent): Generator<ReplyPart> {
    const before = this.#reply;
    const reply = fold(before, event);
    const { replyId: messageId, conversationId, text } = reply;
    this.#reply = reply;
    switch (event.type) {
      case 'snapshot':
        yield { type: 'start', messageId, messageMetadata: { conversationId } };
        for (const at of event.steps.keys()) yield* this.#step(at, true);
        if (this.#seen?.messageId === messageId) {
          this.#shown = text.slice(0, this.#seen.chars);
          this.#known = this.#seen.chars - this.#shown.length;
        }
        return yield* this.#text(text.slice(this.#shown.length));
      case 'text':
        return yield* this.#text(event.delta);
      case 'step':
        return yield* this.#step(event.at, before.steps[event.at] === undefined);
      case 'failed':
        return yield { type: 'error', errorText: event.error.message };
      default:
        return yield* this.#end(answerOf({ conversationId, assistantMessage: event.assistantMessage }));
    }
  }

  *#text(delta: string): Generator<ReplyPart> {
    this.#shown += delta;
    const unknown = delta.slice(this.#known);
    this.#known = Math.max(0, this.#known - delta.length);
    if (unknown === '') return;
    if (!this.#open) yield { type: 'text-start', id: 'reply' };
    this.#open = true;
    yield { type: 'text-delta', id: 'reply', delta: unknown };
  }

  /** A step as a tool call whose input and output are the texts that people read. */
  *#step(at: number, isNew: boolean): Generator<ReplyPart> {
    const { tool: toolName, label, state } = this.#reply.steps[at] ?? { tool: '', label: '', state: 'error' };
    const toolCallId = `${this.#reply.replyId}-${at}`;
    const dynamic = true as const;
    if (isNew) yield { type: 'tool-input-available', toolCallId, toolName, input: { label }, dynamic };
    if (state === 'done') yield { type: 'tool-output-available', toolCallId, output: { label }, dynamic };
    if (state === 'error') yield { type: 'tool-output-error', toolCallId, errorText: label, dynamic };
  }

  *#end(answer: ChatReply): Generator<ReplyPart> {
    const { text, replaces } = missingText(this.#shown, answer.reply);
    if (!replaces) yield* this.#text(text);
    if (this.#open) yield { type: 'text-end', id: 'reply' };
    if (replaces) yield* wholeText('answer', text);
    yield* endParts(answer);
  }
}

function* wholeText(id: string, text: string): Generator<ReplyPart> {
  yield { type: 'text-start', id };
  yield { type: 'text-delta', id, delta: text };
  yield { type: 'text-end', id };
}

function* endParts(answer: ChatReply): Generator<ReplyPart> {
  const { sources = [], conversationId } = answer;
  for (const { url, title } of sources) yield { type: 'source-url', sourceId: url, url, title };
  yield { type: 'data-answer', data: answer };
  yield { type: 'finish', messageMetadata: { conversationId } };
}
