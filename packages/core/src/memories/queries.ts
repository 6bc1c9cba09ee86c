import { limits, type Memory, type MemoryType } from '@jarvis/contract';
import { atMost, desc, eq, ne, sql, statement, type Values } from '@jarvis/database';
import {
  columns,
  type FieldsOf,
  given,
  isOne,
  isOwn,
  newRow,
  type One,
  type Own,
  rowFrom,
} from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { memories } from '../db/schema/memories.ts';
import { deleteOne } from '../db/statements.ts';

/** The contract's fields, in order. */
export const memory = {
  ...columns(memories, 'id', 'type', 'content'),
  fromConversation: sql<boolean>`${memories.conversationId} is not null`,
  ...columns(memories, 'createdAt', 'updatedAt'),
} satisfies FieldsOf<Memory>;

/** Last changed first, with the mark of contents from the web; of all types if `type` is null. */
export const selectMemories = statement((q, v: Values<Own & { type: MemoryType | null }>) =>
  q
    .select({ ...memory, fromWeb: memories.fromWeb })
    .from(memories)
    .where(isOwn(memories, v, sql`(${v.type}::text is null or ${memories.type} = ${v.type})`))
    .orderBy(desc(memories.updatedAt), desc(memories.id))
    .limit(atMost(limits.memoriesMax)),
);

/**
 * The conversations in which memories were saved, if they still exist. Looked up one by one: a join might read all
 * conversations of the account.
 */
export const selectMemoryOrigins = statement((q, v: Values<Own>) => {
  const isThere = q
    .select({ isThere: sql`true` })
    .from(conversations)
    .where(isOwn(conversations, v, eq(conversations.id, memories.conversationId)));
  return q
    .select({ memoryId: memories.id, conversationId: sql<string>`${memories.conversationId}` })
    .from(memories)
    .where(isOwn(memories, v, sql`${isThere}`));
});

type NewMemory = Omit<typeof memories.$inferSelect, 'conversationId' | 'createdAt' | 'updatedAt'> & {
  readonly conversationId: string;
  readonly now: string;
  /** Maximum per account. */
  readonly max: number;
};

/**
 * Adds a memory, or refreshes the one with the same text. No row when the account has `max` already. One statement,
 * so that two concurrent turns cannot make two of it.
 */
export const saveMemoryRow = statement((q, v: Values<NewMemory>) => {
  const row = newRow(memories, v, { createdAt: v.now, updatedAt: v.now });
  const same = q
    .select({ id: memories.id })
    .from(memories)
    .where(isOwn(memories, v, eq(memories.contentKey, v.contentKey)));
  const held = q.$count(memories, eq(memories.userId, v.userId));
  return q
    .insert(memories)
    .select(rowFrom(memories, row, sql`where exists ${same} or ${held} < ${v.max}::int`))
    .onConflictDoUpdate({
      target: [memories.userId, memories.contentKey],
      // Text that the person also writes is their own.
      set: {
        updatedAt: sql`excluded.updated_at`,
        fromWeb: sql`${memories.fromWeb} and excluded.from_web`,
      },
    })
    .returning(memory);
});

type MemoryChange = Omit<NewMemory, 'conversationId' | 'fromWeb' | 'max'>;

/** Removes any other memory with this text. */
export const deleteSameMemories = statement((q, v: Values<One & { contentKey: string }>) =>
  q.delete(memories).where(isOwn(memories, v, eq(memories.contentKey, v.contentKey), ne(memories.id, v.id))),
);

/** Changes a memory's text. No row when the account has no such memory. */
export const updateMemoryRow = statement((q, v: Values<MemoryChange>) =>
  q
    .update(memories)
    .set({
      ...given({ type: v.type, content: v.content, contentKey: v.contentKey, updatedAt: v.now }),
      fromWeb: false,
    })
    .where(isOne(memories, v))
    .returning(memory),
);

export const deleteMemoryRow = deleteOne(memories);
