import { newProfile, profileNames, type User } from '@jarvis/contract';
import { newId } from '@jarvis/core';
import type { Database } from '@jarvis/database';

/** Inserts an account into the database, without a password. */
export async function personIn(db: Database, fields: Partial<User> = {}): Promise<User> {
  const id = newId(Date.now());
  const user: User = { id, email: `${id}@example.org`, ...newProfile, ...fields };
  const columns = profileNames.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  await db.run(
    `insert into users (id, email, email_key, created_at, ${columns.join(', ')})
     values ($1, $2, $2, $3, ${columns.map((_, i) => `$${i + 4}`).join(', ')})`,
    [user.id, user.email, new Date().toISOString(), ...profileNames.map((name) => user[name])],
  );
  return user;
}

export const accountIn = async (db: Database): Promise<string> => (await personIn(db)).id;
