import { connectionTo, flakyServer } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';
import { regenerate } from './support/turn-stream.ts';

const direct = await databaseForFile();
let ada: Client;

const proxy = await flakyServer(direct.url);
afterAll(() => proxy.stop());
const db = connectionTo(proxy.url, { poolSize: 3 });
afterAll(() => db.close(0));
const model = await modelForFile();
const service = await serviceForFile({ db, overrides: { model: model.model } });
afterAll(() => service.deps.turns.close(0));

beforeEach(async () => {
  ada = await service.signedUp();
});

/** Drops the connection after the commit of a statement with this text, and before its answer. */
const loseAnswerTo = (text: string) => proxy.cutAnswerTo(text);

it('a task is reported as made, and is made once, when the connection is lost before the answer', async () => {
  loseAnswerTo('Water the plants');
  const answer = await ada.post('/api/tasks', { title: 'Water the plants' });
  expect(answer.status).toBe(201);
  expect((await ada.get('/api/tasks')).body.tasks).toEqual([answer.body.task]);
});

it('so are a conversation and a message', async () => {
  loseAnswerTo('Reading list');
  const made = await ada.post('/api/conversations', { title: 'Reading list' });
  expect(made.status).toBe(201);
  const { conversation } = made.body;
  expect(conversation.title).toBe('Reading list');

  loseAnswerTo('The Leopard');
  const path = `/api/conversations/${conversation.id}`;
  const stored = await ada.post(`${path}/messages`, { content: 'The Leopard' });
  expect(stored.status).toBe(201);
  expect(stored.body.conversation).toMatchObject({ id: conversation.id, title: 'Reading list' });
  expect((await ada.get(path)).body).toEqual({
    conversation: stored.body.conversation,
    messages: [stored.body.message],
  });
  expect((await ada.get('/api/conversations')).body.conversations).toHaveLength(1);
});

it('so is an API key, and it works', async () => {
  loseAnswerTo('Laptop');
  const made = await ada.post('/api/keys', { name: 'Laptop' });
  expect(made.status).toBe(200);
  expect((await ada.get('/api/keys')).body.keys).toHaveLength(1);
  const program = await ada.get('/api/tasks', { authorization: `Bearer ${made.body.key}` });
  expect(program.status).toBe(200);
});

it('so is a turn: one that begins a conversation, and one that continues it', async () => {
  model.script({ say: 'Nice to meet you, the first time.' }, { say: 'Nice to meet you, the second time.' });
  loseAnswerTo('the first time');
  const first = await ada.post('/api/jarvis/chat', { message: 'Hello' });
  expect(first.status).toBe(200);
  const { conversationId } = first.body;

  loseAnswerTo('the second time');
  const second = await ada.post('/api/jarvis/chat', { message: 'Hello again', conversationId });
  expect(second.status).toBe(200);
  const { messages } = (await ada.get(`/api/conversations/${conversationId}`)).body;
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    'Hello',
    'Nice to meet you, the first time.',
    'Hello again',
    'Nice to meet you, the second time.',
  ]);
});

it('so is another version of a reply, when the answer to its commit is lost', async () => {
  const { conversationId } = (await ada.post('/api/jarvis/chat', { message: 'Hello' })).body;
  const path = `/api/conversations/${conversationId}`;
  const [, reply] = (await ada.get(path)).body.messages;
  model.script(() => {
    loseAnswerTo('commit');
    return { say: 'Better.' };
  });
  const events = [];
  for await (const event of await regenerate(ada, { conversationId, messageId: reply.id }))
    events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'done', assistantMessage: { content: 'Better.' } });
  const { messages } = (await ada.get(path)).body;
  expect(messages.map(({ content }: { content: string }) => content)).toEqual(['Hello', 'Better.']);
  const input = encodeURIComponent(JSON.stringify({ id: conversationId }));
  const { versions } = (await ada.get(`/trpc/conversations.versions?input=${input}`)).body.result.data;
  expect(versions).toEqual([{ chosen: messages[1].id, messageIds: [reply.id, messages[1].id] }]);
});
