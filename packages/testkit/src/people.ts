import type { User } from '@jarvis/contract';
import { newId } from '@jarvis/core';
import type { Database } from '@jarvis/database';

/** Puts an account straight into the database, without a password. */
export async function personIn(db: Database, fields: Partial<User> = {}): Promise<User> {
  const id = newId(Date.now());
  const user: User = {
    id,
    email: `${id}@example.org`,
    displayName: '',
    preferredLanguage: 'auto',
    memoryEnabled: true,
    webSearchEnabled: true,
    displayNameChangePromptDisabled: false,
    ...fields,
  };
  await db.run(
    `insert into users (id, email, email_key, display_name, preferred_language, memory_enabled,
       web_search_enabled, display_name_change_prompt_disabled, created_at)
     values ($1, $2, $2, $3, $4, $5, $6, $7, $8)`,
    [
      user.id,
      user.email,
      user.displayName,
      user.preferredLanguage,
      user.memoryEnabled,
      user.webSearchEnabled,
      user.displayNameChangePromptDisabled,
      new Date().toISOString(),
    ],
  );
  return user;
}

export const accountIn = async (db: Database): Promise<string> => (await personIn(db)).id;
