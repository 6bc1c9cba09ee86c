import { accountIn, conversationIn, measure, type Work } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { selectFileHits, selectHitsInFiles } from '../../files/search.ts';
import { newId } from '../../ids.ts';
import { lookedUp } from '../../search/terms.ts';
import { selectHits } from './queries.ts';

const db = await databaseForFile({ poolSize: 1 });

/** An account with one conversation of this many messages, in which every word but `needle` is common. */
async function accountOf(messages: number): Promise<{ userId: string; conversationId: string }> {
  const userId = await accountIn(db);
  const conversationId = await conversationIn(
    db,
    userId,
    Array.from({ length: messages }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `garden dinner wedding ${i === 3 ? 'needle' : 'piano'}`,
    })),
  );
  return { userId, conversationId };
}

/** Runs recall for a message, with the service's generic plan and with a custom one. */
async function workFor(account: { userId: string; conversationId: string }): Promise<[Work, Work]> {
  const words = lookedUp(['garden', 'dinner', 'wedding', 'needle', 'absent']);
  const statement = selectHits.built();
  const values = () => ({ ...account, elsewhere: true, words });
  return [await measure(db, statement, values), await measure(db, { ...statement, prepared: false }, values)];
}

test('beyond the maximum hits of a word, more messages hardly make a search cost more', {
  timeout: 120_000,
}, async () => {
  const few = await accountOf(6_000);
  const many = await accountOf(18_000);
  await db.run('analyze messages', [], { deadlineMs: 60_000 });
  const [before, ...custom] = await workFor(few);
  const [after, customAfter] = await workFor(many);
  for (const { plan, cost } of [before, after, ...custom, customAfter]) {
    expect(plan).not.toMatch(/Seq Scan messages/);
    expect(plan).toMatch(/Bitmap Index Scan messages_words/);
    // Above a cost of 100,000 Postgres JIT-compiles a plan, which takes longer than recall as a whole may.
    expect(cost).toBeLessThan(20_000);
  }
  expect(after.buffers).toBeLessThan(1.5 * before.buffers + 20);
  expect(after.cost).toBeLessThan(1.5 * before.cost);
});

/** New files of the account, each with this many passages. */
async function filesOf(userId: string, count: number, passages: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId(Date.now()));
  await db.run(
    `insert into files (user_id, id, name, state, bytes, text_state, tries, created_at)
     select $1, id, 'manual.txt', 'stored', 1, 'read', 1, now() from unnest($2::uuid[]) as id`,
    [userId, ids],
  );
  await db.run(
    `insert into file_passages (user_id, file_id, place, page, content)
     select $1, id, i, 1, 'garden dinner wedding ' || i from unnest($2::uuid[]) as id, generate_series(1, $3::int) as i`,
    [userId, ids, passages],
    { deadlineMs: 60_000 },
  );
  return ids;
}

test('the documents of an account that is newer than the statistics are searched by the index of words', {
  timeout: 120_000,
}, async () => {
  await searchesByWords();
  for (const files of [60, 70, 80]) await filesOf(await accountIn(db), files, 10);
  await db.run('analyze file_passages', [], { deadlineMs: 60_000 });
  await searchesByWords();
});

/** Searches a new account with one document. */
async function searchesByWords(): Promise<void> {
  const userId = await accountIn(db);
  const ids = await filesOf(userId, 1, 300);
  const words = lookedUp(['garden', 'dinner', 'wedding', 'absent']);
  const searches = [
    [selectHitsInFiles, { userId, words }],
    [selectFileHits, { userId, ids, words }],
  ] as const;
  for (const [statement, values] of searches) {
    const { plan } = await measure(db, { ...statement.built(), prepared: false }, () => values);
    const reads = plan.match(/\w[\w ]* file_passages\w*/g)?.map((read) => read.trim());
    expect(reads).toEqual(['Bitmap Heap Scan file_passages', 'Bitmap Index Scan file_passages_words']);
  }
}
