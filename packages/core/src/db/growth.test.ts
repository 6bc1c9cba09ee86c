import { beforeAll, expect, it } from 'vitest';
import '../index.ts';
import { allStatements, type BuiltStatement } from '@jarvis/database';
import { grow, measure, type Scale, valuesFor, type Work } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { amount } from '@jarvis/testkit/whole';

/**
 * The first data already fills every page of a list. Then 90,000 messages are added, or a million in the long form:
 * half of them belong to one account, some in one old conversation, the others to many accounts.
 */
const before: Scale = { large: 400, small: 20, long: 0 };
const after: Scale = {
  large: amount(4_500, 50_000),
  small: amount(2_000, 24_000),
  long: amount(5_000, 20_000),
};

const db = await databaseForFile({ poolSize: 1, deadlineMs: 60_000 });
const statements = allStatements();
const measured = new Map<string, Work>();

beforeAll(async () => {
  await grow(db, { large: 0, small: 0, long: 0 }, before);
  await measureAll('before');
  await grow(db, before, after);
  await measureAll('after');
}, 600_000);

async function measureAll(when: string): Promise<void> {
  for (const [index, statement] of statements.entries()) {
    for (const account of [0, 7])
      measured.set(`${when} ${index} ${account}`, await workOf(statement, account));
  }
}

const workOf = (statement: BuiltStatement, account: number): Promise<Work> =>
  measure(db, statement, (time) => valuesFor(statement, account, time)).catch((error) => {
    throw new Error(`${statement.text}\n${error instanceof Error ? error.message : error}`);
  });

/** Statements whose cost grows with the account or the conversation, and why it may. */
const ofAllThereIs: readonly [RegExp, string][] = [
  [/^delete from "lookups" where "lookups"."user_id" = \$1$/, 'removes all lookups of an account'],
  [/^update "deliveries" set "host"/, 'clears the deliveries of a month, at most 200 a day'],
  [/"folded_title" like/, 'reads the titles of an account; the messages that it reads are measured below'],
  [
    /as hits$/,
    'reads a maximum number of hits of a word, more than the account has at first; measured below',
  ],
  [
    /^select .* from "running_turns" .* limit 30$/s,
    'looks up the conversations of the listed turns, one by one; measured below',
  ],
  [
    /from reminders r\s.*from "notifications"/s,
    'looks up the reminders of the listed notifications, one by one; measured below',
  ],
  [/^update "stored_texts" .* from tasks /s, 'reads all texts of an account, in the background'],
  [/^update "stored_texts" .* conversation_id = /s, 'reads the conversation that is about to be removed'],
  [
    /^select coalesce\(sum\(greatest\("bytes"/,
    'sums the sizes of an account’s files, at most 60 times a minute',
  ],
  [/fold\("files"."name"\) like/, 'reads the names of an account’s files, if a search asks for it'],
  [/select count\(\*\)(::int)? from ("?)messages/, 'counts an account’s messages for the operator'],
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
)('%s costs the same for an account with %s after much more is stored', async (_, _much, index, account) => {
  const first = measured.get(`before ${index} ${account}`) as Work;
  const most = first.buffers * 1.5 + 20;
  let then = measured.get(`after ${index} ${account}`) as Work;
  // The pages of the catalog count too, which Postgres reads again after much work of other tests in its cluster.
  if (then.buffers > most) then = await workOf(statements[index] as BuiltStatement, account);
  expect(then.buffers, then.plan).toBeLessThanOrEqual(most);
  expect(then.scanned, then.plan).toBeLessThanOrEqual(1_500);
  expect(then.sorted, then.plan).toBeLessThanOrEqual(1_500);
});

it.each([
  ...['everywhere', 'sometimes', 'hardly', 'nowhere', 'er', 'number 12'].flatMap((q) => [
    // Fewer pages than the account has messages: 50,000, or half a million in the long form.
    [q, 'much', 0, 26_000] as const,
    [q, 'little', 7, 60] as const,
  ]),
  // No index has a key for these: the newest 20,000 are read, a page for each.
  ...['zq', '+-+', 'x-y'].flatMap((q) => [[q, 'much', 0, 21_500] as const, [q, 'little', 7, 60] as const]),
])('finds “%s” in an account with %s by reading few pages', async (q, _, account, pages) => {
  const searches = statements.filter(({ text }) => text.includes('"folded_title" like'));
  expect(searches).toHaveLength(1);
  const [search] = searches as [BuiltStatement];
  const work = await measure(db, search, (time) => ({ ...valuesFor(search, account, time), q }));
  expect(work.buffers, work.plan).toBeLessThanOrEqual(pages);
});

it.each([
  ['recent turns', /from "running_turns" .* limit 30$/s, 30],
  ['notifications with their reminders', /from reminders r\s.*from "notifications"/s, 100],
] as const)('lists %s by reading a few pages for each', (_, listed, most) => {
  const index = statements.findIndex(({ text }) => listed.test(text));
  const work = measured.get(`after ${index} 0`) as Work;
  expect(work.buffers, work.plan).toBeLessThanOrEqual(most * 6);
});

it('finds the places of words by reading few pages, in a long conversation of a large account', async () => {
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
