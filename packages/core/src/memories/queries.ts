import type { Memory, MemoryType } from '@jarvis/contract';
import { and, desc, eq, ne, sql, statement, type Values } from '@jarvis/database';
import { alias } from 'drizzle-orm/pg-core';
import { type FieldsOf, type NewRow, rowFrom } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { memories } from '../db/schema/memories.ts';

/** The contract's fields, in order. */
export const memory = {
  id: memories.id,
  type: memories.type,
  content: memories.content,
  fromConversation: sql<boolean>`${memories.conversationId} is not null`,
  createdAt: memories.createdAt,
  updatedAt: memories.updatedAt,
} satisfies FieldsOf<Memory>;

/** Last changed first. */
export const selectMemories = statement((q, v: Values<{ userId: string; limit: number }>) =>
  q
    .select(memory)
    .from(memories)
    .where(eq(memories.userId, v.userId))
    .orderBy(desc(memories.updatedAt), desc(memories.id))
    .limit(v.limit),
);

/** Like `selectMemories`, with the mark of contents from the web. */
export const selectMarkedMemories = statement((q, v: Values<{ userId: string; limit: number }>) =>
  q
    .select({ ...memory, fromWeb: memories.fromWeb })
    .from(memories)
    .where(eq(memories.userId, v.userId))
    .orderBy(desc(memories.updatedAt), desc(memories.id))
    .limit(v.limit),
);

/** Last changed first. */
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
 * The conversations in which memories were saved, if they still exist. Looked up one by one: a join might read all
 * conversations of the account.
 */
export const selectMemoryOrigins = statement((q, v: Values<{ userId: string }>) => {
  const isThere = q
    .select({ isThere: sql`true` })
    .from(conversations)
    .where(and(eq(conversations.userId, v.userId), eq(conversations.id, memories.conversationId)));
  return q
    .select({ memoryId: memories.id, conversationId: sql<string>`${memories.conversationId}` })
    .from(memories)
    .where(and(eq(memories.userId, v.userId), sql`${isThere}`));
});

interface NewMemory {
  readonly userId: string;
  readonly id: string;
  readonly type: MemoryType;
  readonly content: string;
  readonly contentKey: string;
  readonly conversationId: string;
  readonly fromWeb: boolean;
  readonly now: string;
  /** Maximum per account. */
  readonly max: number;
}

/**
 * Adds a memory, or refreshes the one with the same text. No row when the account has `max` already. One statement,
 * so that two concurrent turns cannot make two of it.
 */
export const saveMemoryRow = statement((q, v: Values<NewMemory>) => {
  const row: NewRow<typeof memories> = {
    userId: v.userId,
    id: v.id,
    type: v.type,
    content: v.content,
    contentKey: v.contentKey,
    conversationId: v.conversationId,
    createdAt: v.now,
    updatedAt: v.now,
    fromWeb: v.fromWeb,
  };
  const same = q
    .select({ id: memories.id })
    .from(memories)
    .where(and(eq(memories.userId, v.userId), eq(memories.contentKey, v.contentKey)));
  const held = q.$count(memories, eq(memories.userId, v.userId));
  return q
    .insert(memories)
    .select(rowFrom(memories, row, sql`where exists ${same} or ${held} < ${v.max}::int`))
    .onConflictDoUpdate({
      target: [memories.userId, memories.contentKey],
      // A text that the person also says is their own.
      set: {
        updatedAt: sql`excluded.updated_at`,
        fromWeb: sql`${memories.fromWeb} and excluded.from_web`,
      },
    })
    .returning(memory);
});

type MemoryChange = Omit<NewMemory, 'conversationId' | 'fromWeb' | 'max'>;

/**
 * Changes a memory's text; no row when the account has no such memory. Merges another memory with the same text by
 * deleting its row, so that each text has one memory. The condition on the deleted row makes Postgres delete before
 * it writes.
 */
export const updateMemoryRow = statement((q, v: Values<MemoryChange>) => {
  const edited = alias(memories, 'edited');
  const isThere = q
    .select({ id: edited.id })
    .from(edited)
    .where(and(eq(edited.userId, v.userId), eq(edited.id, v.id)));
  const removed = q.$with('removed').as(
    q
      .delete(memories)
      .where(
        and(
          eq(memories.userId, v.userId),
          eq(memories.contentKey, v.contentKey),
          ne(memories.id, v.id),
          sql`exists ${isThere}`,
        ),
      )
      .returning({ id: memories.id }),
  );
  return q
    .with(removed)
    .update(memories)
    .set({
      type: sql`${v.type}`,
      content: sql`${v.content}`,
      contentKey: sql`${v.contentKey}`,
      updatedAt: sql`${v.now}`,
      fromWeb: false,
    })
    .where(
      and(eq(memories.userId, v.userId), eq(memories.id, v.id), sql`(select count(*) from ${removed}) >= 0`),
    )
    .returning(memory);
});

/** No row when the account has no such memory. */
export const deleteMemoryRow = statement((q, v: Values<{ userId: string; id: string }>) =>
  q
    .delete(memories)
    .where(and(eq(memories.userId, v.userId), eq(memories.id, v.id)))
    .returning({ id: memories.id }),
);
