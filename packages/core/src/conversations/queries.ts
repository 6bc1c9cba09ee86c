import type { ReplyExtras } from '@jarvis/contract';
import { and, asc, desc, eq, gt, gte, isNotNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import { ownRead } from '../auth/own-rows.ts';
import { conversations, messages } from '../db/schema.ts';
import { rawStatement, statement, type Values } from '../db/statement.ts';

const p = sql.placeholder;

/** The fields of the contract, in its order. */
const conversation = {
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
export const selectConversations = ownRead((q, v: Values<{ userId: string; limit: number }>) =>
  q
    .select(conversation)
    .from(conversations)
    .where(and(eq(conversations.userId, v.userId), isNotNull(conversations.lastMessageAt)))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(v.limit),
);

/**
 * As above, those whose title or messages contain `q`, whatever its case and accents. Not prepared: from the
 * sixth execution Postgres might take a generic plan, which is slow for short words.
 */
export const searchConversations = rawStatement<
  ConversationRow,
  { userId: string; q: string; limit: number }
>(
  (v) => sql`
    with wanted as (
      select ${containing(v.q)} as pattern
    )
    select c.id, c.title, c.created_at as "createdAt", c.updated_at as "updatedAt"
    from conversations c, wanted
    where c.user_id = ${v.userId} and c.last_message_at is not null
      and (
        c.folded_title like wanted.pattern
        or c.id in (
          select m.conversation_id from messages m, wanted
          where m.user_id = ${v.userId} and m.folded like wanted.pattern
        )
      )
    order by c.updated_at desc, c.id desc
    limit ${v.limit}`,
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
    with wanted as (
      select fold(${v.q}) as needle,
        ${containing(v.q)} as pattern
    ), found as (
      select c.id, c.title, c.created_at, c.updated_at
      from conversations c, wanted
      where c.user_id = ${v.userId} and c.last_message_at is not null
        and (
          c.folded_title like wanted.pattern
          or c.id in (
            select m.conversation_id from messages m, wanted
            where m.user_id = ${v.userId} and m.folded like wanted.pattern
          )
        )
      order by c.updated_at desc, c.id desc
      limit ${v.limit}
    )
    select found.id, title, found.created_at as "createdAt", updated_at as "updatedAt", hit.id as "messageId",
      substr(hit.content, greatest(1, position(wanted.needle in hit.folded) - 60), 240) as "excerpt"
    from found cross join wanted left join lateral (
      select m.id, m.content, m.folded from messages m
      where m.user_id = ${v.userId} and m.conversation_id = found.id and m.folded like wanted.pattern
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
