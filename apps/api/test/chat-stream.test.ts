import { modelForFile } from '@jarvis/testkit/for-file';
import { afterAll, expect, it } from 'vitest';
import { eventsOf } from './support/event-stream.ts';
import { replyEvent } from './support/reply-events.ts';
import { collect } from './support/reply-stream.ts';
import { serviceForFile, startService } from './support/service.ts';
import { startTurn } from './support/turn-stream.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
afterAll(() => service.deps.turns.close(0));

/** Begins a turn; `events` continue after the first, which has its ids. */
async function begin(message: string, conversationId?: string) {
  service.deps.clock.advance(2);
  const leaving = new AbortController();
  const stream = await startTurn(ada, { message, conversationId }, leaving.signal);
  const events = stream[Symbol.asyncIterator]();
  const { value: first } = await events.next();
  if (first?.type !== 'snapshot') throw new Error(`the first event is ${first?.type}`);
  const { turnId, conversationId: id } = first;
  const rest = { [Symbol.asyncIterator]: () => events };
  return { turnId, conversationId: id, first, events: rest, leave: () => leaving.abort() };
}

it('streams text and tool steps as they come, and ends with the stored messages', async () => {
  model.script(
    { call: [{ tool: 'add_task', input: { title: 'Milk' } }] },
    { say: 'Milk is on your list now.', pieceMs: 30 },
  );
  const { first, conversationId, events: rest } = await begin('put milk on my list');
  const events = await collect(rest);

  for (const event of [first, ...events]) expect(replyEvent.parse(event)).toEqual(event);
  expect(first).toMatchObject({ conversationId, message: 'put milk on my list' });
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(2);
  const done = events.at(-1);
  expect(done).toMatchObject({
    type: 'done',
    conversation: { id: conversationId, title: 'put milk on my list' },
    userMessage: { role: 'user', content: 'put milk on my list' },
    assistantMessage: {
      role: 'assistant',
      content: 'Milk is on your list now.',
      extras: { toolRun: { state: 'completed', steps: [{ label: 'New task: “Milk”', state: 'done' }] } },
    },
  });
  const stored = (await ada.get(`/api/conversations/${conversationId}`)).body;
  const ids = done?.type === 'done' ? [done.userMessage.id, done.assistantMessage.id] : [];
  expect(stored.messages.map(({ id }: { id: string }) => id)).toEqual(ids);
});

it('asks proxies not to buffer it', async () => {
  model.script({ say: 'Hello.' });
  const body = { 0: { message: 'hello' } };
  const answer = await ada.post('/trpc/chat.start?batch=1', body, { 'trpc-accept': 'application/jsonl' });
  expect([answer.status, answer.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
});

it('is one turn when its start is sent twice', async () => {
  model.script({ say: 'one two three', pieceMs: 20 });
  const start = { message: 'count', requestId: crypto.randomUUID() };
  const twice = await Promise.all([startTurn(ada, start), startTurn(ada, start)]);
  const [first = [], second = []] = await Promise.all(twice.map(collect));
  expect(first[0]).toMatchObject({ type: 'snapshot', turnId: start.requestId, message: 'count' });
  expect(first.at(-1)).toMatchObject({ type: 'done', assistantMessage: { content: 'one two three' } });
  expect(second.at(-1)).toEqual(first.at(-1));
  expect(model.requests).toHaveLength(1);
});

it.each([
  ['the message is empty', 'BAD_REQUEST', { message: '' }],
  ['there is no such conversation', 'NOT_FOUND', { message: 'hi', conversationId: crypto.randomUUID() }],
  ['its conversation has a malformed id', 'NOT_FOUND', { message: 'hi', conversationId: 'nonsense' }],
])('a start is refused with its reason because %s, and nothing runs', async (_, code, input) => {
  const start = { ...input, requestId: crypto.randomUUID() };
  await expect(startTurn(ada, start)).rejects.toMatchObject({ data: { code } });
  const { turns } = (await ada.get('/trpc/chat.recent')).body.result.data;
  expect(turns.filter(({ turnId }: { turnId: string }) => turnId === start.requestId)).toEqual([]);
});

it('is not begun by a client that cannot read a stream', async () => {
  const answer = await ada.post('/trpc/chat.start', { message: 'hello' });
  expect(answer.status).toBe(400);
  expect(model.requests).toEqual([]);
});

it('continues when the page is left, and is stored', async () => {
  const watched = Promise.withResolvers<void>();
  model.script({
    by: (async function* () {
      yield 'one two three';
      await watched.promise;
      yield ' four five';
    })(),
  });
  const { turnId, first, events, leave } = await begin('count');
  if (first.text === '') for await (const event of events) if (event.type === 'text') break;
  leave();
  const again = [];
  for await (const event of eventsOf(ada, 'chat.watch', { turnId })) {
    again.push(event);
    watched.resolve();
  }
  expect(again[0].text).toMatch(/^one/);
  expect(again.at(-1)).toMatchObject({
    type: 'done',
    assistantMessage: { content: 'one two three four five' },
  });
});

it('Stop stores the text so far', async () => {
  model.script({ stall: 'Once upon a time' });
  const { turnId, conversationId, first, events } = await begin('a story');
  const seen = [];
  if (first.text !== '') expect((await ada.post('/trpc/chat.stop', { turnId })).status).toBe(200);
  for await (const event of events) {
    seen.push(event);
    if (event.type === 'text') expect((await ada.post('/trpc/chat.stop', { turnId })).status).toBe(200);
  }
  expect(seen.at(-1)).toMatchObject({
    type: 'stopped',
    assistantMessage: { content: 'Once upon a time', extras: { stopped: true } },
  });
  const { messages } = (await ada.get(`/api/conversations/${conversationId}`)).body;
  expect(messages).toHaveLength(2);
  expect(messages[1]).not.toHaveProperty('extras');
});

it('a failing model ends the stream with advice, and stores nothing', async () => {
  model.script({ refuse: 401 });
  const { conversationId, events } = await begin('hello');
  const seen = await collect(events);
  expect(seen.at(-1)).toMatchObject({
    type: 'failed',
    error: { kind: 'failed', message: expect.stringContaining('refused its key') },
  });
  expect((await ada.get(`/api/conversations/${conversationId}`)).status).toBe(404);
});

it('ends with the text so far, stored, when the service closes', async () => {
  const closing = await startService({ overrides: { model: model.model } });
  const bob = await closing.signedUp();
  model.script({ stall: 'Once upon a time' });
  const seen: string[] = [];
  for await (const event of await startTurn(bob, { message: 'a story' })) {
    seen.push(event.type);
    if (event.type === 'text') void closing.deps.turns.close(0).then(() => closing.close());
  }
  expect(seen.at(-1)).toBe('stopped');
});

it('a watch that is refused after it has opened says why, like any other call', async () => {
  const watched = collect(eventsOf(ada, 'chat.watch', { turnId: 'nonsense' }));
  await expect(watched).rejects.toThrow(/"code":"NOT_FOUND"/);
});

it('counts in the same window as the REST operation', async () => {
  const bob = await service.signedUp();
  for (let i = 0; i < 39; i += 1) await bob.post('/trpc/chat.start', { message: '' });
  expect((await bob.post('/api/jarvis/chat', { message: '' })).status).toBe(400);
  expect((await bob.post('/trpc/chat.start', { message: 'hello' })).status).toBe(429);
  expect((await bob.post('/api/jarvis/chat', { message: 'hello' })).status).toBe(429);
});
