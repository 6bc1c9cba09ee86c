import { type ImportInput, limits } from '@jarvis/contract';
import { accountIn, freshDatabase, testDeps } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { addMessage, listConversations, readConversation } from '../conversations.ts';
import { importMessages } from './import.ts';

const db = await freshDatabase();
afterAll(() => db.close());
const deps = testDeps(db);

const at = (minute: number) => new Date(Date.parse('2025-03-01T10:00:00Z') + minute * 60_000).toISOString();

function stretch(contents: readonly string[], from = 0): ImportInput {
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
  (await readConversation(deps, userId, id)).messages.map(({ content }) => content);

test('what is imported is a conversation like all others, dated as it was, long messages whole', async () => {
  const userId = await accountIn(db);
  const long = 'word '.repeat(40_000);
  const { conversationId, state, added } = await importMessages(deps, userId, stretch(['Hello', long]));
  expect({ state, added }).toEqual({ state: 'imported', added: 2 });
  const { conversation, messages } = await readConversation(deps, userId, conversationId);
  expect(conversation).toMatchObject({ title: 'A trip to Turin', createdAt: at(0), updatedAt: at(1) });
  expect(messages[1]).toMatchObject({ role: 'assistant', content: long, createdAt: at(1) });
  expect(await listConversations(deps, userId, 'hello')).toHaveLength(1);
});

test('the same import twice makes no doubles, and a longer one adds what is new', async () => {
  const userId = await accountIn(db);
  await importMessages(deps, userId, stretch(['a', 'b']));
  const again = await importMessages(deps, userId, stretch(['a', 'b']));
  expect(again).toMatchObject({ state: 'alreadyThere', added: 0 });
  const longer = await importMessages(deps, userId, stretch(['a', 'b', 'c']));
  expect(longer).toMatchObject({ state: 'alreadyThere', added: 1 });
  expect(await importMessages(deps, userId, stretch(['d'], 3))).toMatchObject({ added: 1 });
  expect(await contents(userId, again.conversationId)).toEqual(['a', 'b', 'c', 'd']);
});

test('a conversation that was gone on with here is left as it is', async () => {
  const userId = await accountIn(db);
  const { conversationId: id } = await importMessages(deps, userId, stretch(['a', 'b']));
  await addMessage(deps, userId, { id, content: 'mine' });
  const outcome = await importMessages(deps, userId, stretch(['a', 'b', 'c', 'd']));
  expect(outcome).toMatchObject({ state: 'changedHere', added: 0 });
  expect(await importMessages(deps, userId, stretch(['e'], 4))).toMatchObject({ state: 'changedHere' });
  expect(await contents(userId, id)).toEqual(['a', 'b', 'mine']);
});

test('the same import by two windows at once is stored once', async () => {
  const userId = await accountIn(db);
  const [first] = await Promise.all([1, 2].map(() => importMessages(deps, userId, stretch(['a', 'b']))));
  expect(await contents(userId, first?.conversationId ?? '')).toEqual(['a', 'b']);
});

test('two accounts import the same file, each for itself', async () => {
  const [ada, bob] = [await accountIn(db), await accountIn(db)];
  await importMessages(deps, ada, stretch(['a']));
  expect(await importMessages(deps, bob, stretch(['a']))).toMatchObject({ state: 'imported', added: 1 });
});

test('a conversation with more messages than one has room for is refused, and nothing of it is stored', async () => {
  const userId = await accountIn(db);
  await expect(
    importMessages(deps, userId, stretch(['too many'], limits.conversationMessagesMax)),
  ).rejects.toMatchObject({ kind: 'badRequest' });
  expect(await listConversations(deps, userId)).toEqual([]);
});
