import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Client } from 'openapi-fetch';
import { JarvisError, orThrow } from './errors.ts';
import type { components, operations, paths } from './generated/api.ts';
import { newIdempotencyKey } from './retry.ts';

export type Answer = components['schemas']['ChatReply'];

type ChatInput = operations['chat']['requestBody']['content']['application/json'];

export interface AskOptions extends Omit<ChatInput, 'message'> {
  readonly signal?: AbortSignal;
}

/** A part of a reply, in order. `answer` is the last, and authoritative if text was replaced. */
export type ReplyEvent =
  /** The conversation's id can stop the reply: `POST /api/jarvis/chat/{conversationId}/stop`. */
  | { readonly type: 'start'; readonly conversationId: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'source'; readonly title: string; readonly url: string }
  | { readonly type: 'answer'; readonly answer: Answer };

/**
 * Asks and yields the reply as it is written. If the connection is lost, sends the same request again and waits for
 * the answer of the turn, which has continued.
 */
export async function* streamReply(
  api: Client<paths, 'application/json'>,
  message: string,
  { signal, ...options }: AskOptions,
): AsyncGenerator<ReplyEvent> {
  const headers = { 'Idempotency-Key': newIdempotencyKey() };
  const request = { body: { message, ...options }, signal: signal ?? null };
  let written = '';
  try {
    const body = await orThrow(
      api.POST('/api/jarvis/chat', {
        ...request,
        headers: { ...headers, Accept: 'text/event-stream' },
        parseAs: 'stream',
      }),
    );
    for await (const event of partsOf(body)) {
      if (event.type === 'text') written += event.text;
      yield event;
      if (event.type === 'answer') return;
    }
  } catch (error) {
    if (error instanceof JarvisError || signal?.aborted) throw error;
  }
  const answer = await orThrow(api.POST('/api/jarvis/chat', { ...request, headers }));
  const text = missingText(answer.reply, written);
  if (text !== '') yield { type: 'text', text };
  yield { type: 'answer', answer };
}

/** What a reader of `written` lacks: the rest, or, if other text replaced it, the whole as a new paragraph. */
function missingText(reply: string, written: string): string {
  if (reply.startsWith(written)) return reply.slice(written.length);
  // A reply is stored without white space around it.
  const known = written.trim();
  return reply.startsWith(known) ? reply.slice(known.length) : `\n\n${reply}`;
}

async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ReplyEvent> {
  let texts = 0;
  for await (const { data } of eventsIn(body)) {
    if (data === '[DONE]') return;
    const part: components['schemas']['ReplyPart'] = JSON.parse(data);
    if (part.type === 'start') yield { type: 'start', conversationId: part.messageMetadata.conversationId };
    // A second text replaces the first, which a reader may have shown already.
    if (part.type === 'text-start' && texts++ > 0) yield { type: 'text', text: '\n\n' };
    if (part.type === 'text-delta') yield { type: 'text', text: part.delta };
    if (part.type === 'source-url') yield { type: 'source', title: part.title, url: part.url };
    if (part.type === 'data-answer') yield { type: 'answer', answer: part.data };
    if (part.type === 'error') throw new JarvisError({ status: 500, message: part.errorText });
  }
}

/** The service sends a comment every 15 s: a connection with a longer silence is lost. */
const silenceMsMax = 60_000;

async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  // Not every browser can iterate over a stream.
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await within(silenceMsMax, reader.read());
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Throws TypeError, like a lost connection, when `awaited` takes longer than `ms`. */
async function within<T>(ms: number, awaited: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError(`nothing was said for ${ms / 1_000} s`)), ms);
  });
  try {
    return await Promise.race([awaited, late]);
  } finally {
    clearTimeout(timer);
  }
}
