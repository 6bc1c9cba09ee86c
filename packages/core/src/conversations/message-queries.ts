import { limits, type Message, type MessageWithExtras, message as shown } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  desc,
  eq,
  gt,
  gte,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { type Builder, type FieldsOf, isOwn, newRow, pick, rowFrom } from '../db/rows.ts';
import { conversations, messages } from '../db/schema/conversations.ts';
import { firstOf, more } from '../db/statements.ts';
import { changedAt, conversation, isConversation, type OwnMessages } from './queries.ts';

/** The contract's fields, in order. */
export const message = pick(messages, shown.shape) satisfies FieldsOf<Message>;

/** The messages of a conversation that also satisfy the conditions. */
export const ofConversation = (v: Values<OwnMessages>, ...conditions: SQL[]) =>
  isOwn(messages, v, eq(messages.conversationId, v.conversationId), ...conditions);

/** The message with which a program began the conversation; no row if a person began it. */
export const selectProgramsFirst = statement((q, v: Values<OwnMessages>) =>
  q
    .select({ id: messages.id })
    .from(messages)
    .where(ofConversation(v, lt(messages.place, 2), eq(messages.role, 'user'), eq(messages.fromWeb, true)))
    .limit(1),
);

const stretchMessagesMax = 200;

/** The first messages after a place, oldest first. `line` changes with every change other than at the end. */
export const selectStretch = statement((q, v: Values<OwnMessages & { afterPlace: number }>) => {
  const { lineVersion, messageCount } = conversations;
  const ofRow = (column: typeof lineVersion | typeof messageCount) =>
    sql<number>`(${q.select({ column }).from(conversations).where(isConversation(v))})`.as(column.name);
  const next = q
    .select({ ...message, place: messages.place, line: ofRow(lineVersion), count: ofRow(messageCount) })
    .from(messages)
    .where(ofConversation(v, gt(messages.place, v.afterPlace)))
    .orderBy(asc(messages.place));
  const fields = { ...message, place: messages.place, line: lineVersion, count: messageCount, more };
  return firstOf(q, fields, next, sql`place`, atMost(stretchMessagesMax));
});

/** The place of one of the account's messages. */
const placeOf = (q: Builder, userId: SQLWrapper, id: SQLWrapper) =>
  sql`(${q
    .select({ place: messages.place })
    .from(messages)
    .where(and(sql`${messages.userId} = ${userId}`, sql`${messages.id} = ${id}`))})`;

type MessagePageValues<From> = OwnMessages & From & { limit: number };

export const messageOnPage = { ...message, extras: messages.extras } satisfies FieldsOf<
  Omit<MessageWithExtras, 'files'>
>;

function page(q: Builder, v: Values<MessagePageValues<unknown>>, from: SQL, order: typeof asc) {
  const next = q
    .select({ ...messageOnPage, place: messages.place })
    .from(messages)
    .where(ofConversation(v, from))
    .orderBy(order(messages.place));
  return firstOf(q, { ...messageOnPage, more }, next, order(sql`place`), v.limit);
}

/** The latest messages before one, or of all (null), latest first. */
export const selectMessagesBefore = statement((q, v: Values<MessagePageValues<{ before: string | null }>>) =>
  page(q, v, lt(messages.place, sql`coalesce(${placeOf(q, v.userId, v.before)}, 2147483647)`), desc),
);

/** The earliest messages after one, oldest first. */
export const selectMessagesAfter = statement((q, v: Values<MessagePageValues<{ after: string }>>) =>
  page(q, v, gt(messages.place, placeOf(q, v.userId, v.after)), asc),
);

/** A message and those after it, oldest first. */
export const selectMessagesFrom = statement((q, v: Values<MessagePageValues<{ from: string }>>) =>
  page(q, v, gte(messages.place, placeOf(q, v.userId, v.from)), asc),
);

/** The result of statements that store messages: the conversation afterwards, and its number of messages. */
export const counted = { ...conversation, messageCount: conversations.messageCount };

/** Counts messages that the same statement stores. No row when the account has no such conversation. */
export const touch = (q: Builder, v: Values<OwnMessages & { now: string }>, added: 1 | 2, condition?: SQL) =>
  q.$with('touched').as(
    q
      .update(conversations)
      .set({
        updatedAt: changedAt(v),
        lastMessageAt: sql`${v.now}`,
        messageCount: sql`${conversations.messageCount} + ${sql.raw(String(added))}`,
      })
      .where(isConversation(v, condition))
      .returning(counted),
  );

type NewMessage = OwnMessages & { id: string; content: string; now: string };

/**
 * Stores a person's message and returns the conversation afterwards, in one statement; no row, and nothing stored,
 * when the conversation is missing or full.
 */
export const insertMessage = statement((q, v: Values<NewMessage>) => {
  const touched = touch(q, v, 1, lt(conversations.messageCount, atMost(limits.conversationMessagesMax)));
  const row = newRow(messages, v, {
    place: sql`${touched.messageCount}`,
    role: 'user',
    policyDenied: false,
    createdAt: v.now,
    extras: null,
    fromWeb: false,
  });
  const stored = q
    .$with('stored')
    .as(q.insert(messages).select(rowFrom(messages, row, sql`from ${touched}`)));
  return q.with(touched, stored).select(pick(touched, conversation)).from(touched);
});
