import type { Client } from './client.ts';

/**
 * The events of a tRPC subscription over server-sent events, until it ends or the caller stops reading. `onOpen` is
 * called when the server has accepted it.
 */
export async function* eventsOf(
  { url, credentials }: Client,
  procedure: string,
  input: unknown,
  onOpen: () => void = () => {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
): AsyncGenerator<any> {
  const leaving = new AbortController();
  try {
    const response = await fetch(
      `${url}/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
      {
        headers: { accept: 'text/event-stream', ...credentials },
        signal: leaving.signal,
      },
    );
    if (!response.headers.get('content-type')?.includes('text/event-stream')) {
      throw new Error(`${procedure} answered ${response.status}: ${await response.text()}`);
    }
    onOpen();
    for await (const block of blocksIn(response)) {
      const event = /^event: (.*)$/m.exec(block)?.[1] ?? 'message';
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event === 'return') return;
      if (event === 'serialized-error') throw new Error(`${procedure} failed: ${data}`);
      if (event === 'message' && data) yield JSON.parse(data);
    }
  } finally {
    leaving.abort();
  }
}

/** The events and comments of a stream of server-sent events, as they are sent. */
export async function* blocksIn({ body }: Response): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    yield* blocks;
  }
}
