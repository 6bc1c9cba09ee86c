import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import '../index.ts';
import { allStatements } from '@jarvis/database';
import { accountId, grow, partitionsRead, spreadByAccount, valuesFor } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { deleteMessagesPage } from '../account/queries.ts';

/** Over partitions by account, like the machines of a distributed Postgres. */
const db = await databaseForFile({ poolSize: 1, deadlineMs: 60_000 });
const statements = allStatements();

beforeAll(async () => {
  await spreadByAccount(db);
  await grow(db, { large: 0, small: 0, long: 0 }, { large: 400, small: 20, long: 0 });
}, 600_000);

/** Background statements for all accounts, and their purpose. */
const ofAllAccounts: readonly [RegExp, string][] = [
  [/^select .* from "idempotency_keys" where .*"created_at" </, 'looks for keys to remove'],
  [/^select \(select true from "reminders" .* as polled$/, 'looks which kinds of work are due'],
  [/^select "reminders"\."user_id", .*"next_at" <= /s, 'takes reminders whose time has come'],
  [/^select told, schedule from \(select least\(/, 'finds the earliest due times, for operators'],
  [
    /^update "reminders" .* from json_to_recordset/s,
    'sets the next times of reminders of the named accounts',
  ],
  [
    /^update "notifications" .* from json_to_recordset/s,
    'marks notifications that a later one replaces, of the named accounts',
  ],
  [
    /^delete from "notifications" .* from json_to_recordset/s,
    'removes notifications that were replaced earlier, of the named accounts',
  ],
  [/^select .* from "notifications" where .*"created_at" </, 'looks for notifications to remove'],
  [
    /^select "user_id", "time_zone", .*"next_day_at" <= .* skip locked$/,
    'takes accounts whose day summary is due',
  ],
  [/^update "time_settings" .* from json_to_recordset/, 'sets the next day summaries of the named accounts'],
  [/^select .* from unnest\(.*\) as told\(id\)/, 'looks up the targets of accounts outside the app'],
  [
    /^select "users"\."id", .* left join "time_settings" .*"id" >/,
    'reads all accounts, to compute their dates again',
  ],
  [/^update "deliveries" .*for update skip locked/, 'takes the earliest due delivery'],
  [/^update "deliveries" set "next_try_at" = \S+ where /, 'makes them due after the clock went back'],
  [/^select .* as ways\(channel\) cross join lateral \(select "state"/, 'counts what waits, for operators'],
  [/^select .* from "deliveries" where .*"created_at" </, 'looks for deliveries to remove'],
  [
    /^select "id", "url", "secret" from "webhooks" limit/,
    'reads some webhooks, to decrypt them at the start',
  ],
  [/^select "user_id", "id" from "schedules" where .*"next_at" <=/, 'lists schedules whose time has come'],
  [
    /^select "state", count.* from "schedule_runs" .*"lease_until" is not null/,
    'counts what waits, for operators',
  ],
  [/^select "state", count.* from "schedule_runs" .*"created_at" >/, 'counts how runs ended, for operators'],
  [/^update "schedule_runs" .*for update skip locked/, 'takes the earliest due run'],
  [/^select .* from "schedule_runs" where .*"created_at" </, 'looks for runs to remove'],
  [/^select max\(at\) from/, 'looks whether anything was made later than now, once per process'],
  [/^delete from "running_turns" where \("running_turns"\."beat_at"/, 'sweeps'],
  [/^delete from "begun_turns" where "begun_turns"\."begun_at"/, 'sweeps'],
  [/^delete from "stored_turns" where "stored_turns"\."stored_at"/, 'sweeps'],
  [/^delete from "waiting_turns" where "waiting_turns"\."created_at"/, 'sweeps'],
  [/^select .* from "conversations" where .*"last_message_at" is null/, 'looks for empty ones to remove'],
  [/^select .* from "files" where .*"attached_at" is null/, 'looks for files to remove'],
  [
    /^select "user_id", "id" from .* from "files" where .*"text_state" = .* order by/,
    'looks for documents to read',
  ],
  [/^select .* from "stored_texts" .* order by/, 'looks for accounts to measure'],
];

it.each(ofAllAccounts)('there is a statement %s, which %s', (text) => {
  expect(statements.filter((statement) => text.test(statement.text.replace(/\s+/g, ' ')))).toHaveLength(1);
});

it.each(
  statements
    .map((statement) => [statement.text.replace(/\s+/g, ' ').trim(), statement] as const)
    .filter(([text]) => !ofAllAccounts.some(([known]) => known.test(text))),
)('%s touches one partition', async (_, statement) => {
  const read = await partitionsRead(db, statement, valuesFor(statement, 0, 1));
  expect(read.size).toBeLessThanOrEqual(1);
});

it('deletes messages by pages within the account', async () => {
  const others = () => db.run('select count(*) from messages where user_id <> $1', [accountId(0)]);
  const before = await others();
  while ((await deleteMessagesPage.count(db, { userId: accountId(0), limit: 1_000 })) > 0);
  expect(await db.run('select from messages where user_id = $1', [accountId(0)])).toHaveLength(0);
  expect(await others()).toEqual(before);
});

it('has nothing in “on conflict” that depends on the time, which a distributed Postgres refuses', () => {
  const texts = statements.map(({ text }) => / do update (set .*)$/s.exec(text)?.[1] ?? '');
  expect(texts.filter((text) => /\bnow\(\)|clock_timestamp/.test(text))).toEqual([]);
});

it('has the account in every foreign key between distributed tables', async () => {
  const rows = await db.run(
    `select c.conrelid::regclass::text, c.conname, c.confrelid::regclass::text from pg_constraint c
     join pg_partitioned_table on partrelid = c.conrelid
     where c.contype = 'f' and c.conparentid = 0 and c.confrelid <> 'users'::regclass and not exists (
       select from unnest(c.conkey, c.confkey) as pair (own, other)
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = own and a.attname = 'user_id'
       join pg_attribute b on b.attrelid = c.confrelid and b.attnum = other and b.attname = 'user_id')`,
    [],
  );
  expect([...rows]).toEqual([]);
});

it('has every table once on the page about distributing them, after those that it references', async () => {
  const page = readFileSync(new URL('../../../database/SPREADING.md', import.meta.url), 'utf8');
  const named = [...page.matchAll(/^ +select (?:create|citus_add)_\w+\('(\w+)'/gm)].map(([, table]) => table);
  const tables = await db.run(
    `select relname, relkind from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition and relname <> 'drizzle_migrations'`,
    [],
  );
  const spread = (table: string) => page.includes(`create_distributed_table('${table}'`);
  expect(named.toSorted()).toEqual(tables.map(([table]) => table).sort());
  const references = await db.run(
    `select conrelid::regclass::text, confrelid::regclass::text from pg_constraint
     where contype = 'f' and conparentid = 0 and conrelid <> confrelid`,
    [],
  );
  const place = (table: unknown) => named.indexOf(String(table));
  expect(references.filter(([table, other]) => place(table) < place(other))).toEqual([]);
  expect(tables.filter(([table, kind]) => spread(String(table)) !== (kind === 'p'))).toEqual([]);
});
