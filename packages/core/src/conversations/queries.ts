import { limits, type ReplyExtras } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  lt,
  rawStatement,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { conversations, messages } from '../db/schema.ts';

const p = sql.placeholder;

/** The fields of the contract, in its order. */
export const conversation = {
  id: conversations.id,
  title: conversations.title,
  createdAt: conversations.createdAt,
  updatedAt: conversations.updatedAt,
};

const message = {
  id: messages.id,
  role: messages.role,
  content: messages.content,
  policyDenied: messages.policyDenied,
  createdAt: messages.createdAt,
};

/** A pattern that finds a text anywhere in a folded one; `%`, `_` and `\` in it are ordinary characters. */
const containing = (text: SQLWrapper) =>
  sql`'%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

type ConversationRow = { id: string; title: string; createdAt: string; updatedAt: string };

/** Those with a message, last changed first. */
export const selectConversations = statement((q, v: Values<{ userId: string }>) =>
  q
    .select(conversation)
    .from(conversations)
    .where(and(eq(conversations.userId, v.userId), isNotNull(conversations.lastMessageAt)))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(atMost(limits.conversationListMax)),
);

/** So many of the account's newest messages are looked at to see whether a word is common; */
const sampled = sql.raw('1000');
/** in so many of them a common word is. */
const common = sql.raw('30');

/**
 * As above, those whose title or messages contain `q`, whatever its case and accents. A common word is found by
 * going through the conversations in order, a rare one by the index of the messages' text; either would take long
 * in the other's place, and the planner cannot know, so a sample decides: the condition on it stands in front of
 * the part that is not to run. Scalar subqueries, because a join could be carried out the other way round.
 */
const found = (v: Values<{ userId: string; q: string; limit: number }>) => sql`
    with sample as materialized (
      select count(*) filter (where folded like ${containing(v.q)}) >= ${common} as common
      from (
        select folded from messages where user_id = ${v.userId} order by id desc limit ${sampled}
      ) as newest
    ), having_rare as materialized (
      select distinct conversation_id as id from messages
      where (select not common from sample) and user_id = ${v.userId} and folded like ${containing(v.q)}
    )
    (
      select id, title, created_at, updated_at from conversations
      where user_id = ${v.userId} and last_message_at is not null and folded_title like ${containing(v.q)}
      order by updated_at desc, id desc limit ${v.limit}
    ) union (
      select c.id, c.title, c.created_at, c.updated_at from conversations c
      where (select common from sample) and c.user_id = ${v.userId} and c.last_message_at is not null and (
        select true from messages m
        where m.user_id = c.user_id and m.conversation_id = c.id and m.folded like ${containing(v.q)}
        limit 1
      )
      order by c.updated_at desc, c.id desc limit ${v.limit}
    ) union (
      select c.id, c.title, c.created_at, c.updated_at from having_rare h
      cross join lateral (
        select id, title, created_at, updated_at from conversations
        where user_id = ${v.userId} and id = h.id and last_message_at is not null offset 0
      ) c
    )
    order by updated_at desc, id desc limit ${v.limit}`;

export const searchConversations = rawStatement<
  ConversationRow,
  { userId: string; q: string; limit: number }
>(
  (v) => sql`
    select id, title, created_at as "createdAt", updated_at as "updatedAt" from (${found(v)}) as found
    order by updated_at desc, id desc`,
  { prepared: false },
);

export const insertConversation = statement((q) =>
  q
    .insert(conversations)
    .values({
      userId: p('userId'),
      id: p('id'),
      title: p('title'),
      titledBy: p('titledBy'),
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning(conversation),
);

export const selectConversation = statement((q) =>
  q
    .select(conversation)
    .from(conversations)
    .where(and(eq(conversations.userId, p('userId')), eq(conversations.id, p('id')))),
);

const ofConversation = and(
  eq(messages.userId, p('userId')),
  eq(messages.conversationId, p('conversationId')),
);

/** All messages of a conversation, oldest first. */
export const selectMessages = statement((q) =>
  q
    .select(message)
    .from(messages)
    .where(and(eq(messages.userId, p('userId')), eq(messages.conversationId, p('conversationId'))))
    .orderBy(asc(messages.id)),
);

const messageOnPage = { ...message, extras: sql<ReplyExtras | null>`${messages.extras}`.as('extras') };

/** The latest messages before one, latest first. */
export const selectMessagesBefore = statement((q) =>
  q
    .select(messageOnPage)
    .from(messages)
    .where(and(ofConversation, lt(messages.id, p('before'))))
    .orderBy(desc(messages.id))
    .limit(p('limit')),
);

/** The earliest messages after one, oldest first. */
export const selectMessagesAfter = statement((q) =>
  q
    .select(messageOnPage)
    .from(messages)
    .where(and(ofConversation, gt(messages.id, p('after'))))
    .orderBy(asc(messages.id))
    .limit(p('limit')),
);

/** A message and those after it, oldest first. */
export const selectMessagesFrom = statement((q) =>
  q
    .select(messageOnPage)
    .from(messages)
    .where(and(ofConversation, gte(messages.id, p('from'))))
    .orderBy(asc(messages.id))
    .limit(p('limit')),
);

/**
 * What `searchConversations` finds, each with its latest matching message and the text around the match. The
 * folded text may be longer than the written one, so the match lies about there; who shows it marks it.
 */
export const searchWithExcerpts = rawStatement<
  ConversationRow & { messageId: string | null; excerpt: string | null },
  { userId: string; q: string; limit: number }
>(
  (v) => sql`
    select found.id, title, found.created_at as "createdAt", updated_at as "updatedAt", hit.id as "messageId",
      substr(hit.content, greatest(1, position(fold(${v.q}) in hit.folded) - 60), 240) as "excerpt"
    from (${found(v)}) as found left join lateral (
      select m.id, m.content, m.folded from messages m
      where m.user_id = ${v.userId} and m.conversation_id = found.id and m.folded like ${containing(v.q)}
      order by m.id desc limit 1
    ) hit on true
    order by updated_at desc, found.id desc`,
  { prepared: false },
);

export const renameConversationRow = statement((q) =>
  q
    .update(conversations)
    .set({ title: sql`${p('title')}`, titledBy: 'person', updatedAt: sql`${p('now')}::timestamptz` })
    .where(and(eq(conversations.userId, p('userId')), eq(conversations.id, p('id'))))
    .returning(conversation),
);

export const deleteConversationRow = statement((q) =>
  q
    .delete(conversations)
    .where(and(eq(conversations.userId, p('userId')), eq(conversations.id, p('id'))))
    .returning({ id: conversations.id }),
);

/** Stores a message and touches its conversation, in one statement; no row when there is no such conversation. */
export const insertMessage = rawStatement<
  ConversationRow,
  { userId: string; id: string; conversationId: string; content: string; now: string }
>(
  (v) => sql`
    with touched as (
      update conversations set updated_at = ${v.now}, last_message_at = ${v.now}
      where user_id = ${v.userId} and id = ${v.conversationId}
      returning id, title, created_at, updated_at
    ), stored as (
      insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at)
      select ${v.userId}, ${v.id}, touched.id, 'user', ${v.content}, false, ${v.now} from touched
    )
    select id, title, created_at as "createdAt", updated_at as "updatedAt" from touched`,
);
