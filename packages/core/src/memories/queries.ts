import type { MemoryType } from '@jarvis/contract';
import { and, desc, eq, rawStatement, sql, statement, type Values } from '@jarvis/database';
import { memories, users } from '../db/schema.ts';

/** The fields of the contract, in its order. */
const memory = {
  id: memories.id,
  type: memories.type,
  content: memories.content,
  fromConversation: sql<boolean>`${memories.conversationId} is not null`,
  createdAt: memories.createdAt,
  updatedAt: memories.updatedAt,
};

export interface MemoryRow {
  readonly id: string;
  readonly type: MemoryType;
  readonly content: string;
  readonly fromConversation: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Last changed first. */
export const selectMemories = statement((q, v: Values<{ userId: string; limit: number }>) =>
  q
    .select(memory)
    .from(memories)
    .where(eq(memories.userId, v.userId))
    .orderBy(desc(memories.updatedAt), desc(memories.id))
    .limit(v.limit),
);

export const selectMemoriesOfType = statement(
  (q, v: Values<{ userId: string; type: MemoryType; limit: number }>) =>
    q
      .select(memory)
      .from(memories)
      .where(and(eq(memories.userId, v.userId), eq(memories.type, v.type)))
      .orderBy(desc(memories.updatedAt), desc(memories.id))
      .limit(v.limit),
);

/**
 * The conversations that memories were saved in, without those that are gone. Looked up one by one: a join may
 * read all conversations of the account instead.
 */
export const selectMemoryOrigins = rawStatement<
  { memoryId: string; conversationId: string },
  { userId: string }
>(
  (v) => sql`
    select m.id as "memoryId", m.conversation_id as "conversationId" from memories m
    where m.user_id = ${v.userId}
      and (select true from conversations c where c.user_id = m.user_id and c.id = m.conversation_id)`,
);

/**
 * Adds a memory, or refreshes the one that has the same text. No row when the account holds `max` already.
 * One statement, so that two turns at once cannot make two of it.
 */
export const saveMemoryRow = rawStatement<
  MemoryRow & { added: boolean },
  {
    userId: string;
    id: string;
    type: MemoryType;
    content: string;
    contentKey: string;
    conversationId: string;
    now: string;
    max: number;
  }
>(
  (v) => sql`
    insert into memories as m
      (user_id, id, type, content, content_key, conversation_id, created_at, updated_at)
    select ${v.userId}::uuid, ${v.id}::uuid, ${v.type}::text, ${v.content}::text, ${v.contentKey}::text,
      ${v.conversationId}::uuid, ${v.now}::timestamptz, ${v.now}::timestamptz
    where exists (select from memories where user_id = ${v.userId} and content_key = ${v.contentKey})
      or (select count(*) from memories where user_id = ${v.userId}) < ${v.max}::int
    on conflict (user_id, content_key) do update set updated_at = excluded.updated_at
    returning id, type, content, conversation_id is not null as "fromConversation",
      created_at as "createdAt", updated_at as "updatedAt", id = ${v.id}::uuid as added`,
);

/** Lets one edit of an account's memories after the other go on, until the transaction ends. */
export const holdMemories = statement((q, v: Values<{ userId: string }>) =>
  q.select({ id: users.id }).from(users).where(eq(users.id, v.userId)).for('no key update'),
);

/**
 * Gives a memory another text. One that has this text already is taken in: its row goes, so that there stays
 * one memory per text. The condition makes Postgres remove it before it writes.
 */
export const updateMemoryRow = rawStatement<
  MemoryRow,
  { userId: string; id: string; type: MemoryType; content: string; contentKey: string; now: string }
>(
  (v) => sql`
    with removed as (
      delete from memories
      where user_id = ${v.userId} and content_key = ${v.contentKey} and id <> ${v.id}
        and exists (select from memories where user_id = ${v.userId} and id = ${v.id})
      returning id
    )
    update memories set type = ${v.type}::text, content = ${v.content}::text,
      content_key = ${v.contentKey}::text, updated_at = ${v.now}::timestamptz
    where user_id = ${v.userId} and id = ${v.id} and (select count(*) from removed) >= 0
    returning id, type, content, conversation_id is not null as "fromConversation",
      created_at as "createdAt", updated_at as "updatedAt"`,
);

export const deleteMemoryRow = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .delete(memories)
    .where(and(eq(memories.userId, v.userId), eq(memories.id, v.id)))
    .returning({ id: memories.id, content: memories.content, type: memories.type }),
);
