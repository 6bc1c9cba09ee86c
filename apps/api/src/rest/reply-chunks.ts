import type { ReplyPart } from '@jarvis/contract';
import type { ReplyEvent, ShownStep } from '@jarvis/core';

/** How far a reader has come in a reply. */
export interface ReplyPlace {
  readonly replyId: string;
  /** UTF-16 code units of its text. */
  readonly chars: number;
}

/** The place that the events of a stream carry as their id. */
export const placeId = ({ replyId, chars }: ReplyPlace): string => `${replyId}.${chars}`;

export function parsePlace(id: string | undefined): ReplyPlace | undefined {
  const [, replyId, chars] = /^([\da-f-]{36})\.(\d{1,9})$/.exec(id ?? '') ?? [];
  return replyId === undefined ? undefined : { replyId, chars: Number(chars) };
}

/**
 * A reply as parts of a UI message stream: its text and its steps as they come, at the end its sources and, as the last
 * data part, the answer that the operation gives without a stream. That one holds: a denial replaces text that
 * was shown, and then stands in a text part of its own. Text that was `seen` is left out. Errors are parts, too.
 */
export async function* replyChunks(
  events: AsyncIterable<ReplyEvent>,
  messageOf: (error: unknown) => string,
  seen?: ReplyPlace,
): AsyncGenerator<ReplyPart> {
  try {
    yield* chunksOf(events, seen);
  } catch (error) {
    yield { type: 'error', errorText: messageOf(error) };
  }
}

async function* chunksOf(events: AsyncIterable<ReplyEvent>, seen?: ReplyPlace): AsyncGenerator<ReplyPart> {
  let replyId = '';
  let conversationId = '';
  let text = '';
  let open = false;
  const steps: ShownStep[] = [];

  function* write(delta: string): Generator<ReplyPart> {
    if (delta === '') return;
    if (!open) yield { type: 'text-start', id: 'reply' };
    open = true;
    text += delta;
    yield { type: 'text-delta', id: 'reply', delta };
  }
  /** A step that is named again has changed its state. */
  function* take(step: ShownStep): Generator<ReplyPart> {
    const known = steps.findLastIndex(({ label, state }) => label === step.label && state === 'running');
    const at = known < 0 ? steps.length : known;
    steps[at] = step;
    yield* stepChunks(step, `${replyId}-${at}`, known < 0);
  }

  for await (const event of events) {
    if (event.type === 'snapshot') {
      ({ replyId, conversationId } = event);
      yield { type: 'start', messageId: replyId, messageMetadata: { conversationId } };
      for (const step of event.steps) yield* take(step);
      if (seen?.replyId === replyId) text = event.text.slice(0, seen.chars);
      yield* write(event.text.slice(text.length));
    } else if (event.type === 'text') yield* write(event.delta);
    else if (event.type === 'step') yield* take(event);
    else if (event.type === 'failed') return yield { type: 'error', errorText: event.error.message };
    else {
      const { reply, sources = [] } = event.reply;
      const shown = text.trim();
      const replaced = !reply.startsWith(shown);
      if (!replaced) yield* write(reply.slice(shown.length));
      if (open) yield { type: 'text-end', id: 'reply' };
      if (replaced) yield* wholeText('answer', reply);
      for (const { url, title } of sources) yield { type: 'source-url', sourceId: url, url, title };
      yield { type: 'data-answer', data: event.reply };
      return yield { type: 'finish', messageMetadata: { conversationId } };
    }
  }
}

function* wholeText(id: string, text: string): Generator<ReplyPart> {
  yield { type: 'text-start', id };
  yield { type: 'text-delta', id, delta: text };
  yield { type: 'text-end', id };
}

/** A step as a call of a tool whose input and output are the words that people read. */
function* stepChunks(
  { tool, label, state }: ShownStep,
  toolCallId: string,
  isNew: boolean,
): Generator<ReplyPart> {
  const dynamic = true as const;
  if (isNew) yield { type: 'tool-input-available', toolCallId, toolName: tool, input: { label }, dynamic };
  if (state === 'done') yield { type: 'tool-output-available', toolCallId, output: { label }, dynamic };
  if (state === 'error') yield { type: 'tool-output-error', toolCallId, errorText: label, dynamic };
}
