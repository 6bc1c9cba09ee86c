import { accountIn, conversationIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { newId } from '../../ids.ts';
import { chooseRecalled, type RecalledMessage, recalledBytes, recalledLines } from './choose.ts';
import { type Candidate, findPlaces, type RecallRequest, readPlaces } from './recall.ts';

const db = await databaseForFile();
const deps = testDeps(db);
const startMs = Date.parse('2026-01-01T09:00:00Z');

/** A conversation with a turn an hour; returns its id. */
function conversation(
  userId: string,
  title: string,
  turns: readonly (readonly [string, string])[],
  firstMs = startMs,
): Promise<string> {
  const messages = turns.flatMap((turn, i) =>
    turn.map((content, part) => ({
      role: part === 0 ? ('user' as const) : ('assistant' as const),
      content,
      atMs: firstMs + i * 3_600_000,
      policyDenied: content === 'denied',
    })),
  );
  return conversationIn(db, userId, messages, title);
}

async function recall(request: RecallRequest, bytes = 4_000): Promise<RecalledMessage[]> {
  const found = await findPlaces(deps, request);
  const candidates = await readPlaces(deps, request.userId, found);
  return chooseRecalled(candidates, { here: request.conversationId, words: found.words, bytes });
}

const chatter = (count: number) =>
  Array.from({ length: count }, (_, i) => [`Tell me about number ${i}`, `Number ${i} is a number`] as const);

test('an old message is found, whole, with its date and the reply', async () => {
  const userId = await accountIn(db);
  const id = await conversation(userId, 'Everything', [
    ['My sister Marta has a dog named Pippin', 'A lovely name!'],
    ...chatter(40),
  ]);
  const message = "What was my sister's dog called?";
  const recalled = await recall({ userId, conversationId: id, message, elsewhere: true });
  expect(recalled[0]).toMatchObject({ place: 1, createdAt: '2026-01-01T09:00:00+00:00' });
  expect(recalledLines(recalled, id).slice(0, 3)).toEqual([
    '[2026-01-01]',
    'person: My sister Marta has a dog named Pippin',
    'you: A lovely name!',
  ]);
});

test('a question of many conversations is read in the latest fifty, beside what fits better', async () => {
  const userId = await accountIn(db);
  const ids: string[] = [];
  const day = (n: number) => startMs + n * 86_400_000;
  const best = await conversation(
    userId,
    'Garden',
    [['Which dahlias are due in the garden?', 'Red']],
    day(0),
  );
  for (let n = 1; n <= 60; n += 1)
    ids.push(await conversation(userId, `Day ${n}`, [['What is due?', 'Nothing']], day(n)));
  const request = { userId, conversationId: null, message: 'Are the dahlias due?', elsewhere: true };
  const read = await readPlaces(deps, userId, await findPlaces(deps, request));
  expect(read[0]?.id).toBe(best);
  expect(new Set(read.map(({ id }) => id))).toEqual(new Set([best, ...ids.slice(-49)]));
});

test('a message of another conversation is found with its title, only when requested', async () => {
  const userId = await accountIn(db);
  await conversation(userId, 'Family', [['Der Hund meiner Schwester heißt Pippin', 'Schön.'], ...chatter(3)]);
  const request = { userId, conversationId: null, message: 'Wie heißt der Hund?' };
  const recalled = await recall({ ...request, elsewhere: true });
  expect(recalledLines(recalled, null).slice(0, 4)).toEqual([
    'conversation “Family”:',
    '[2026-01-01]',
    'person: Der Hund meiner Schwester heißt Pippin',
    'you: Schön.',
  ]);
  expect(await recall({ ...request, elsewhere: false })).toEqual([]);
});

test('when other conversations are not searched, a word that is common in them is found in this one', async () => {
  const userId = await accountIn(db);
  await conversation(
    userId,
    'Dogs',
    Array.from({ length: 20 }, () => ['A dog', 'A dog'] as const),
  );
  const id = await conversation(userId, 'Mine', [['My dog is Rex', 'Fine.']]);
  const recalled = await recall({ userId, conversationId: id, message: 'dog', elsewhere: false });
  expect(recalled.map((found) => found.id)).toEqual([id, id]);
});

test('a database failure leaves the turn without recall', async () => {
  const broken = { ...deps, db: db.intercepted(() => Promise.reject(new Error('gone'))) };
  const request = { userId: newId(0), conversationId: null, message: 'dog', elsewhere: true };
  const found = await findPlaces(broken, request);
  expect(found.places).toEqual([]);
  const places = [{ id: newId(0), place: 1, score: 1 }];
  expect(await readPlaces(broken, newId(0), { ...found, places })).toEqual([]);
});

test('a mistyped word is found by its beginning', async () => {
  const userId = await accountIn(db);
  await conversation(userId, 'Health', [['My migraine spray is called Zolmitan', 'Noted.'], ...chatter(3)]);
  const [best] = await recall({ userId, conversationId: null, message: 'migriane?', elsewhere: true });
  expect(best?.content).toBe('My migraine spray is called Zolmitan');
});

test('messages of a date that the message names rank higher', async () => {
  const userId = await accountIn(db);
  const turn = [['We went swimming', 'Nice.']] as const;
  const march = await conversation(userId, 'A', turn, Date.parse('2026-03-05T09:00:00Z'));
  const june = await conversation(userId, 'B', turn, Date.parse('2026-06-05T09:00:00Z'));
  const bestOf = async (message: string) =>
    (await recall({ userId, conversationId: null, message, elsewhere: true }))[0]?.id;
  expect(await bestOf('Where did we go swimming in March?')).toBe(march);
  expect(await bestOf('Wo waren wir im Juni swimming?')).toBe(june);
});

test('a long message shows its start and the part around the rarest word, and leaves room for others', async () => {
  const userId = await accountIn(db);
  const long = `The dog ${'barks and '.repeat(300)} buried the amulet ${'and barks '.repeat(300)} sleeps.`;
  await conversation(userId, 'Dogs', [
    [long, 'Fine.'],
    ['The dog is called Rex', 'Good.'],
  ]);
  const recalled = await recall(
    { userId, conversationId: null, message: 'the dog and the amulet', elsewhere: true },
    800,
  );
  const lines = recalledLines(recalled, null);
  expect(lines).toContainEqual(expect.stringMatching(/^person: The dog barks.*… .*the amulet.*…$/));
  expect(lines).toContain('person: The dog is called Rex');
  expect(recalledBytes(recalled, null)).toBeLessThanOrEqual(800);
});

test('the room is used to the byte, for better matches first', () => {
  const candidate = (place: number, content: string): Candidate => ({
    id: 'c',
    place,
    score: 10 - place,
    title: 'Über',
    role: 'user',
    content,
    createdAt: '2026-01-01T09:00:00.000Z',
    fromWeb: false,
    byProgram: false,
  });
  const candidates = [
    candidate(1, 'äöü äöü'),
    candidate(2, 'a much longer line that is too long'),
    candidate(3, 'short'),
  ];
  for (let bytes = 0; bytes < 140; bytes += 1) {
    const chosen = chooseRecalled(candidates, { here: null, words: [], bytes });
    expect(recalledBytes(chosen, null)).toBeLessThanOrEqual(bytes);
  }
  const all = chooseRecalled(candidates, { here: null, words: [], bytes: 1_000 });
  expect(all.map(({ place }) => place)).toEqual([1, 2, 3]);
});

test('a repeated message is shown once, at its best match', async () => {
  const userId = await accountIn(db);
  const turns = Array.from(
    { length: 10 },
    (_, i) => [`Does the dog like box ${i}?`, 'I do not know.'] as const,
  );
  const id = await conversation(userId, 'Dogs', turns);
  const recalled = await recall({ userId, conversationId: id, message: 'dog', elsewhere: false });
  expect(recalled.filter(({ content }) => content === 'I do not know.')).toHaveLength(1);
  expect(recalled.filter(({ role }) => role === 'user')).toHaveLength(10);
});

test('lines are in order, under a heading for each conversation and day', async () => {
  const userId = await accountIn(db);
  const later = await conversation(userId, 'Later', [['The dog eats', 'Good.']], startMs + 48 * 3_600_000);
  const turns = Array.from({ length: 20 }, (_, i) => [`The dog, day ${i}`, 'Yes.'] as const);
  const earlier = await conversation(userId, 'Earlier', turns);
  const recalled = await recall({ userId, conversationId: null, message: 'dog', elsewhere: true });
  const lines = recalledLines(recalled, null);
  expect(lines.filter((line) => !/^(?:person|you): /.test(line))).toEqual([
    'conversation “Earlier”:',
    '[2026-01-01]',
    '[2026-01-02]',
    'conversation “Later”:',
    '[2026-01-03]',
  ]);
  expect(new Set(recalled.map((found) => found.id))).toEqual(new Set([earlier, later]));
});
