import { hash as hashOf, randomBytes } from 'node:crypto';
import { rates } from '@jarvis/contract';
import { makeKey } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { conversationIn, personIn } from '@jarvis/testkit';
import { uuidv7 } from 'uuidv7';

/** A person with a key and a session, inserted into the service's tables as the service would. */
export interface Person {
  readonly userId: string;
  readonly byKey: Readonly<Record<string, string>>;
  readonly bySession: Readonly<Record<string, string>>;
}

export async function addPerson(db: Database): Promise<Person> {
  const { id: userId } = await personIn(db);
  const token = randomBytes(32).toString('base64url');
  const { key, prefix, hash } = makeKey();
  const run = (text: string, params: unknown[]) => db.run(text, params, { deadlineMs: 9_000 });
  await run(
    `insert into api_keys (user_id, id, name, prefix, hash, created_at)
     values ($1, $2, 'bench', $3, $4, now())`,
    [userId, uuidv7(), prefix, hash],
  );
  await run(
    `insert into sessions (user_id, id, expires_at, signed_in_at) values ($1, $2, now() + interval '30 days', now())`,
    [userId, hashOf('sha256', token, 'hex')],
  );
  // Windows whose counts begin far below zero: these accounts make more requests than people do.
  await run(
    `insert into rate_windows (subject, name, started_at, count)
     select $1, name, now(), -1000000000 from unnest($2::text[]) name`,
    [userId, Object.keys(rates)],
  );
  return {
    userId,
    byKey: { authorization: `Bearer ${key}` },
    bySession: { cookie: `jarvis_session=${token}` },
  };
}

/** SQL for the n-th id in time: UUIDv7s ascend with n. */
const idOf = (n: string): string =>
  `(lpad(to_hex(1700000000000 + (${n})), 12, '0') || '7000' || '8000' || lpad(to_hex(${n}), 12, '0'))::uuid`;

export async function addTasks(db: Database, userId: string, count: number): Promise<void> {
  await db.run(
    `insert into tasks (user_id, id, title, status, created_by, created_at, updated_at, completed_at)
     select $1, ${idOf('n')}, 'Task number ' || n || ' of this account',
       case when n % 3 = 0 then 'done' else 'open' end, 'user', moment, moment, case when n % 3 = 0 then moment end
     from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 minute' as moment) t`,
    [userId, count],
  );
}

/** Makes a conversation of this many messages; returns its id. */
export const addConversation = (db: Database, userId: string, messages: number): Promise<string> =>
  conversationIn(
    db,
    userId,
    Array.from({ length: messages }, (_, i) => ({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${i + 1} says something about ${randomBytes(16).toString('hex')} and a little more besides`,
    })),
    'A long conversation',
  );

/** Lifts the limits of all counts so far, of all accounts; repeat it within a minute, when windows end. */
export async function liftLimits(db: Database): Promise<void> {
  await db.run(`update rate_windows set started_at = now(), count = -1000000000`, []);
}

/** Conversations with one message each. */
export async function addConversations(db: Database, userId: string, count: number): Promise<void> {
  await db.run(
    `insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
     select $1, ${idOf('n')}, 'Conversation number ' || n, 'message', moment, moment, moment
     from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 minute' as moment) t`,
    [userId, count],
  );
}
