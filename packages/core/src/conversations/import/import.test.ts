import { type ImportedPart, importInput, limits } from '@jarvis/contract';
import { accountIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { addMessage, listConversations, readConversation } from '../conversations.ts';
import { importConversations, importMessages } from './import.ts';

const db = await databaseForFile();
const deps = testDeps(db);

const at = (minute: number) => new Date(Date.parse('2025-03-01T10:00:00Z') + minute * 60_000).toISOString();

function stretch(contents: readonly string[], from = 0): ImportedPart {
  const messages = contents.map((content, i) => ({
    id: `m${from + i}`,
    role: (from + i) % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
    createdAt: at(from + i),
  }));
  const after = from === 0 ? null : `m${from - 1}`;
  return { source: 'chatgpt', id: 'c1', title: 'A trip\nto Turin', createdAt: at(0), from, after, messages };
}

const contents = async (userId: string, id: string) =>
  (await readConversation(deps, userId, { id })).messages.map(({ content }) => content);

test('an imported conversation is like any other, with its dates, and long messages whole', async () => {
  const userId = await accountIn(db);
  const long = 'word '.repeat(40_000);
  const { conversationId, state, added } = await importMessages(deps, userId, stretch(['Hello', long]));
  expect({ state, added }).toEqual({ state: 'imported', added: 2 });
  const { conversation, messages } = await readConversation(deps, userId, { id: conversationId });
  expect(conversation).toMatchObject({ title: 'A trip to Turin', createdAt: at(0), updatedAt: at(1) });
  expect(messages[1]).toMatchObject({ role: 'assistant', content: long, createdAt: at(1) });
  expect(await listConversations(deps, userId, { q: 'hello' })).toHaveLength(1);
});

test('a title of megabytes takes no time', async () => {
  const userId = await accountIn(db);
  const title = 'a 漢'.repeat(1_000_000);
  const before = process.threadCpuUsage();
  for (let i = 0; i < 5; i += 1) await importMessages(deps, userId, { ...stretch([]), id: `t${i}`, title });
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(100);
});

test('a repeated import adds no duplicates, and a longer one adds what is new', async () => {
  const userId = await accountIn(db);
  await importMessages(deps, userId, stretch(['a', 'b']));
  const again = await importMessages(deps, userId, stretch(['a', 'b']));
  expect(again).toMatchObject({ state: 'alreadyThere', added: 0 });
  const longer = await importMessages(deps, userId, stretch(['a', 'b', 'c']));
  expect(longer).toMatchObject({ state: 'alreadyThere', added: 1 });
  expect(await importMessages(deps, userId, stretch(['d'], 3))).toMatchObject({ added: 1 });
  expect(await contents(userId, again.conversationId)).toEqual(['a', 'b', 'c', 'd']);
});

test('a conversation that was continued here stays unchanged', async () => {
  const userId = await accountIn(db);
  const { conversationId: id } = await importMessages(deps, userId, stretch(['a', 'b']));
  await addMessage(deps, userId, { id, content: 'mine' });
  const outcome = await importMessages(deps, userId, stretch(['a', 'b', 'c', 'd']));
  expect(outcome).toMatchObject({ state: 'changedHere', added: 0 });
  expect(await importMessages(deps, userId, stretch(['e'], 4))).toMatchObject({ state: 'changedHere' });
  expect(await contents(userId, id)).toEqual(['a', 'b', 'mine']);
});

test('the same import in two windows at once is stored once', async () => {
  const userId = await accountIn(db);
  const [first] = await Promise.all([1, 2].map(() => importMessages(deps, userId, stretch(['a', 'b']))));
  expect(await contents(userId, first?.conversationId ?? '')).toEqual(['a', 'b']);
});

test('two accounts can import the same file, each for itself', async () => {
  const [ada, bob] = [await accountIn(db), await accountIn(db)];
  await importMessages(deps, ada, stretch(['a']));
  expect(await importMessages(deps, bob, stretch(['a']))).toMatchObject({ state: 'imported', added: 1 });
});

test('a message that our export marks as a program’s, or as denied, stays marked; each reply is from outside', async () => {
  const userId = await accountIn(db);
  const own = stretch(['mine', 'reply', 'told']);
  const messages = own.messages.map((message, i) => ({
    ...message,
    fromWeb: i === 2,
    policyDenied: i === 1,
  }));
  const { conversationId } = await importMessages(deps, userId, { ...own, source: 'jarvis', messages });
  const marks = await db.run(
    'select from_web, policy_denied from messages where conversation_id = $1 order by place',
    [conversationId],
  );
  expect(marks).toEqual([
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test('times before 1970 stay', async () => {
  const userId = await accountIn(db);
  const createdAt = '1815-12-10T09:00:00.000Z';
  const messages = [{ id: 'm0', role: 'user' as const, content: 'Hello', createdAt }];
  const old = { ...stretch([]), createdAt, messages };
  const { conversationId } = await importMessages(deps, userId, old);
  const read = await readConversation(deps, userId, { id: conversationId });
  expect([read.conversation.createdAt, read.messages[0]?.createdAt]).toEqual([createdAt, createdAt]);
  expect(await importMessages(deps, userId, old)).toMatchObject({ state: 'alreadyThere', added: 0 });
});

test('messages with one id in the file are all stored, also from before 1970', async () => {
  const userId = await accountIn(db);
  const file = stretch(['a', 'b', 'c']);
  const messages = file.messages.map((message) => ({ ...message, id: 'same' }));
  for (const createdAt of [at(0), '1950-01-01T00:00:00.000Z']) {
    const { added } = await importMessages(deps, userId, { ...file, id: createdAt, createdAt, messages });
    expect(added).toBe(3);
  }
});

test('ids of ours that other messages have are not used again', async () => {
  const userId = await accountIn(db);
  const ours = (n: number) => `01970000-0000-7000-8000-00000000000${n}`;
  const exported = (id: string, ...ids: string[]): ImportedPart => ({
    ...stretch(ids.map((_, i) => `${id} ${i}`)),
    source: 'jarvis',
    id,
    messages: ids.map((messageId, i) => ({
      id: messageId,
      role: 'user',
      content: `${id} ${i}`,
      createdAt: at(i),
    })),
  });
  await importMessages(deps, userId, exported(ours(1), ours(2), ours(3)));
  const copy = exported(ours(4), ours(2), ours(5), ours(5));
  const outcome = await importMessages(deps, userId, copy);
  expect(outcome).toMatchObject({ conversationId: ours(4), state: 'imported', added: 3 });
  const { messages } = await readConversation(deps, userId, { id: ours(4) });
  expect(messages.map(({ content }) => content)).toEqual([0, 1, 2].map((i) => `${ours(4)} ${i}`));
  expect(messages[1]?.id).toBe(ours(5));
  expect(await importMessages(deps, userId, copy)).toMatchObject({ state: 'alreadyThere', added: 0 });
  const longer = exported(ours(4), ours(2), ours(5), ours(5), ours(6));
  expect(await importMessages(deps, userId, longer)).toMatchObject({ state: 'alreadyThere', added: 1 });
});

test('a message that would take too long to store is refused', async () => {
  const userId = await accountIn(db);
  const long = 'ä'.repeat(limits.importedMessageBytesMax / 2 + 1);
  await expect(importMessages(deps, userId, stretch([long]))).rejects.toMatchObject({ kind: 'badRequest' });
});

test('a conversation beyond the maximum number of messages is refused, and nothing of it is stored', async () => {
  const userId = await accountIn(db);
  await expect(
    importMessages(deps, userId, stretch(['too many'], limits.conversationMessagesMax)),
  ).rejects.toMatchObject({ kind: 'badRequest' });
  expect(await listConversations(deps, userId)).toEqual([]);
});

test('of several conversations, those before the first failure are stored, and the failure is thrown if it is first', async () => {
  const userId = await accountIn(db);
  const named = (id: string, content: string) => ({ ...stretch([content]), id });
  const long = 'x'.repeat(limits.importedMessageBytesMax + 1);
  const parts = [named('a', 'A'), named('b', 'B'), named('c', long), named('d', 'D')];
  const added = { state: 'imported', added: 1 };
  expect(await importConversations(deps, userId, parts)).toMatchObject([added, added]);
  expect(await listConversations(deps, userId)).toHaveLength(2);
  const rest = importConversations(deps, userId, parts.slice(2));
  await expect(rest).rejects.toMatchObject({ kind: 'badRequest' });
  expect(await importConversations(deps, userId, parts.slice(3))).toMatchObject([added]);
});

test('a request has at most 200 messages, over all of its conversations: it counts once for the rate limit', () => {
  const conversations = [99, 1, 100].map((count, i) => ({ ...stretch(Array(count).fill('a')), id: `${i}` }));
  expect(importInput.safeParse({ conversations }).success).toBe(true);
  const more = { conversations: [...conversations, { ...stretch(['b']), id: 'more' }] };
  expect(importInput.safeParse(more).success).toBe(false);
});
