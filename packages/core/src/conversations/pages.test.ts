import { freshDatabase, testDeps } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { register } from '../account/account.ts';
import { newId } from '../ids.ts';
import { addMessage, createConversation } from './conversations.ts';
import { readPage, searchForHits } from './pages.ts';

const db = await freshDatabase();
afterAll(() => db.close());
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

test('a page of another account’s conversation is a missing one', async () => {
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
