import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@jarvis/database';
import { freshDatabase } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../ids.ts';
import { migrationsFolder } from './migrations.ts';

const db = await freshDatabase({ poolSize: 1 });
const folder = mkdtempSync(join(tmpdir(), 'jarvis-upgrade-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await db.close();
});

/** Resets the database to the schema before a migration. */
async function schemaBefore(tag: string): Promise<void> {
  await db.run('drop schema public cascade', [], { prepared: false });
  await db.run('create schema public', [], { prepared: false });
  cpSync(migrationsFolder, folder, { recursive: true });
  rmSync(join(folder, 'concurrent-indexes.sql'));
  const journal = join(folder, 'meta', '_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  const end = entries.findIndex((entry) => entry.tag === tag);
  expect(end).toBeGreaterThan(0);
  writeFileSync(journal, JSON.stringify({ entries: entries.slice(0, end) }));
  await migrate(db, folder);
}

/** An account in a schema of any release: it has only the columns of the first. */
async function anAccount(): Promise<string> {
  const userId = newId(Date.now());
  await db.run(
    `insert into users (id, email, email_key, display_name, preferred_language, memory_enabled,
       web_search_enabled, display_name_change_prompt_disabled, created_at)
     values ($1, $2, $2, '', 'auto', true, true, false, now())`,
    [userId, `${userId}@example.org`],
  );
  return userId;
}

const conversationId = (n: number) => `01900000-0000-7000-8000-00000000000${n}`;

test('an upgrade numbers stored messages by conversation, in their order', async () => {
  await schemaBefore('0010_recall_places');
  const [ada, ben] = [await anAccount(), await anAccount()];
  for (const [userId, n] of [
    [ada, 1],
    [ada, 2],
    [ben, 1],
    [ben, 3],
  ] as const) {
    await db.run(
      `insert into conversations (user_id, id, title, titled_by, created_at, updated_at)
       values ($1, $2, '', 'person', now(), now())`,
      [userId, conversationId(n)],
    );
  }
  // One after the other, alternating between conversations; all times are the same.
  await db.run(
    `insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at)
     select user_id, ('01900000-0000-7000-8000-' || lpad((9 - n)::text, 12, '0'))::uuid, conversation_id, 'user',
       'Message ' || (9 - n), false, now()
     from generate_series(1, 8) as n, lateral (
       select case when n > 6 then $2 else $1 end::uuid as user_id,
         case when n > 6 or n % 2 = 0 then $3 else $4 end::uuid as conversation_id
     ) as place`,
    [ada, ben, conversationId(1), conversationId(2)],
  );
  await migrate(db, migrationsFolder);

  const numbered = await db.run(
    `select user_id = $1, right(conversation_id::text, 1), place, content from messages
     order by user_id, conversation_id, place`,
    [ada],
  );
  expect([...numbered]).toEqual([
    [true, '1', 1, 'Message 3'],
    [true, '1', 2, 'Message 5'],
    [true, '1', 3, 'Message 7'],
    [true, '2', 1, 'Message 4'],
    [true, '2', 2, 'Message 6'],
    [true, '2', 3, 'Message 8'],
    [false, '1', 1, 'Message 1'],
    [false, '1', 2, 'Message 2'],
  ]);
  const counts = await db.run('select message_count from conversations order by user_id, id', []);
  expect(counts.flat()).toEqual([3, 3, 2, 0]);
});

test('an upgrade marks replies that text from the web influenced', async () => {
  await schemaBefore('0019_messages_from_web');
  const ada = await anAccount();
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at)
     values ($1, $2, '', 'person', now(), now())`,
    [ada, conversationId(1)],
  );
  const columns = 'user_id, id, conversation_id, place, role, content, policy_denied, created_at, extras';
  const row = (place: number, extras: string) =>
    `$1, gen_random_uuid(), $2, ${place}, 'assistant', '', false, now(), ${extras}`;
  const rows = [row(1, `'{"sources": []}'`), row(2, `'{"stopped": true}'`), row(3, 'null')];
  for (const values of rows) {
    await db.run(`insert into messages (${columns}) values (${values})`, [ada, conversationId(1)]);
    await db.run(
      `insert into branch_messages (${columns}, branch_id) values (${values}, gen_random_uuid())`,
      [ada, conversationId(1)],
    );
  }
  await migrate(db, migrationsFolder);

  for (const table of ['messages', 'branch_messages']) {
    const marks = await db.run(`select from_web from ${table} order by place`, []);
    expect(marks.flat()).toEqual([true, false, false]);
  }
});

test('an upgrade removes the vectors of messages, and the previous release continues to work', async () => {
  await schemaBefore('0021_no_vectors');
  const userId = await anAccount();
  const asTheReleaseBefore = async (n: number) => {
    await db.run(
      `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, message_count,
         embedded_count, embedding_model, embed_next_at)
       values ($1, $2, '', 'person', now(), now(), 2, 0, '', 'epoch')`,
      [userId, conversationId(n)],
    );
    await db.run(
      `insert into message_vectors (user_id, conversation_id, place, model, bits, exact)
       values ($1, $2, 1, 'test 8', repeat('1', 512)::bit(512), '\\x01')`,
      [userId, conversationId(n)],
    );
  };
  const withVectors = async () => (await db.run('select conversation_id from message_vectors', [])).flat();
  await asTheReleaseBefore(1);
  await migrate(db, migrationsFolder);
  expect(await withVectors()).toEqual([]);
  await asTheReleaseBefore(2);
  expect(await withVectors()).toEqual([conversationId(2)]);
});
