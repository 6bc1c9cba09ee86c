import { accountIn, freshDatabase, testDeps } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { chooseRecalled, findFitting } from './recall.ts';

const db = await freshDatabase();
afterAll(() => db.close());
const deps = testDeps(db);
const startMs = Date.parse('2026-01-01T09:00:00Z');

/** A conversation with a turn an hour; returns the ids of what the person said. */
async function conversation(userId: string, title: string, turns: readonly (readonly [string, string])[]) {
  const id = newId(startMs);
  const started = new Date(startMs).toISOString();
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
     values ($1, $2, $3, 'person', $4, $4, $4)`,
    [userId, id, title, started],
  );
  const ids: string[] = [];
  for (const [i, [person, reply]] of turns.entries()) {
    const atMs = startMs + i * 3_600_000;
    for (const [role, content] of [
      ['user', person],
      ['assistant', reply],
    ] as const) {
      const messageId = newId(atMs);
      if (role === 'user') ids.push(messageId);
      await db.run(
        `insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [userId, messageId, id, role, content, content.startsWith('denied'), new Date(atMs).toISOString()],
      );
    }
  }
  return { id, ids };
}

const chatter = (count: number) =>
  Array.from({ length: count }, (_, i) => [`Tell me about number ${i}`, `Number ${i} is a number`] as const);

test('a turn said long ago is found, whole, with its date', async () => {
  const userId = await accountIn(db);
  const { id, ids } = await conversation(userId, 'Everything', [
    ['My sister Marta has a dog named Pippin', 'A lovely name!'],
    ...chatter(40),
  ]);
  const found = await findFitting(deps, {
    userId,
    conversationId: id,
    message: "What was my sister's dog called?",
    elsewhere: true,
    shownTokens: 100,
  });
  const room = { shownFrom: ids[30] ?? '', earlierTokens: 1_000, elsewhereTokens: 500 };
  const { earlier, elsewhere } = chooseRecalled(found, room);
  expect(earlier[0]).toMatchObject({
    person: 'My sister Marta has a dog named Pippin',
    reply: 'A lovely name!',
    at: '2026-01-01T09:00:00.000Z',
  });
  expect(elsewhere).toEqual([]);
});

test('a turn of another conversation is found with its title, only when asked for', async () => {
  const userId = await accountIn(db);
  await conversation(userId, 'Family', [['Der Hund meiner Schwester heißt Pippin', 'Schön.'], ...chatter(3)]);
  const request = { userId, conversationId: null, message: 'Wie heißt der Hund?', shownTokens: 100 };
  const room = { shownFrom: null, earlierTokens: 0, elsewhereTokens: 500 };
  const found = await findFitting(deps, { ...request, elsewhere: true, shownTokens: 100 });
  expect(chooseRecalled(found, room).elsewhere[0]).toMatchObject({ title: 'Family', reply: 'Schön.' });
  expect(await findFitting(deps, { ...request, elsewhere: false })).toEqual([]);
});

test('another account, denied turns and what is shown anyway are left out', async () => {
  const [userId, other] = [await accountIn(db), await accountIn(db)];
  await conversation(other, 'Not mine', [['The dog is Rex', 'Fine.']]);
  const { id, ids } = await conversation(userId, 'Mine', [
    ['denied dog', 'denied'],
    ['A dog is shown', 'Yes.'],
  ]);
  const found = await findFitting(deps, {
    userId,
    conversationId: id,
    message: 'dog',
    elsewhere: true,
    shownTokens: 100,
  });
  const room = { shownFrom: ids[1] ?? '', earlierTokens: 1_000, elsewhereTokens: 1_000 };
  expect(chooseRecalled(found, room)).toEqual({ earlier: [], elsewhere: [] });
});

test('a database that fails leaves the turn without recall', async () => {
  const broken = { ...deps, db: db.intercepted(() => Promise.reject(new Error('gone'))) };
  const request = {
    userId: newId(0),
    conversationId: null,
    message: 'dog',
    elsewhere: true,
    shownTokens: 100,
  };
  expect(await findFitting(broken, request)).toEqual([]);
});

test('what is mistyped is found by its beginning', async () => {
  const userId = await accountIn(db);
  await conversation(userId, 'Health', [['My migraine spray is called Zolmitan', 'Noted.'], ...chatter(3)]);
  const request = { userId, conversationId: null, elsewhere: true, shownTokens: 100 };
  const [best] = await findFitting(deps, { ...request, message: 'migriane?' });
  expect(best?.person).toBe('My migraine spray is called Zolmitan');
});

test('one long turn is cut and leaves room for others', async () => {
  const userId = await accountIn(db);
  const long = `The dog ${'barks and '.repeat(300)} sleeps.`;
  await conversation(userId, 'Dogs', [
    [long, 'Fine.'],
    ['The dog is called Rex', 'Good.'],
  ]);
  const request = { userId, conversationId: null, elsewhere: true, shownTokens: 100 };
  const found = await findFitting(deps, { ...request, message: 'the dog' });
  const { elsewhere } = chooseRecalled(found, { shownFrom: null, earlierTokens: 0, elsewhereTokens: 200 });
  expect(elsewhere.map(({ person }) => person)).toEqual([
    expect.stringMatching(/^The dog barks.*…$/),
    'The dog is called Rex',
  ]);
  expect(elsewhere.reduce((sum, { person }) => sum + person.length, 0)).toBeLessThan(800);
});
