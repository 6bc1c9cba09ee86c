import { modelForFile } from '@jarvis/testkit/for-file';
import { describe, expect, it } from 'vitest';
import { lookUp, remember } from './support/belongings.ts';
import { anId, aTime, aUuid } from './support/matchers.ts';
import { serviceForFile } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp('ada@example.org');

/** Specification: Resources. `toEqual` on whole bodies: these fields and no others. */
describe('resources have the documented fields and no others', () => {
  it('conversation and message', async () => {
    const conversation = { id: anId, title: 'New conversation', createdAt: aTime, updatedAt: aTime };
    const created = await ada.post('/api/conversations', {});
    expect(created.body).toEqual({ conversation });
    const { id } = created.body.conversation;

    const message = { id: anId, role: 'user', content: 'Hi', policyDenied: false, createdAt: aTime };
    const added = await ada.post(`/api/conversations/${id}/messages`, { content: 'Hi' });
    expect(added.body).toEqual({ message, conversation });
    expect(added.body.conversation.updatedAt).toBe(added.body.message.createdAt);

    expect((await ada.get(`/api/conversations/${id}`)).body).toEqual({
      conversation: added.body.conversation,
      messages: [added.body.message],
    });
    expect((await ada.get('/api/conversations')).body).toEqual({ conversations: [added.body.conversation] });
    const renamed = await ada.patch(`/api/conversations/${id}`, { title: 'Turin' });
    expect(renamed.body).toEqual({ conversation: { ...conversation, title: 'Turin' } });
    expect((await ada.delete(`/api/conversations/${id}`)).body).toEqual({ ok: true });
  });

  it('chat reply: fields without a value are missing', async () => {
    const answer = await ada.post('/api/jarvis/chat', { message: 'Hello' });
    expect(answer.body).toEqual({ reply: 'OK.', conversationId: anId });
    const { messages } = (await ada.get(`/api/conversations/${answer.body.conversationId}`)).body;
    const message = { id: anId, policyDenied: false, createdAt: aTime };
    expect(messages).toEqual([
      { ...message, role: 'user', content: 'Hello' },
      { ...message, role: 'assistant', content: 'OK.' },
    ]);
    await ada.delete(`/api/conversations/${answer.body.conversationId}`);
  });

  it('task', async () => {
    const task = {
      id: anId,
      title: 'Buy milk',
      status: 'open',
      createdBy: 'user',
      createdAt: aTime,
      updatedAt: aTime,
      completedAt: null,
    };
    const created = await ada.post('/api/tasks', { title: 'Buy milk' });
    expect(created.body).toEqual({ task });
    expect((await ada.get('/api/tasks')).body).toEqual({ tasks: [created.body.task] });
    const path = `/api/tasks/${created.body.task.id}`;
    expect((await ada.patch(path, { status: 'done' })).body).toEqual({
      task: { ...task, status: 'done', completedAt: aTime },
    });
    expect((await ada.delete(path)).body).toEqual({ ok: true });
  });

  it('memory', async () => {
    const id = await remember(service, ada, 'Prefers trains to planes.');
    const memory = {
      id,
      type: 'preference',
      content: 'Prefers trains to planes.',
      fromConversation: true,
      createdAt: aTime,
      updatedAt: aTime,
    };
    expect((await ada.get('/api/memories')).body).toEqual({ memories: [memory] });
    const edited = await ada.patch(`/api/memories/${id}`, { content: 'Is called Ada.' });
    expect(edited.body).toEqual({ memory: { ...memory, type: 'user', content: 'Is called Ada.' } });
    expect((await ada.delete(`/api/memories/${id}`)).body).toEqual({ ok: true });
  });

  it('web lookup', async () => {
    await lookUp(service, ada, 'trains to turin');
    await lookUp(service, ada, 'planes to turin', 'The search service did not answer in time.');
    const lookup = { id: anId, conversationId: aUuid, createdAt: aTime };
    expect((await ada.get('/api/web')).body).toEqual({
      searchConfigured: false,
      enabled: true,
      lookups: [
        {
          ...lookup,
          query: 'planes to turin',
          status: 'error',
          resultCount: 0,
          error: 'The search service did not answer in time.',
        },
        { ...lookup, query: 'trains to turin', status: 'ok', resultCount: 3, error: null },
      ],
    });
    expect((await ada.delete('/api/web')).body).toEqual({ ok: true, cleared: 2 });
  });

  it('API key record, and the key itself only once', async () => {
    const created = await ada.post('/api/keys', {});
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      key: expect.stringMatching(/^asst_[0-9A-Za-z]{49}$/),
      id: anId,
      name: 'Default key',
      prefix: created.body.key.slice(0, 12),
      createdAt: aTime,
    });
    const { key, ...record } = created.body;
    const listed = await ada.get('/api/keys');
    expect(listed.body).toEqual({ keys: [{ ...record, lastUsedAt: null, revokedAt: null }] });
    expect(listed.text).not.toContain(key.slice(12));
    expect((await ada.delete(`/api/keys/${record.id}`)).body).toEqual({ ok: true });
  });

  it('user', async () => {
    const user = {
      id: anId,
      email: 'ada@example.org',
      displayName: '',
      preferredLanguage: 'auto',
      memoryEnabled: true,
      webSearchEnabled: true,
      displayNameChangePromptDisabled: false,
    };
    expect((await ada.get('/api/auth/session')).body).toEqual({ user });
    const changed = await ada.patch('/api/auth/profile', { displayName: 'Ada', preferredLanguage: 'it' });
    expect(changed.body).toEqual({ user: { ...user, displayName: 'Ada', preferredLanguage: 'it' } });
  });

  it('health report', async () => {
    const check = { ok: true, detail: expect.any(String) };
    expect((await service.stranger().get('/api/health')).body).toEqual({
      status: 'operational',
      checks: { core: check, memory: check, auth: check },
      checkedAt: aTime,
    });
  });
});
