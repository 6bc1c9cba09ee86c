import { turnsOf } from '@jarvis/core';
import { ScriptedModel } from '@jarvis/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { eventsOf } from './support/event-stream.ts';
import { startService, type TestService } from './support/service.ts';

let model: ScriptedModel;
let service: TestService;
let ada: Client;

beforeAll(async () => {
  model = await ScriptedModel.start();
  service = await startService({ overrides: { model: model.model } });
  ada = await service.signedUp();
});
afterEach(() => model.reset());
afterAll(async () => {
  await turnsOf(service.deps).close(0);
  await service.close();
  await model.close();
});

async function begin(message: string, conversationId?: string) {
  service.deps.clock.advance(2);
  const answer = await ada.post('/trpc/chat.start', { message, conversationId });
  expect(answer.status).toBe(200);
  return answer.body.result.data as { turnId: string; conversationId: string };
}

it('streams text as it comes and tool steps as they happen, and ends with what was stored', async () => {
  model.script(
    { call: [{ tool: 'add_task', input: { title: 'Milk' } }] },
    { say: 'Milk is on your list now.', pieceMs: 30 },
  );
  const { turnId, conversationId } = await begin('put milk on my list');
  const events = [];
  for await (const event of eventsOf(ada, 'chat.watch', { turnId })) events.push(event);

  expect(events[0]).toMatchObject({
    type: 'snapshot',
    turnId,
    conversationId,
    message: 'put milk on my list',
  });
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
  expect(stored.messages.map(({ id }: { id: string }) => id)).toEqual([
    done.userMessage.id,
    done.assistantMessage.id,
  ]);
});

/** Watches a turn that is not started yet; resolves when the stream is open. */
async function watchAhead(turnId: string) {
  const opened = Promise.withResolvers<void>();
  const all = (async () => {
    const seen = [];
    for await (const event of eventsOf(ada, 'chat.watch', { turnId }, opened.resolve)) seen.push(event);
    return seen;
  })();
  await Promise.race([opened.promise, all]);
  return { all };
}

it('may be watched before it is started', async () => {
  model.script({ say: 'one two three', pieceMs: 20 });
  const turnId = crypto.randomUUID();
  const watched = await watchAhead(turnId);
  const answer = await ada.post('/trpc/chat.start', { message: 'count', requestId: turnId });
  const { conversationId } = answer.body.result.data;
  const events = await watched.all;
  expect(events[0]).toMatchObject({ type: 'snapshot', turnId, conversationId, message: 'count' });
  expect(events.at(-1)).toMatchObject({ type: 'done', assistantMessage: { content: 'one two three' } });
});

it.each([
  ['the message is empty', 400, { message: '' }],
  ['there is no such conversation', 404, { message: 'hi', conversationId: crypto.randomUUID() }],
])('a watch hears nothing of a start that is refused because %s', async (_, status, input) => {
  const turnId = crypto.randomUUID();
  const watched = await watchAhead(turnId);
  expect((await ada.post('/trpc/chat.start', { ...input, requestId: turnId })).status).toBe(status);
  service.deps.clock.advance(10);
  expect(await watched.all).toEqual([]);
});

it('goes on when the page is left, and is stored', async () => {
  model.script({ say: 'one two three four five', pieceMs: 40 });
  const { turnId, conversationId } = await begin('count');
  for await (const event of eventsOf(ada, 'chat.watch', { turnId })) if (event.type === 'text') break;
  const again = [];
  for await (const event of eventsOf(ada, 'chat.watch', { conversationId })) again.push(event);
  expect(again[0].text).toMatch(/^one/);
  expect(again.at(-1)).toMatchObject({
    type: 'done',
    assistantMessage: { content: 'one two three four five' },
  });
});

it('Stop stores what there is', async () => {
  model.script({ stall: 'Once upon a time' });
  const { turnId, conversationId } = await begin('a story');
  const seen = [];
  for await (const event of eventsOf(ada, 'chat.watch', { turnId })) {
    seen.push(event);
    const shown = event.type === 'text' || (event.type === 'snapshot' && event.text !== '');
    if (shown) expect((await ada.post('/trpc/chat.stop', { turnId })).status).toBe(200);
  }
  expect(seen.at(-1)).toMatchObject({
    type: 'stopped',
    assistantMessage: { content: 'Once upon a time', extras: { stopped: true } },
  });
  const { messages } = (await ada.get(`/api/conversations/${conversationId}`)).body;
  expect(messages).toHaveLength(2);
  expect(messages[1]).not.toHaveProperty('extras');
});

it('a model that fails ends the stream with what to say, and stores nothing', async () => {
  model.script({ refuse: 401 });
  const { turnId, conversationId } = await begin('hello');
  const seen = [];
  for await (const event of eventsOf(ada, 'chat.watch', { turnId })) seen.push(event);
  expect(seen.at(-1)).toMatchObject({
    type: 'failed',
    error: { kind: 'failed', message: expect.stringContaining('refused its key') },
  });
  expect((await ada.get(`/api/conversations/${conversationId}`)).status).toBe(404);
});

it('watching a conversation in which nothing goes on ends at once', async () => {
  const { conversationId, turnId } = await begin('hello');
  for await (const _ of eventsOf(ada, 'chat.watch', { turnId }));
  const seen = [];
  for await (const event of eventsOf(ada, 'chat.watch', { conversationId })) seen.push(event);
  expect(seen).toEqual([]);
});

it('counts in the same window as the REST operation', async () => {
  const bob = await service.signedUp();
  for (let i = 0; i < 39; i += 1) await bob.post('/trpc/chat.start', { message: '' });
  expect((await bob.post('/api/jarvis/chat', { message: '' })).status).toBe(400);
  expect((await bob.post('/trpc/chat.start', { message: 'hello' })).status).toBe(429);
  expect((await bob.post('/api/jarvis/chat', { message: 'hello' })).status).toBe(429);
});
