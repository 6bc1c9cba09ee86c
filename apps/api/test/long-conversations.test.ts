import { get, type IncomingMessage } from 'node:http';
import { limits } from '@jarvis/contract';
import { amount } from '@jarvis/testkit/whole';
import { expect, it } from 'vitest';
import { userIdOf } from './support/belongings.ts';
import { McpProgram } from './support/mcp-program.ts';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const person = await service.signedUp();
const userId = await userIdOf(person);
const ada = await service.withKey(person);

/** Characters that JSON and line readers treat differently, in every message. */
const odd = '"\\\u2028\u2029\u{1f686} \t\n';
const messageChars = 8_000;
const bytesTogether = 1024 * 1024;
const longCount = 3_000;

/** A conversation of this many messages, stored without as many requests; it may lack the first ones. */
async function conversationOf(count: number, chars = messageChars, stored = count): Promise<string> {
  const { conversation } = (await ada.post('/api/conversations', { title: 'Long' })).body;
  await service.deps.db.run(
    `with counted as (
       update conversations set message_count = $3, last_message_at = now() where user_id = $1 and id = $2
     )
     insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     select $1, gen_random_uuid(), $2, n, case n % 2 when 1 then 'user' else 'assistant' end,
       n || $4 || repeat('x', $5::int), false, now()
     from generate_series($3::int - $6::int + 1, $3::int) n`,
    [userId, conversation.id, count, odd, chars, stored],
    { deadlineMs: 60_000 },
  );
  return conversation.id;
}

/** A conversation of 24 MB. */
const long = await conversationOf(longCount);

/** Sends a request and reads the head alone. */
function begin(id: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${service.url}/api/conversations/${id}`, { headers: ada.headers, agent: false })
      .once('response', (res) => resolve(res.pause()))
      .once('error', reject);
  });
}

const statements = () => service.deps.db.stats().statements;

it('is complete and in order, byte for byte as in one piece', async () => {
  const count = 450;
  const id = await conversationOf(count);
  const answer = await ada.get(`/api/conversations/${id}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(answer.text.length).toBeGreaterThan(3 * bytesTogether);
  expect(answer.text).toBe(JSON.stringify(answer.body));
  expect(Object.keys(answer.body)).toEqual(['conversation', 'messages']);
  expect(answer.body.messages).toHaveLength(count);
  for (const [index, message] of answer.body.messages.entries()) {
    expect(Object.keys(message)).toEqual(['id', 'role', 'content', 'policyDenied', 'createdAt']);
    expect(message.content).toBe(`${index + 1}${odd}${'x'.repeat(messageChars)}`);
  }
});

it('of messages that each exceed a page is complete', async () => {
  const id = await conversationOf(5, 2 * bytesTogether);
  const { messages } = (await ada.get(`/api/conversations/${id}`)).body;
  expect(messages.map(({ content }: { content: string }) => content.length)).toEqual(
    messages.map(() => 1 + odd.length + 2 * bytesTogether),
  );
  expect(messages).toHaveLength(5);
});

it('is sent by pages: the server does not read it all for a client that reads nothing', async () => {
  const before = statements();
  const res = await begin(long);
  // Requests of others, which give the server all the time it would need.
  const others = 30;
  for (let n = 0; n < others; n += 1) await ada.get('/api/tasks');
  const each = 2;
  expect(statements() - before).toBeLessThan(others * each + 15);
  let text = '';
  for await (const piece of res.setEncoding('utf8')) text += piece;
  expect(JSON.parse(text).messages).toHaveLength(longCount);
  expect(statements() - before).toBeGreaterThan(others * each + 20);
});

it('is read no further when its reader disconnects', async () => {
  const res = await begin(long);
  res.destroy();
  await ada.get('/api/tasks');
  const before = statements();
  const others = 10;
  for (let n = 0; n < others; n += 1) await ada.get('/api/tasks');
  expect(statements() - before).toBeLessThan(others * 2 + 3);
});

it('has an ETag that changes with every message, and is not read again for a client that has it', async () => {
  const id = await conversationOf(450);
  const path = `/api/conversations/${id}`;
  const etag = (await ada.get(path)).headers.get('etag') ?? '';
  const before = statements();
  const again = await ada.get(path, { 'if-none-match': etag });
  expect(again).toMatchObject({ status: 304, text: '' });
  expect(statements() - before).toBeLessThan(6);
  // At the same time: the service's clock is stopped.
  expect((await ada.post(`${path}/messages`, { content: 'One' })).status).toBe(201);
  const one = (await ada.get(path, { 'if-none-match': etag })).headers.get('etag') ?? '';
  expect((await ada.post(`${path}/messages`, { content: 'Two' })).status).toBe(201);
  const two = await ada.get(path, { 'if-none-match': one });
  expect(two.body.messages).toHaveLength(452);
});

it('answers HEAD without reading all of it', async () => {
  const before = statements();
  const answer = await ada.request('HEAD', `/api/conversations/${long}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('');
  expect(statements() - before).toBeLessThan(6);
});

it('is read by pages from its end with the tool of other assistants', async () => {
  const program = new McpProgram(ada);
  let before: string | undefined;
  for (const last of [longCount, longCount - 2]) {
    const { result } = await program.call('read_conversation', { id: long, before, limit: 2 });
    expect(result.messages.map(({ content }: { content: string }) => content.split('"')[0])).toEqual([
      `${last - 1}`,
      `${last}`,
    ]);
    before = result.messages[0].id;
    expect(result.more).toBe(`Earlier ones: call again with before "${before}".`);
  }
});

it('is complete in a typed call, which cannot be sent by pages and is refused for a huge one', async () => {
  const typed = (id: string) =>
    ada.get(`/trpc/conversations.get?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  const whole = await typed(await conversationOf(450));
  expect(whole.body.result.data.messages).toHaveLength(450);
  const answer = await typed(long);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toBe('This conversation is too long for one answer.');
});

it('is incomplete JSON, and never a mixture, when it is deleted during the answer', async () => {
  const res = await begin(long);
  expect((await ada.delete(`/api/conversations/${long}`)).status).toBe(200);
  const taken = (async () => {
    for await (const _ of res);
  })();
  await expect(taken).rejects.toThrow('aborted');
});

it('is exported complete, whatever the length of its messages', async () => {
  const id = await conversationOf(5, 2 * bytesTogether);
  const { body } = await person.get('/api/auth/export');
  type Exported = { id: string; messages: { id: string; content: string }[] };
  const exported = body.conversations.find((each: Exported) => each.id === id) as Exported;
  const { messages } = (await ada.get(`/api/conversations/${id}`)).body as Exported;
  const contents = (all: Exported['messages']) => all.map(({ content }) => content).sort();
  expect(contents(exported.messages)).toEqual(contents(messages));
  expect(messages).toHaveLength(5);
});

it('accepts no further message, and says what to do', async () => {
  const max = limits.conversationMessagesMax;
  const stored = amount(1_000, max - 1);
  const id = await conversationOf(max - 1, 1, stored);
  const path = `/api/conversations/${id}`;
  const full = { error: 'This conversation is full: it has 100,000 messages. Go on in a new one.' };

  // A turn is two messages.
  expect(await ada.post('/api/jarvis/chat', { message: 'Hello', conversationId: id })).toMatchObject({
    status: 400,
    body: full,
  });
  expect((await ada.post(`${path}/messages`, { content: 'The last' })).status).toBe(201);
  expect(await ada.post(`${path}/messages`, { content: 'One more' })).toMatchObject({
    status: 400,
    body: full,
  });
  expect((await ada.post('/api/jarvis/chat', { message: 'Hello', conversationId: id })).body).toEqual(full);

  const { messages } = (await ada.get(path)).body;
  expect(messages).toHaveLength(stored + 1);
  expect(messages.at(-1).content).toBe('The last');

  const other = await service.withKey(await service.signedUp());
  expect((await other.post(`${path}/messages`, { content: 'Hello' })).status).toBe(404);
});
