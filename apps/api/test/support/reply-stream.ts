import type { Client } from './client.ts';
import { checkReplyPart } from './documented.ts';
import { blocksIn } from './event-stream.ts';

/** One event of a reply's stream; `data` undefined for a comment. */
export interface StreamedEvent {
  readonly id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into parts of every shape
  readonly data: any;
  readonly text: string;
}

/** Requests a streamed reply, like a program. */
export const askForStream = (
  client: Client,
  body: object,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(`${client.url}/api/jarvis/chat`, {
    method: 'POST',
    headers: {
      ...client.credentials,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });

/** Resumes the running reply of a conversation. */
export const takeUp = (client: Client, conversationId: string, headers: Record<string, string> = {}) =>
  fetch(`${client.url}/api/jarvis/chat/${conversationId}/stream`, {
    headers: { ...client.credentials, ...headers },
  });

/** The events of a stream as they come. Throws for a part that is not in the OpenAPI document. */
export async function* eventsIn(response: Response): AsyncGenerator<StreamedEvent> {
  const isReply = response.headers.has('x-vercel-ai-ui-message-stream');
  for await (const block of blocksIn(response)) {
    const data = /^data: (.*)$/m.exec(block)?.[1];
    const id = /^id: (.*)$/m.exec(block)?.[1];
    const part = data?.startsWith('{') ? JSON.parse(data) : data;
    if (isReply && part !== data) checkReplyPart(part);
    yield { id, data: part, text: block };
  }
}

export const allEvents = (response: Response): Promise<StreamedEvent[]> => collect(eventsIn(response));

export async function collect<T>(things: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const thing of things) all.push(thing);
  return all;
}
