import { readFileSync } from 'node:fs';
import { ScriptedModel } from '@jarvis/testkit';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { paths } from './generated/api.d.ts';
import { document } from './support/documented.ts';
import { startService, type TestService } from './support/service.ts';
import { typesFingerprint } from './support/types-fingerprint.ts';

let model: ScriptedModel;
let service: TestService;

beforeAll(async () => {
  model = await ScriptedModel.start();
  service = await startService({ overrides: { model: model.model } });
});
afterAll(async () => {
  await service.close();
  await model.close();
});

it('has types that are those of today’s document (make them anew with: npm run audit:openapi -- --update)', () => {
  const types = readFileSync(new URL('./generated/api.d.ts', import.meta.url), 'utf8');
  expect(types.split('\n')[0]).toBe(`// Of the document ${typesFingerprint(document)}.`);
});

/** What a stranger does who has the document, a typed client made from it, and a key. Compiling is half the test. */
it('leads a stranger through conversations, tasks and a chat', async () => {
  const person = await service.signedUp();
  const { key } = (await person.post('/api/keys', { name: 'A stranger’s program' })).body;
  const api = createClient<paths>({ baseUrl: service.url, headers: { authorization: `Bearer ${key}` } });

  const health = await api.GET('/api/health');
  const status: 'operational' | 'degraded' | undefined = health.data?.status;
  expect(status).toBe('operational');

  const made = await api.POST('/api/tasks', { body: { title: 'Book the train' } });
  expect(made.response.status).toBe(201);
  const id = made.data?.task.id ?? '';
  const done = await api.PATCH('/api/tasks/{id}', { params: { path: { id } }, body: { status: 'done' } });
  expect(done.data?.task).toMatchObject({ id, status: 'done', completedAt: expect.any(String) });
  const open = await api.GET('/api/tasks', { params: { query: { status: 'open' } } });
  expect(open.data?.tasks).toEqual([]);

  model.script({ say: 'The train leaves at **9:30**.' });
  const asked = await api.POST('/api/jarvis/chat', { body: { message: 'When does the train leave?' } });
  expect(asked.data?.reply).toBe('The train leaves at **9:30**.');
  const conversationId = asked.data?.conversationId ?? '';
  const conversation = await api.GET('/api/conversations/{id}', { params: { path: { id: conversationId } } });
  expect(conversation.data?.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  const renamed = await api.PATCH('/api/conversations/{id}', {
    params: { path: { id: conversationId } },
    body: { title: 'The train' },
  });
  expect(renamed.data?.conversation.title).toBe('The train');
  const found = await api.GET('/api/conversations', { params: { query: { q: 'train' } } });
  expect(found.data?.conversations.map(({ id }) => id)).toEqual([conversationId]);
  const removed = await api.DELETE('/api/conversations/{id}', { params: { path: { id: conversationId } } });
  expect(removed.data).toEqual({ ok: true });

  const gone = await api.GET('/api/conversations/{id}', { params: { path: { id: conversationId } } });
  expect(gone.response.status).toBe(404);
  expect(gone.error?.error).toBe('Conversation not found.');
  const refused = await api.POST('/api/tasks', { body: { title: '' } });
  expect(refused.error?.issues).toEqual([{ path: 'title', message: '`title` must not be empty.' }]);

  // @ts-expect-error a title is a string
  await api.POST('/api/tasks', { body: { title: 7 } });
  // @ts-expect-error a status is `open` or `done`
  await api.GET('/api/tasks', { params: { query: { status: 'later' } } });
});
