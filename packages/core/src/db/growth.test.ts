import { afterAll, beforeAll, expect, it } from 'vitest';
import '../index.ts';
import { allStatements, type BuiltStatement } from '@jarvis/database';
import {
  accountId,
  branchId,
  freshDatabase,
  grow,
  longConversation,
  measure,
  type Scale,
  thingId,
  type Work,
} from '@jarvis/testkit';

/**
 * What is stored first already fills every page that a list shows. Then a million messages: half of them one
 * account's, of which a fiftieth is one old conversation, the others those of 24,000 accounts.
 */
const before: Scale = { large: 400, small: 20, long: 0 };
const after: Scale = { large: 50_000, small: 24_000, long: 20_000 };

const db = await freshDatabase({ poolSize: 1, deadlineMs: 60_000 });
const statements = allStatements(db.drizzle);
const measured = new Map<string, Work>();

beforeAll(async () => {
  await grow(db, { large: 0, small: 0, long: 0 }, before);
  await measureAll('before');
  await grow(db, before, after);
  await measureAll('after');
}, 600_000);
afterAll(() => db.close());

async function measureAll(when: string): Promise<void> {
  for (const [index, statement] of statements.entries()) {
    for (const account of [0, 7]) {
      const work = await measure(db, statement, (time) => valuesFor(statement, account, time)).catch(
        (error) => {
          throw new Error(`${statement.text}\n${error instanceof Error ? error.message : error}`);
        },
      );
      measured.set(`${when} ${index} ${account}`, work);
    }
  }
}

/** Statements whose work is what is stored of the account or the conversation, and why that is right. */
const ofAllThereIs: readonly [RegExp, string][] = [
  [/^delete from "lookups" where "lookups"."user_id" = \$1$/, 'removes all lookups of an account'],
  [/"folded_title" like/, 'reads the titles of an account; what it reads of messages is looked at below'],
  [/as hits$/, 'reads so many hits of a word at most, more than the account has at first; looked at below'],
  [
    /^select .* from "running_turns" .* limit 30$/s,
    'looks up the conversations of the turns that it lists, one by one; looked at below',
  ],
  [/^update "stored_texts" .* from tasks /s, 'looks at all that an account stores, by nobody’s request'],
  [/^update "stored_texts" .* conversation_id = /s, 'reads the conversation that is about to be removed'],
  [/select count\(\*\)(::int)? from ("?)messages/, 'counts for the operator what an account has'],
];

it.each(ofAllThereIs)('there is a statement %s, which %s', (text) => {
  expect(statements.some((statement) => text.test(statement.text))).toBe(true);
});

it.each(
  statements.flatMap((statement, index) =>
    [0, 7]
      .filter((account) => account !== 0 || !ofAllThereIs.some(([text]) => text.test(statement.text)))
      .map(
        (account) =>
          [
            statement.text.replace(/\s+/g, ' ').trim(),
            account === 0 ? 'much' : 'little',
            index,
            account,
          ] as const,
      ),
  ),
)('%s costs the same for an account with %s when much more is stored', (_, _much, index, account) => {
  const first = measured.get(`before ${index} ${account}`) as Work;
  const then = measured.get(`after ${index} ${account}`) as Work;
  expect(then.buffers, then.plan).toBeLessThanOrEqual(first.buffers * 1.5 + 20);
  expect(then.scanned, then.plan).toBeLessThanOrEqual(1_500);
  expect(then.sorted, then.plan).toBeLessThanOrEqual(1_500);
});

it.each(
  ['everywhere', 'sometimes', 'hardly', 'nowhere', 'er', 'number 12'].flatMap((q) => [
    // Half a million messages, of which one word is in 5,000 conversations.
    [q, 'much', 0, 26_000] as const,
    [q, 'little', 7, 60] as const,
  ]),
)('finds “%s” in an account with %s by looking at few pages', async (q, _, account, pages) => {
  const searches = statements.filter(({ text }) => text.includes('"folded_title" like'));
  expect(searches).toHaveLength(2);
  for (const search of searches) {
    const work = await measure(db, search, (time) => ({ ...valuesFor(search, account, time), q }));
    expect(work.buffers, work.plan).toBeLessThanOrEqual(pages);
  }
});

it('lists recent turns by looking at a few pages for each', () => {
  const index = statements.findIndex(({ text }) => /from "running_turns" .* limit 30$/s.test(text));
  const work = measured.get(`after ${index} 0`) as Work;
  expect(work.buffers, work.plan).toBeLessThanOrEqual(30 * 6);
});

it('finds where words were said by looking at few pages, in a conversation of 20,000 messages of half a million', async () => {
  const [hits] = statements.filter(({ text }) => / as hits$/.test(text));
  const statement = hits as BuiltStatement;
  for (const prepared of [true, false]) {
    const work = await measure(db, { ...statement, prepared }, (time) => valuesFor(statement, 0, time));
    expect(work.buffers, work.plan).toBeLessThanOrEqual(3_000);
    expect(work.scanned, work.plan).toBeLessThanOrEqual(1_500);
  }
});

it('has an index that begins with the columns of every foreign key, so that cascades read pages', async () => {
  const rows = await db.run(
    `select c.conrelid::regclass::text, c.conname from pg_constraint c
     where c.contype = 'f' and not exists (
       select from pg_index i where i.indrelid = c.conrelid
         and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`,
    [],
  );
  expect([...rows]).toEqual([]);
});

/** A value for every placeholder that any statement has; the same names mean the same things everywhere. */
function valuesFor(statement: BuiltStatement, account: number, time: number): Record<string, unknown> {
  const userId = accountId(account);
  const insert = /insert into/.test(statement.text);
  const fresh = `01ffffff-0000-7000-8000-${String(time).padStart(12, '0')}`;
  const last = account === 0 ? longConversation : 1;
  const now = '2026-06-01T00:00:00.000Z';
  const values: Record<string, unknown> = {
    userId,
    userIds: [userId],
    id: insert ? fresh : idIn(statement.text, account, last),
    ids: [insert ? fresh : thingId(last)],
    keyId: thingId(1),
    currentId: `session${account}-1`,
    sessionId: `session${account}-1`,
    hash: insert ? fresh : `hash${account}-1`,
    conversationId: /insert into "conversations"/.test(statement.text) ? fresh : thingId(last),
    userMessageId: fresh,
    assistantMessageId: fresh.replace('01ffffff', '01fffffe'),
    after: thingId(0),
    afterId: thingId(300),
    afterChange: '2026-01-01T05:00:00.000Z',
    afterConversation: thingId(0),
    before: /rate_windows/.test(statement.text) ? '2025-01-01T00:00:00.000Z' : thingId(last * 10),
    from: /"password_hash"/.test(statement.text) ? null : thingId(last * 10),
    limit: /delete from "message(s|_vectors)"/.test(statement.text) ? 10 : 100,
    now: /delete from/.test(statement.text) ? '2025-01-01T00:00:00.000Z' : now,
    cutoff: '2025-01-01T00:00:00.000Z',
    ahead: '2027-01-01T00:00:00.000Z',
    request: 'request',
    attempt: thingId(1),
    outcome: '{}',
    about: thingId(1),
    notice: null,
    staleBefore: '2026-05-01T00:00:00.000Z',
    expiresAt: '2026-07-01T00:00:00.000Z',
    delayMs: 5_000,
    bytes: 1_000,
    addressProvenAt: now,
    operator: false,
    value: {},
    secret: null,
    secretEnd: null,
    version: fresh,
    names: ['search'],
    q: 'everywhere',
    words: [...['everywhere', 'sometimes', 'number', 'nowhere'], ...Array(8).fill('')],
    conversationIds: Array(250).fill(thingId(last)),
    roles: ['user'],
    contents: ['A message'],
    times: [now],
    count: 1_000_010,
    createdAt: now,
    startedAt: now,
    updatedAt: now,
    places: insert ? [2_000_000 + time] : Array.from({ length: 250 }, (_, n) => 1_000_001 + (n % 10)),
    beforePlace: 2_147_483_647,
    place: 1_000_008,
    branchId: branchId(last * 10),
    replaces: null,
    follows: null,
    said: '[]',
    afterPlace: 1_000_000,
    historyBytes: 32_000,
    withMemories: true,
    max: 1_000,
    elsewhere: true,
    title: 'A title',
    titledBy: 'person',
    content: 'Some content',
    contentKey: insert ? fresh : 'some content',
    message: 'A message',
    reply: 'A reply',
    extras: null,
    policyDenied: false,
    createdBy: 'user',
    since: thingId(249_990),
    fromWeb: false,
    status: /"lookups"/.test(statement.text) ? 'ok' : 'open',
    type: 'user',
    query: 'words',
    resultCount: 1,
    error: null,
    topics: ['tasks'],
    text: 'text',
    note: 'note',
    invitation: null,
    enabled: true,
    texts: ['text'],
    steps: ['[]'],
    outcomes: [null],
    subject: /rate_windows/.test(statement.text) ? userId : insert ? fresh : `subject${account}`,
    name: 'taskWrites',
    prefix: 'asst_',
    provider: insert ? 'github' : 'google',
    email: `${account}@example.org`,
    emailKey: insert ? fresh : `${account}@example.org`,
    address: insert ? fresh : `${account}@example.org`,
    domain: '@example.org',
    reason: null,
    displayName: 'Name',
    preferredLanguage: 'en',
    memoryEnabled: true,
    webSearchEnabled: true,
    displayNameChangePromptDisabled: true,
    passwordHash: 'hash',
    youngUntil: '2026-05-01T00:00:00.000Z',
    browser: 'browser',
    codeVerifier: 'verifier',
    nonce: null,
  };
  return values;
}

/** The id of something of the account, of the kind that the statement is about. */
function idIn(text: string, account: number, last: number): string {
  if (/"?sessions"?/.test(text)) return `session${account}-1`;
  if (/"?reset_tokens"?/.test(text)) return `token${account}`;
  if (/"?oauth_states"?/.test(text)) return 'state';
  if (/"?api_keys"?/.test(text)) return thingId(1);
  return thingId(last);
}
