import { changeCursor } from '@jarvis/contract';
import { accountIn, MovableClock, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { register } from '../account/account.ts';
import { newId } from '../ids.ts';
import { addMessage, createConversation, readConversation, renameConversation } from './conversations.ts';
import { readPage } from './pages.ts';
import { searchForHits } from './search.ts';

const db = await databaseForFile();
const deps = testDeps(db);

async function personWith(contents: string[]) {
  const email = `${newId(Date.now())}@example.org`;
  const password = 'a long enough one';
  const { user } = await register(
    deps,
    { email, password },
    {
      userAgent: undefined,
      sessionToken: undefined,
    },
  );
  const conversation = await createConversation(deps, user.id, 'Reading list');
  for (const content of contents) await addMessage(deps, user.id, { id: conversation.id, content });
  return { userId: user.id, id: conversation.id };
}

const numbers = Array.from({ length: 25 }, (_, index) => `message ${index}`);
const contents = (page: { messages: { content: string }[] }) => page.messages.map((each) => each.content);

test('a change that is stored after a later one does not set the conversation back', async () => {
  const clock = new MovableClock(Date.parse('2026-11-29T10:00:00.000Z'));
  const later = { ...deps, clock };
  const earlier = { ...deps, clock: new MovableClock(clock.now() - 40) };
  const userId = await accountIn(db);
  const { id } = await createConversation(earlier, userId, 'Reading list');
  await addMessage(later, userId, { id, content: 'Dune' });
  const added = await addMessage(earlier, userId, { id, content: 'Emma' });
  const renamed = await renameConversation(earlier, userId, { id, title: 'Books' });
  expect([added.conversation, renamed].map(({ updatedAt }) => updatedAt)).toEqual(
    [0, 1].map(() => clock.nowIso()),
  );
});

test('pages of messages join without a gap or a repetition, in both directions', async () => {
  const { userId, id } = await personWith(numbers);

  const latest = await readPage(deps, userId, { id, limit: 10 });
  expect(contents(latest)).toEqual(numbers.slice(15));
  expect(latest).toMatchObject({ earlier: true, later: false, conversation: { id, title: 'Reading list' } });

  const before = await readPage(deps, userId, { id, limit: 20, before: latest.messages[0]?.id });
  expect(contents(before)).toEqual(numbers.slice(0, 15));
  expect(before).toMatchObject({ earlier: false, later: true });

  const after = await readPage(deps, userId, { id, limit: 10, after: before.messages.at(-1)?.id });
  expect(contents(after)).toEqual(numbers.slice(15));
  expect(after).toMatchObject({ later: false });

  const around = await readPage(deps, userId, { id, limit: 6, around: before.messages[5]?.id });
  expect(contents(around)).toEqual(numbers.slice(2, 8));
  expect(around).toMatchObject({ earlier: true, later: true });
});

test('a page of long messages has fewer of them, and the next one joins it', async () => {
  const long = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(400_000));
  const { userId, id } = await personWith(long);

  const latest = await readPage(deps, userId, { id, limit: 10 });
  expect(latest).toMatchObject({ earlier: true, later: false });
  expect(contents(latest)).toEqual(long.slice(7));
  const before = await readPage(deps, userId, { id, limit: 10, before: latest.messages[0]?.id });
  expect(before).toMatchObject({ earlier: true, later: true });
  expect(contents(before)).toEqual(long.slice(4, 7));
  const after = await readPage(deps, userId, { id, limit: 2, after: before.messages[0]?.id });
  expect(contents(after)).toEqual(long.slice(5, 7));
  const around = await readPage(deps, userId, { id, limit: 10, around: latest.messages[0]?.id });
  expect(around).toMatchObject({ earlier: true, later: false });
  expect(contents(around)).toEqual(long.slice(4));
});

test('a long conversation is never read as a mixture of two lines', async () => {
  const long = Array.from({ length: 10 }, (_, index) => `${index}`.repeat(400_000));
  const { userId, id } = await personWith(long);
  const read = await readConversation(deps, userId, { id });
  expect(contents(read)).toEqual(long.slice(0, 3));
  const following = read.further?.messages[Symbol.asyncIterator]();
  expect((await following?.next())?.value).toMatchObject(long.slice(3, 6).map((content) => ({ content })));
  await db.run('update conversations set line_version = line_version + 1 where user_id = $1', [userId]);
  await expect(following?.next()).rejects.toMatchObject({ kind: 'unavailable' });
});

test('a page of another account’s conversation is not found', async () => {
  const { id } = await personWith(['mine']);
  const { userId } = await personWith(['theirs']);
  await expect(readPage(deps, userId, { id })).rejects.toMatchObject({ kind: 'notFound' });
  await expect(readPage(deps, userId, { id: 'nonsense' })).rejects.toMatchObject({ kind: 'notFound' });
});

test('a search names the latest matching message and shows the text around the match', async () => {
  const { userId, id } = await personWith(['The café in Trieste', `${'x'.repeat(500)} a CAFE again`, 'tea']);
  const hits = await searchForHits(deps, userId, 'Cafe');
  expect(hits).toMatchObject([{ id, title: 'Reading list', messageId: expect.any(String) }]);
  expect(hits[0]?.excerpt).toContain('a CAFE again');
  expect(hits[0]?.excerpt?.length).toBeLessThanOrEqual(240);

  expect(await searchForHits(deps, userId, 'reading')).toMatchObject([
    { id, messageId: null, excerpt: null },
  ]);
  expect(await searchForHits(deps, userId, '100%')).toEqual([]);
});

test('a search with two letters for an umlaut finds it, unless it finds the letters', async () => {
  const { userId, id } = await personWith(['Übungen für Anna']);
  const [first] = await searchForHits(deps, userId, 'uebungen', { limit: 1 });
  expect(first).toMatchObject({ id });
  const older = await createConversation(deps, userId, 'Übungen');
  await addMessage(deps, userId, { id: older.id, content: 'Nothing' });
  const [newest] = await searchForHits(deps, userId, 'uebungen', { limit: 1 });
  const after = newest && changeCursor(newest);
  expect(await searchForHits(deps, userId, 'uebungen', { limit: 1, after })).toHaveLength(1);
  const exact = await createConversation(deps, userId, 'Uebungen');
  await addMessage(deps, userId, { id: exact.id, content: 'Nothing' });
  expect(await searchForHits(deps, userId, 'uebungen')).toMatchObject([{ id: exact.id }]);
});

test('a text without an index key is found in titles and the newest 20,000 messages', async () => {
  const { userId, id } = await personWith(['Aş + b', 'tea', 'x'.repeat(30)]);
  const title = await createConversation(deps, userId, 'On AS');
  await addMessage(deps, userId, { id: title.id, content: 'Nothing' });
  const found = async (q: string) =>
    (await searchForHits(deps, userId, q)).map(({ title, excerpt }) => [title, excerpt]);
  const inTitle = ['On AS', null];
  expect(await found('as')).toEqual([inTitle, ['Reading list', 'Aş + b']]);
  for (const q of ['+', ' + ', 'S +']) expect(await found(q)).toEqual([['Reading list', 'Aş + b']]);

  // The second insertion pushes one message out of the newest 20,000.
  const more = `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
    select $1, ('0fffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, n, 'user', 'more', false, now()
    from generate_series($3::int, $4::int) n`;
  await db.run(more, [userId, id, 101, 100 + 19_996], { deadlineMs: 60_000 });
  expect(await found('as')).toEqual([inTitle, ['Reading list', 'Aş + b']]);
  await db.run(more, [userId, id, 30_000, 30_000]);
  expect(await found('as')).toEqual([inTitle]);
  expect(await found('tea')).toEqual([['Reading list', 'tea']]);
});

test('a search continues after the cursor of a page’s last hit', async () => {
  const { userId } = await personWith(['tea one']);
  for (const number of [2, 3]) {
    deps.clock.advance(1);
    const { id } = await createConversation(deps, userId, `Tea ${number}`);
    await addMessage(deps, userId, { id, content: 'Nothing' });
  }
  const all = await searchForHits(deps, userId, 'tea');
  expect(all.map(({ title }) => title)).toEqual(['Tea 3', 'Tea 2', 'Reading list']);
  const first = await searchForHits(deps, userId, 'tea', { limit: 2 });
  expect(first).toEqual(all.slice(0, 2));
  const after = first.slice(-1).map(changeCursor)[0];
  expect(await searchForHits(deps, userId, 'tea', { limit: 2, after })).toEqual(all.slice(2));
});
