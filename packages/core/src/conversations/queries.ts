import type { Conversation } from '@jarvis/contract';
import {
  and,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  type SQLWrapper,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { OfAccount } from '../db/remove-by-account.ts';
import type { FieldsOf, NewRow } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';

/** The fields of the contract, in its order. */
export const conversation = {
  id: conversations.id,
  title: conversations.title,
  createdAt: conversations.createdAt,
  updatedAt: conversations.updatedAt,
} satisfies FieldsOf<Conversation>;

/** A page of the account's list: at most `limit`, from after the conversation with that id that was changed then. */
export type ListPage = { userId: string; afterChange: string; afterId: string; limit: number };

/** Those of an account that are listed, from after a place in the list on. */
export const listed = (v: Values<ListPage>) =>
  and(
    eq(conversations.userId, v.userId),
    isNotNull(conversations.lastMessageAt),
    sql`(${conversations.updatedAt}, ${conversations.id}) < (${v.afterChange}::timestamptz, ${v.afterId}::uuid)`,
  );

/** Those with a message, last changed first. */
export const selectConversations = statement((q, v: Values<ListPage>) =>
  q
    .select(conversation)
    .from(conversations)
    .where(listed(v))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(v.limit),
);

interface NewConversation {
  readonly userId: string;
  readonly id: string;
  readonly title: string;
  readonly titledBy: 'default' | 'person';
  readonly now: string;
}

/** One without messages, which is not listed. */
export const insertConversation = statement((q, v: Values<NewConversation>) =>
  q
    .insert(conversations)
    .values({
      userId: v.userId,
      id: v.id,
      title: v.title,
      titledBy: v.titledBy,
      createdAt: v.now,
      updatedAt: v.now,
      lastMessageAt: null,
      messageCount: sql`0`,
      lineVersion: sql`0`,
    } satisfies NewRow<typeof conversations>)
    .returning(conversation),
);

export type OwnConversation = { userId: string; id: string };

export const isConversation = (v: Values<OwnConversation>) =>
  and(eq(conversations.userId, v.userId), eq(conversations.id, v.id));

/** No row when the account has no such conversation. */
export const selectConversation = statement((q, v: Values<OwnConversation>) =>
  q.select(conversation).from(conversations).where(isConversation(v)),
);

/** With the number of changes to its line. No row when the account has no such conversation. */
export const selectConversationForPage = statement((q, v: Values<OwnConversation>) =>
  q
    .select({ ...conversation, line: conversations.lineVersion })
    .from(conversations)
    .where(isConversation(v)),
);

/** Gives a title that no model replaces. No row when the account has no such conversation. */
export const renameConversationRow = statement(
  (q, v: Values<OwnConversation & { title: string; now: string }>) =>
    q
      .update(conversations)
      .set({ title: sql`${v.title}`, titledBy: 'person', updatedAt: sql`${v.now}` })
      .where(isConversation(v))
      .returning(conversation),
);

/** A conversation that has had no message for so long is removed. */
const emptyKeptMs = 24 * 60 * 60_000;

/** Has stayed empty, and no turn waits in it for its tools. */
const isLeft = (userId: SQLWrapper) =>
  and(
    isNull(conversations.lastMessageAt),
    lt(conversations.updatedAt, serverTime(-emptyKeptMs)),
    sql`not exists (select from waiting_turns w
      where w.user_id = ${userId} and w.conversation_id = ${conversations.id})`,
  );

/** Keeps one that is still empty from being removed while a turn is under way in it. */
export const keepEmptyConversation = statement((q, v: Values<OwnConversation>) =>
  q
    .update(conversations)
    .set({ updatedAt: serverTime() })
    .where(
      and(
        isConversation(v),
        isNull(conversations.lastMessageAt),
        lt(conversations.updatedAt, serverTime(-emptyKeptMs / 2)),
      ),
    ),
);

/** Of all accounts. */
export const selectEmptyConversations = statement((q, v: Values<{ limit: number }>) =>
  q
    .select({ userId: conversations.userId, id: conversations.id })
    .from(conversations)
    .where(isLeft(sql`${conversations.userId}`))
    .limit(v.limit),
);

/** Removes those that have stayed empty, and none that a request holds. */
export const deleteEmptyConversations = statement((q, v: Values<OfAccount>) => {
  const own = and(eq(conversations.userId, v.userId), sql`${conversations.id} = any(${v.ids}::uuid[])`);
  const free = q
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(own, isLeft(v.userId)))
    .for('update', { skipLocked: true });
  return q.delete(conversations).where(and(own, sql`${conversations.id} = any(array${free})`));
});

/** With its messages. No row when the account has no such conversation. */
export const deleteConversationRow = statement((q, v: Values<OwnConversation>) =>
  q
    .with(outcomesForgotten(q, v))
    .delete(conversations)
    .where(isConversation(v))
    .returning({ id: conversations.id }),
);

/** Replaces a title that was cut from the message, and no other: no row when there is none such. */
export const replaceCutTitle = statement(
  (q, v: Values<{ userId: string; conversationId: string; title: string; titledBy: 'message' | 'model' }>) =>
    q
      .update(conversations)
      .set({ title: sql`${v.title}`, titledBy: sql`${v.titledBy}` })
      .where(
        and(
          eq(conversations.userId, v.userId),
          eq(conversations.id, v.conversationId),
          eq(conversations.titledBy, 'message'),
        ),
      )
      .returning({ id: conversations.id }),
);
