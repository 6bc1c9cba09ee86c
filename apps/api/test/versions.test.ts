import { modelForFile } from '@jarvis/testkit/for-file';
import { afterAll, expect, it } from 'vitest';
import { collect } from './support/reply-stream.ts';
import { serviceForFile } from './support/service.ts';
import { regenerate, startTurn } from './support/turn-stream.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
afterAll(() => service.deps.turns.close(0));

async function say(message: string, conversationId?: string): Promise<string> {
  service.deps.clock.advance(2);
  const { body } = await ada.post('/api/jarvis/chat', { message, ...(conversationId && { conversationId }) });
  return body.conversationId;
}

const read = async (id: string) => (await ada.get(`/api/conversations/${id}`)).body;

it('the documented operations show an edited message and a rewritten reply, and no other version', async () => {
  const id = await say('One');
  await say('Two', id);
  const before = (await read(id)).messages;

  service.deps.clock.advance(2);
  model.script({ say: 'Better.' });
  const again = await collect(await regenerate(ada, { conversationId: id, messageId: before[3].id }));
  expect(again[0]).toMatchObject({ type: 'snapshot', message: 'Two', replaces: before[3].id });
  expect(again.at(-1)).toMatchObject({ type: 'done', userMessage: { id: before[2].id, content: 'Two' } });
  const { conversation, messages } = await read(id);
  expect(messages.map(({ content }: { content: string }) => content)).toEqual([
    'One',
    'OK.',
    'Two',
    'Better.',
  ]);
  expect(Object.keys(messages[3])).toEqual(['id', 'role', 'content', 'policyDenied', 'createdAt']);
  expect(Object.keys(conversation)).toEqual(['id', 'title', 'createdAt', 'updatedAt']);

  service.deps.clock.advance(2);
  const edited = await collect(
    await startTurn(ada, { message: 'Eins', conversationId: id, replaces: before[0].id }),
  );
  expect(edited[0]).toMatchObject({ type: 'snapshot', message: 'Eins', replaces: before[0].id });
  expect((await read(id)).messages.map(({ content }: { content: string }) => content)).toEqual([
    'Eins',
    'OK.',
  ]);
  expect((await ada.get('/api/conversations?q=better')).body).toEqual({ conversations: [] });

  await ada.post('/trpc/conversations.chooseVersion', { id, messageId: before[3].id });
  expect((await read(id)).messages).toEqual(before);
});

it('a version of another account’s message, or of a missing one, is not found', async () => {
  const id = await say('Mine');
  const [mine, reply] = (await read(id)).messages;
  const bob = await service.signedUp();
  const message = 'Theirs';
  await expect(startTurn(bob, { message, conversationId: id, replaces: mine.id })).rejects.toThrow(
    'not found',
  );
  await expect(regenerate(bob, { conversationId: id, messageId: reply.id })).rejects.toThrow('not found');
  await expect(regenerate(ada, { conversationId: id, messageId: mine.id })).rejects.toThrow();
  await expect(startTurn(ada, { message, replaces: mine.id })).rejects.toThrow('Name the conversation');
  const choice = { id, messageId: mine.id };
  expect((await bob.post('/trpc/conversations.chooseVersion', choice)).status).toBe(404);
  expect((await read(id)).messages).toHaveLength(2);
});
