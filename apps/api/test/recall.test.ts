import type { ModelRequest } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const model = await modelForFile();
const policy = {
  denial: (text: string) => (text.includes('forbidden') ? { reply: undefined } : undefined),
};
const service = await serviceForFile({ overrides: { model: model.model, policy } });

beforeEach(async () => {
  model.reset();
  ada = await service.signedUp();
});

async function say(person: Client, message: string, conversationId?: string): Promise<string> {
  service.deps.clock.advance(2);
  const answer = await person.post('/api/jarvis/chat', { message, conversationId });
  expect(answer.status).toBe(200);
  return answer.body.conversationId;
}

/** The complete prompt of a question about the heron. */
async function sentWith(person: Client, conversationId?: string): Promise<string> {
  model.requests.length = 0;
  await say(person, 'Where did the heron stand?', conversationId);
  return JSON.stringify(model.requests.at(-1)?.messages);
}

const heron = 'The grey heron stood by the weir at dawn';

it('a message of another conversation is shown to the model, with its title', async () => {
  await say(ada, heron);
  const sent = await sentWith(ada);
  expect(sent).toContain(`conversation “${heron}”:`);
  expect(sent).toContain(`person: ${heron}`);
});

it('a message of a deleted conversation is never shown again', async () => {
  const id = await say(ada, heron);
  expect((await ada.delete(`/api/conversations/${id}`)).status).toBe(200);
  expect(await sentWith(ada)).not.toContain('weir');
});

it('a denied turn is not shown, neither the person’s message nor the reply', async () => {
  const id = await say(ada, `${heron}, which is forbidden`);
  model.script({ say: 'A forbidden heron by the weir.' });
  await say(ada, 'Tell of the heron at the weir', id);
  await say(ada, 'Hello', id);
  expect(await sentWith(ada, id)).not.toContain('weir');
  expect(await sentWith(ada)).not.toContain('weir');
});

it('with memory switched off, other conversations are not searched, this one is', async () => {
  const id = await say(ada, heron);
  expect((await ada.patch('/api/auth/profile', { memoryEnabled: false })).status).toBe(200);
  expect(await sentWith(ada)).not.toContain('weir');
  expect(await sentWith(ada, id)).toContain('weir');
});

it('messages of other accounts are never shown', async () => {
  await say(await service.signedUp(), heron);
  expect(await sentWith(ada)).not.toContain('weir');
});

it('the web app shows which conversation a reply drew on, REST bodies do not', async () => {
  const earlier = await say(ada, heron);
  model.script({ say: 'By the weir, at dawn.' }, { say: 'I cannot tell.' });
  service.deps.clock.advance(2);
  const answer = await ada.post('/api/jarvis/chat', { message: 'Where did the heron stand?' });
  expect(Object.keys(answer.body).sort()).toEqual(['conversationId', 'reply']);
  const id = answer.body.conversationId;
  await say(ada, 'And where did it fly then?', id);
  const input = encodeURIComponent(JSON.stringify({ id }));
  const page = (await ada.get(`/trpc/conversations.page?input=${input}`)).body.result.data;
  expect(page.messages[1].extras.drawnFrom).toEqual([
    { conversationId: earlier, title: heron, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
  expect(page.messages[3].extras).toBeNull();
  const [, reply] = (await ada.get(`/api/conversations/${id}`)).body.messages;
  expect(Object.keys(reply).sort()).toEqual(['content', 'createdAt', 'id', 'policyDenied', 'role']);
});

it('messages keep the order of their storing when the clock steps back', async () => {
  const id = await say(ada, 'first');
  service.deps.clock.advance(-120);
  await say(ada, 'second', id);
  service.deps.clock.advance(-120);
  expect((await ada.post(`/api/conversations/${id}/messages`, { content: 'third' })).status).toBe(201);
  service.deps.clock.advance(-120);
  await say(ada, 'fourth', id);

  const contents = (of: { content: string | null }[]) => of.map(({ content }) => content);
  const { messages } = (await ada.get(`/api/conversations/${id}`)).body;
  expect(contents(messages)).toEqual(['first', 'OK.', 'second', 'OK.', 'third', 'fourth', 'OK.']);
  const asked = model.requests.at(-1) as ModelRequest;
  expect(contents(asked.messages.slice(1))).toEqual(['first', 'OK.', 'second', 'OK.', 'third', 'fourth']);
});
