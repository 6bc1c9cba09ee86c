import { expect, it } from 'vitest';
import { createJarvis, type ReplyEvent } from '../src/index.ts';

const answer = { reply: 'At 9:30.', conversationId: 'c1' };
const start = { type: 'start', messageMetadata: { conversationId: 'c1' } };
const delta = (text: string) => ({ type: 'text-delta', id: 'reply', delta: text });

/** An event stream of these parts, in pieces of any length; then it ends, or its connection is lost. */
function streamed(parts: readonly object[], end: 'ends' | 'is lost' = 'ends'): Response {
  const text = parts.map((part) => `id: t.0\ndata: ${JSON.stringify(part)}\n\n`).join('');
  const bytes = new TextEncoder().encode(
    `: keep-alive\n\n${text}${end === 'ends' ? 'data: [DONE]\n\n' : ''}`,
  );
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) {
        controller.enqueue(bytes.slice(at, at + 7));
        at += 7;
        return;
      }
      if (end === 'ends') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** The events of a reply, and the requests for it. */
async function heard(...answers: readonly Response[]) {
  const queue = [...answers];
  const sent: { key: string | null; accept: string | null; body: string }[] = [];
  const jarvis = createJarvis({
    url: 'http://jarvis.test',
    async fetch(request) {
      const { headers } = request;
      sent.push({
        key: headers.get('idempotency-key'),
        accept: headers.get('accept'),
        body: await request.text(),
      });
      return queue.shift() ?? Response.error();
    },
  });
  const events: ReplyEvent[] = [];
  let failure: unknown;
  try {
    for await (const event of jarvis.stream('When?', { conversationId: 'c1' })) events.push(event);
  } catch (error) {
    failure = error;
  }
  return { events, failure, sent };
}

it('yields a reply part by part, without parts of other kinds', async () => {
  const source = { url: 'https://rail.example.org', title: 'Trains – à l’heure 🚆' };
  const { events, sent } = await heard(
    streamed([
      start,
      { type: 'tool-input-available', toolCallId: '1', toolName: 'web_search', input: {} },
      { type: 'text-start', id: 'reply' },
      delta('At '),
      delta('9:30.'),
      { type: 'text-end', id: 'reply' },
      { type: 'source-url', sourceId: '1', ...source },
      { type: 'data-answer', data: answer },
      { type: 'finish' },
    ]),
  );
  expect(events).toEqual([
    { type: 'start', conversationId: 'c1' },
    { type: 'text', text: 'At ' },
    { type: 'text', text: '9:30.' },
    { type: 'source', ...source },
    { type: 'answer', answer },
  ]);
  expect(sent).toMatchObject([
    { accept: 'text/event-stream', body: '{"message":"When?","conversationId":"c1"}' },
  ]);
});

it('repeats the same request after a lost connection, and yields no text twice', async () => {
  const { events, sent } = await heard(
    streamed([start, { type: 'text-start' }, delta('At 9')], 'is lost'),
    Response.json(answer),
  );
  expect(events.slice(1)).toEqual([
    { type: 'text', text: 'At 9' },
    { type: 'text', text: ':30.' },
    { type: 'answer', answer },
  ]);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect([sent[1]?.key, sent[1]?.body]).toEqual([sent[0]?.key, sent[0]?.body]);
});

it.each([
  ['I cannot help with that.', 'At 9', '\n\nI cannot help with that.'],
  ['At 9:30.', '\n At 9', ':30.'],
  ['At 9:30.', 'At 9:30. ', ''],
])('after a lost connection, %j after %j is completed', async (reply, written, missing) => {
  const { events } = await heard(
    streamed([start, { type: 'text-start' }, delta(written)], 'is lost'),
    Response.json({ ...answer, reply }),
  );
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  expect(text).toBe(written + missing);
});

it('asks again when a stream ends without an answer', async () => {
  const { events } = await heard(
    streamed([start, { type: 'text-start' }, delta('At 9')]),
    Response.json(answer),
  );
  expect(events.at(-1)).toEqual({ type: 'answer', answer });
});

it('throws a failure midway, and does not repeat the request', async () => {
  const { events, failure, sent } = await heard(
    streamed([
      start,
      { type: 'text-start' },
      delta('At'),
      { type: 'error', errorText: 'The reply broke off.' },
    ]),
  );
  expect(events).toHaveLength(2);
  expect(failure).toMatchObject({ name: 'JarvisError', message: 'The reply broke off.' });
  expect(sent).toHaveLength(1);
});

it('text that replaces the shown text is a new paragraph', async () => {
  const denied = { reply: 'I cannot help with that.', conversationId: 'c1', policyDenied: true };
  const { events } = await heard(
    streamed([
      start,
      { type: 'text-start', id: 'reply' },
      delta('Take a'),
      { type: 'text-end', id: 'reply' },
      { type: 'text-start', id: 'answer' },
      delta(denied.reply),
      { type: 'text-end', id: 'answer' },
      { type: 'data-answer', data: denied },
    ]),
  );
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  expect(text).toBe('Take a\n\nI cannot help with that.');
  expect(events.at(-1)).toEqual({ type: 'answer', answer: denied });
});
