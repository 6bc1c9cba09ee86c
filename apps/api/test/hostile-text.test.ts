import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import { serviceForFile } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();

beforeEach(() => service.deps.clock.advance(901));

/** Combining marks in an order that no normal form has: normalising sorts them, in quadratic time. */
const marks = (count: number) => '\u0301\u0316'.repeat(count / 2);

it('an address of many combining marks is refused by its length, without a credential (resource exhaustion)', async () => {
  const stranger = service.stranger();
  for (const [path, body] of [
    ['/api/auth/login', { password: 'whatever it is' }],
    ['/api/auth/forgot', {}],
    ['/api/auth/register', { password: 'whatever it is', confirmPassword: 'whatever it is' }],
  ] as const) {
    const { status, body: answer } = await stranger.post(path, { ...body, email: `a${marks(7_000)}@b.c` });
    expect(status).toBe(400);
    expect(answer.issues).toEqual([{ path: 'email', message: '`email` must have at most 254 characters.' }]);
  }
});

it('the web app’s calls accept bodies up to 64 KiB, its chat up to the limit of REST', async () => {
  const call = (name: string, input: object) => ada.post(`/trpc/${name}`, input);
  const large = await call('tasks.create', { title: 'a'.repeat(70_000) });
  expect(large.status).toBe(400);
  expect(JSON.stringify(large.body)).toContain('at most 64 KiB');
  model.script({ say: 'Read.' });
  const messages = Array.from({ length: 100 }, () => ({ role: 'user', content: 'a'.repeat(8_000) }));
  expect((await call('chat.send', { message: 'Hello', messages })).status).toBe(200);
});

it('a message of 8,000 combining marks is stored unchanged, answered and found (resource exhaustion)', async () => {
  const content = `Zebra${marks(7_994)}!`;
  const { conversation } = (await ada.post('/api/conversations', {})).body;
  const stored = await ada.post(`/api/conversations/${conversation.id}/messages`, { content });
  expect(stored.status).toBe(201);
  expect(stored.body.message.content).toBe(content);
  model.script({ say: 'Such accents!' });
  const reply = await ada.post('/api/jarvis/chat', { conversationId: conversation.id, message: content });
  expect(reply.status).toBe(200);
  const { messages } = (await ada.get(`/api/conversations/${conversation.id}`)).body;
  expect(messages.map((message: { content: string }) => message.content)).toEqual([
    content,
    content,
    'Such accents!',
  ]);
  const found = (await ada.get('/api/conversations?q=zebra')).body.conversations;
  expect(found.map(({ id }: { id: string }) => id)).toEqual([conversation.id]);
});

it('an address has one account, in any spelling of its domain', async () => {
  const register = (email: string) =>
    service.stranger().post('/api/auth/register', {
      email,
      password: 'correct horse battery',
      confirmPassword: 'correct horse battery',
    });
  expect((await register('ida@bücher.example')).status).toBe(201);
  expect((await register('ida@xn--bcher-kva.example')).status).toBe(409);
  const login = { email: 'IDA@XN--BCHER-KVA.example', password: 'correct horse battery' };
  expect((await service.stranger().post('/api/auth/login', login)).body.user.email).toBe(
    'ida@bücher.example',
  );
});
