import { type Conversation, conversation as shown } from '@jarvis/contract';
import {
  and,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  type SQL,
  serverTime,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { leftRows } from '../db/remove-by-account.ts';
import { type Builder, type FieldsOf, isOne, isOwn, type One, type Own, pick } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { begunTurns, runningTurns } from '../db/schema/turns.ts';
import { insertRow, selectOne } from '../db/statements.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';

/** The contract's fields, in order. */
export const conversation = pick(conversations, shown.shape) satisfies FieldsOf<Conversation>;

/** The values of a statement on the messages of an account's conversation. */
export type OwnMessages = Own & { conversationId: string };

/** That conversation, if it also satisfies the conditions. */
export const isConversation = (v: Values<OwnMessages>, ...conditions: (SQL | undefined)[]) =>
  isOwn(conversations, v, eq(conversations.id, v.conversationId), ...conditions);

/** A page of the account's list: at most `limit`, after the conversation with this id and time of change. */
export type ConversationListPage = Own & { afterChange: string; afterId: string; limit: number };

/** An account's listed conversations, after a place in the list, that also satisfy the conditions. */
export const listed = (v: Values<ConversationListPage>, ...conditions: SQL[]) =>
  isOwn(
    conversations,
    v,
    isNotNull(conversations.lastMessageAt),
    sql`(${conversations.updatedAt}, ${conversations.id}) < (${v.afterChange}::timestamptz, ${v.afterId}::uuid)`,
    ...conditions,
  );

export const lastChanged = [desc(conversations.updatedAt), desc(conversations.id)] as const;

/** A page of listed conversations that satisfy a condition, last changed first. */
export const pageOf = (q: Builder, v: Values<ConversationListPage>, ...conditions: SQL[]) =>
  q
    .select(conversation)
    .from(conversations)
    .where(listed(v, ...conditions))
    .orderBy(...lastChanged)
    .limit(v.limit);

/** Conversations with a message. */
export const selectConversations = statement((q, v: Values<ConversationListPage>) => pageOf(q, v));

/** The values of a conversation without messages, which is not listed. */
export const empty = { lastMessageAt: null, messageCount: sql`0`, lineVersion: sql`0`, scheduleId: null };

export const insertConversation = insertRow(conversations, empty);

export const selectConversation = selectOne<Conversation>(conversations, conversation);

/** With the number of changes to its line. */
export const selectConversationForPage = selectOne<Conversation & { line: number }>(conversations, {
  ...conversation,
  line: conversations.lineVersion,
});

/** Never before the last change: of two concurrent ones, the later may be stored first. */
export const changedAt = (v: Values<{ now: string }>): SQL =>
  sql`greatest(${conversations.updatedAt}, ${v.now})`;

/** Sets a title that no model replaces. No row when the account has no such conversation. */
export const renameConversationRow = statement((q, v: Values<One & { title: string; now: string }>) =>
  q
    .update(conversations)
    .set({ title: sql`${v.title}`, titledBy: 'person', updatedAt: changedAt(v) })
    .where(isOne(conversations, v))
    .returning(conversation),
);

/** A conversation without messages is removed after this time. */
const emptyKeptMs = 24 * 60 * 60_000;

/** Conversations that have stayed empty, and in which no turn waits for tool results. */
export const emptyConversations = leftRows(conversations, (userId) =>
  and(
    isNull(conversations.lastMessageAt),
    lt(conversations.updatedAt, serverTime(-emptyKeptMs)),
    sql`not exists (select from waiting_turns w
      where w.user_id = ${userId} and w.conversation_id = ${conversations.id})`,
  ),
);

/**
 * With its messages, also those whose replies failed, and what is kept of its ended replies. No row when the account has
 * no such conversation.
 */
export const deleteConversationRow = statement((q, v: Values<One>) => {
  const ofIt = (turns: typeof begunTurns | typeof runningTurns) =>
    isOwn(turns, v, eq(turns.conversationId, v.id));
  return q
    .with(
      outcomesForgotten(q, v),
      q.$with('begun').as(q.delete(begunTurns).where(ofIt(begunTurns))),
      // The process of a running reply still writes its end, for readers on other processes.
      q
        .$with('ended')
        .as(q.delete(runningTurns).where(and(ofIt(runningTurns), isNotNull(runningTurns.outcome)))),
    )
    .delete(conversations)
    .where(isOne(conversations, v))
    .returning({ id: conversations.id });
});

/** Replaces a title that was cut from the message; no row for any other title. */
export const replaceCutTitle = statement(
  (q, v: Values<OwnMessages & { title: string; titledBy: 'message' | 'model' }>) =>
    q
      .update(conversations)
      .set({ title: sql`${v.title}`, titledBy: sql`${v.titledBy}` })
      .where(isConversation(v, eq(conversations.titledBy, 'message')))
      .returning({ id: conversations.id }),
);
