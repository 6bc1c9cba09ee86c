import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from '@jarvis/contract';
import { newId } from '@jarvis/core';
import type { Database } from '@jarvis/database';

/** The texts of a folder, in the order of their names. */
export const manualsIn = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Stores texts as read files that messages of another conversation have named. */
export async function keepManuals(db: Database, user: User, texts: readonly string[]): Promise<void> {
  for (const [n, text] of texts.entries()) {
    const id = newId(n + 1);
    await db.run(
      `insert into files (user_id, id, name, state, bytes, media_type, sha256, text_state, tries, created_at, attached_at)
       values ($1, $2, $3, 'stored', $4, 'text/plain', $5, 'read', 1, now(), now())`,
      [user.id, id, `manual-${n}.txt`, text.length, '0'.repeat(64)],
    );
    const passages = text.match(/[\s\S]{1,800}/g) ?? [];
    await db.run(
      `insert into file_passages (user_id, file_id, place, page, content)
       select $1, $2, place, 1, content from unnest($3::text[]) with ordinality as p (content, place)`,
      [user.id, id, passages],
      { deadlineMs: 60_000 },
    );
  }
}
