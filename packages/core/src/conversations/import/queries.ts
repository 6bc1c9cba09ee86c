import { sql, statement, type Values } from '@jarvis/database';
import { isOne, newRow, type One, type Own } from '../../db/rows.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';

type ImportedConversation = Pick<
  typeof conversations.$inferSelect,
  'userId' | 'id' | 'title' | 'createdAt' | 'updatedAt'
>;

/** No row when it exists already. */
export const insertImported = statement((q, v: Values<ImportedConversation>) =>
  q
    .insert(conversations)
    .values(
      newRow(conversations, v, {
        titledBy: 'import',
        lastMessageAt: null,
        messageCount: sql`0`,
        lineVersion: sql`0`,
        scheduleId: null,
      }),
    )
    .onConflictDoNothing()
    .returning({ id: conversations.id }),
);

/** The number of messages in its line and the last one; locked until the transaction ends. */
export const holdLine = statement((q, v: Values<One>) =>
  q
    .select({
      count: conversations.messageCount,
      lastId: sql<string | null>`(
        select m.id from ${messages} m
        where m.user_id = ${v.userId} and m.conversation_id = ${v.id} and m.place = ${conversations.messageCount}
      )`,
    })
    .from(conversations)
    .where(isOne(conversations, v))
    .for('update'),
);

/** Those of these ids that the account's messages have, on chosen lines or not. */
export const selectTakenIds = statement((q, v: Values<Own & { ids: readonly string[] }>) =>
  q.select({ id: sql<string>`id` }).from(
    sql`(
    select m.id from ${messages} m where m.user_id = ${v.userId} and m.id = any(${v.ids}::uuid[])
    union all
    select b.id from ${branchMessages} b where b.user_id = ${v.userId} and b.id = any(${v.ids}::uuid[])
  ) as taken`,
  ),
);

interface ImportedMessages {
  readonly userId: string;
  readonly conversationId: string;
  /** Lists with one entry for each message. */
  readonly ids: readonly string[];
  readonly places: readonly number[];
  readonly roles: readonly string[];
  readonly contents: readonly string[];
  readonly times: readonly string[];
  /** For messages with the person's role: whether each is a program's. */
  readonly marks: readonly boolean[];
}

/** Adds messages at the end of the line, in this order. */
export const appendImported = statement((q, v: Values<ImportedMessages>) =>
  q
    .insert(messages)
    .select(
      sql`select ${v.userId}::uuid, m.id, ${v.conversationId}::uuid, m.place, m.role, m.content, false, m.created_at, null,
          m.role = 'assistant' or m.mark
        from unnest(${v.ids}::uuid[], ${v.places}::int[], ${v.roles}::text[], ${v.contents}::text[],
          ${v.times}::timestamptz[], ${v.marks}::boolean[]) as m (id, place, role, content, created_at, mark)`,
    )
    .returning({ id: messages.id }),
);

/** Counts the added messages. */
export const countImported = statement((q, v: Values<One & { count: number; updatedAt: string }>) =>
  q
    .update(conversations)
    .set({
      messageCount: sql`${v.count}`,
      lastMessageAt: sql`${v.updatedAt}`,
      updatedAt: sql`greatest(${conversations.updatedAt}, ${v.updatedAt})`,
    })
    .where(isOne(conversations, v)),
);
