import { sql, statement, type Values } from '@jarvis/database';
import { isOne, newRow, type One, type Own, rowsFrom } from '../../db/rows.ts';
import { branchMessages, conversations, messages } from '../../db/schema/conversations.ts';
import { empty, type OwnMessages } from '../queries.ts';

type ImportedConversation = Pick<
  typeof conversations.$inferSelect,
  'userId' | 'id' | 'title' | 'createdAt' | 'updatedAt'
>;

/** No row when it exists already. */
export const insertImported = statement((q, v: Values<ImportedConversation>) =>
  q
    .insert(conversations)
    .values(newRow(conversations, v, { titledBy: 'import', ...empty }))
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

/**
 * The ids among these that messages of the account have, on chosen lines or not. Unprepared: for any account, Postgres
 * 15 and 16 plan to read all of its messages.
 */
export const selectTakenIds = statement(
  (q, v: Values<Own & { ids: readonly string[] }>) =>
    q.select({ id: sql<string>`id` }).from(
      sql`(
    select m.id from ${messages} m where m.user_id = ${v.userId} and m.id = any(${v.ids}::uuid[])
    union all
    select b.id from ${branchMessages} b where b.user_id = ${v.userId} and b.id = any(${v.ids}::uuid[])
  ) as taken`,
    ),
  { prepared: false },
);

export type ImportedMessage = Pick<
  typeof messages.$inferSelect,
  'id' | 'place' | 'role' | 'content' | 'policyDenied' | 'createdAt' | 'fromWeb'
>;

/** Adds messages at the end of the line. `rows`: of `ImportedMessage`, as JSON. */
export const appendImported = statement((q, v: Values<OwnMessages & { rows: string }>) => {
  const { userId, conversationId } = v;
  return q.insert(messages).select(rowsFrom(messages, v.rows, { userId, conversationId, extras: null }));
});

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
