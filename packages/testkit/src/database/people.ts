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

export interface StoredMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  /** By default now. */
  readonly atMs?: number;
  readonly policyDenied?: boolean;
}

/** Stores a conversation of these messages, without their requests; returns its id. */
export async function conversationIn(
  db: Database,
  userId: string,
  messages: readonly StoredMessage[],
  title = 'Plans',
): Promise<string> {
  const rows = messages.map(({ atMs = Date.now(), policyDenied = false, ...message }, i) => {
    return { ...message, policyDenied, id: newId(atMs), place: i + 1, at: new Date(atMs).toISOString() };
  });
  const id = newId(messages[0]?.atMs ?? Date.now());
  const [began, ended] = [rows[0]?.at, rows.at(-1)?.at];
  await db.run(
    `with stored as (
       insert into messages (user_id, id, conversation_id, place, role, content, policy_denied, created_at)
       select $1, m.id, $2, m.place, m.role, m.content, m."policyDenied", m.at
       from json_to_recordset($3::json)
         as m (id uuid, place int, role text, content text, "policyDenied" boolean, at timestamptz)
     )
     insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at, message_count)
     values ($1, $2, $4, 'person', $5, $6, $6, $7)`,
    [userId, id, JSON.stringify(rows), title, began, ended, rows.length],
    { deadlineMs: 60_000 },
  );
  return id;
}

export const accountIn = async (db: Database): Promise<string> => (await personIn(db)).id;
