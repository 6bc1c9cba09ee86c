import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@jarvis/contract';
import { newId, passagesOf } from '@jarvis/core';
import type { Database } from '@jarvis/database';

/** The texts of a folder, in the order of their names. */
export const manualsIn = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Stores texts as read files named in a message of a separate conversation; returns its id. */
export async function keepManuals(db: Database, user: User, texts: readonly string[]): Promise<string> {
  const conversationId = newId(1);
  const messageId = newId(1);
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at, message_count)
     values ($1, $2, 'Manuals', 'person', to_timestamp(0), to_timestamp(0), to_timestamp(0), 1)`,
    [user.id, conversationId],
  );
  await db.run(
    `insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
     values ($1, $2, $3, 1, 'user', 'Here they are.', false, to_timestamp(0))`,
    [user.id, messageId, conversationId],
  );
  for (const [n, text] of texts.entries()) {
    const id = newId(n + 1);
    await db.run(
      `insert into files (user_id, id, name, state, bytes, media_type, sha256, text_state, tries, created_at, attached_at)
       values ($1, $2, $3, 'stored', $4, 'text/plain', $5, 'read', 1, now(), now())`,
      [user.id, id, `manual-${n}.txt`, text.length, '0'.repeat(64)],
    );
    await db.run(
      `insert into message_files (user_id, message_id, nth, conversation_id, file_id, name)
       values ($1, $2, $3, $4, $5, 'manual')`,
      [user.id, messageId, n + 1, conversationId, id],
    );
    const { passages } = passagesOf({ pieces: [{ page: null, text }], pages: null, problem: null });
    await db.run(
      `insert into file_passages (user_id, file_id, place, page, content)
       select $1, $2, place, page, content
       from unnest($3::int[], $4::text[]) with ordinality as p (page, content, place)`,
      [user.id, id, passages.map(({ page }) => page), passages.map(({ content }) => content)],
      { deadlineMs: 60_000 },
    );
  }
  return conversationId;
}
