import { type Conversation, limits, type Message, type MessageWithExtras } from '@jarvis/contract';
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
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { type Builder, type FieldsOf, type NewRow, rowFrom } from '../db/rows.ts';
import { conversations, messages } from '../db/schema.ts';

/** The fields of the contract, in its order. */
export const conversation = {
  id: conversations.id,
  title: conversations.title,
  createdAt: conversations.createdAt,
  updatedAt: conversations.updatedAt,
} satisfies FieldsOf<Conversation>;

/** The fields of the contract, in its order. */
export const message = {
  id: messages.id,
  role: messages.role,
  content: messages.content,
  policyDenied: messages.policyDenied,
  createdAt: messages.createdAt,
} satisfies FieldsOf<Message>;

/** Finds a text anywhere in a folded one; `%`, `_` and `\` in it are ordinary characters. */
const contains = (folded: SQLWrapper, text: SQLWrapper) =>
  sql`${folded} like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

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
const sampled = 1_000;
/** in so many of them a common word is. */
const common = sql.raw('30');

type Search = { userId: string; q: string; limit: number };

/**
 * The conversations whose title or messages contain `q`, whatever its case and accents. A common word is found by
 * going through the conversations in order, a rare one by the index of the messages' text; either would take long
 * in the other's place, and the planner cannot know, so a sample decides: the condition on it stands in front of
 * the part that is not to run. Scalar subqueries and a limit inside, because a join could be carried out the other
 * way round.
 */
function search(q: Builder, v: Values<Search>) {
  const newest = q
    .select({ folded: messages.folded })
    .from(messages)
    .where(eq(messages.userId, v.userId))
    .orderBy(desc(messages.id))
    .limit(atMost(sampled))
    .as('newest');
  const sample = q.$with('sample').as(
    q
      .select({
        common: sql<boolean>`count(*) filter (where ${contains(newest.folded, v.q)}) >= ${common}`.as(
          'common',
        ),
      })
      .from(newest),
  );
  const havingRare = q.$with('having_rare').as(
    q
      .selectDistinct({ id: messages.conversationId })
      .from(messages)
      .where(
        and(
          sql`(select not common from ${sample})`,
          eq(messages.userId, v.userId),
          contains(messages.folded, v.q),
        ),
      ),
  );
  const listed = and(eq(conversations.userId, v.userId), isNotNull(conversations.lastMessageAt));
  const latest = [desc(conversations.updatedAt), desc(conversations.id)];
  const byTitle = q
    .select(conversation)
    .from(conversations)
    .where(and(listed, contains(conversations.foldedTitle, v.q)))
    .orderBy(...latest)
    .limit(v.limit);
  const hasCommon = q
    .select({ isThere: sql`true` })
    .from(messages)
    .where(
      and(
        eq(messages.userId, conversations.userId),
        eq(messages.conversationId, conversations.id),
        contains(messages.folded, v.q),
      ),
    )
    .limit(atMost(1));
  const byCommon = q
    .select(conversation)
    .from(conversations)
    .where(and(sql`(select common from ${sample})`, listed, sql`${hasCommon}`))
    .orderBy(...latest)
    .limit(v.limit);
  const ofRare = q
    .select(conversation)
    .from(conversations)
    .where(and(listed, eq(conversations.id, havingRare.id)))
    .limit(atMost(1))
    .as('of_rare');
  const byRare = q
    .select({ id: ofRare.id, title: ofRare.title, createdAt: ofRare.createdAt, updatedAt: ofRare.updatedAt })
    .from(havingRare)
    .crossJoinLateral(ofRare);
  const found = q.$with('found').as(byTitle.union(byCommon).union(byRare));
  return { with: [sample, havingRare, found] as const, found };
}

/** What contains `q`, last changed first, at most `limit`. */
export const searchConversations = statement(
  (q, v: Values<Search>) => {
    const { with: parts, found } = search(q, v);
    return q
      .with(...parts)
      .select()
      .from(found)
      .orderBy(desc(found.updatedAt), desc(found.id))
      .limit(v.limit);
  },
  { prepared: false },
);

interface NewConversation {
  readonly userId: string;
  readonly id: string;
  readonly title: string;
  readonly titledBy: 'default' | 'person';
  readonly now: string;
}

/** What a conversation begins with as to vectors. */
export const notEmbedded = { embeddedCount: sql`0`, embeddingModel: sql`''`, embedNextAt: sql`'epoch'` };

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
      ...notEmbedded,
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

export type OwnMessages = { userId: string; conversationId: string };

const ofConversation = (v: Values<OwnMessages>) =>
  and(eq(messages.userId, v.userId), eq(messages.conversationId, v.conversationId));

/** All messages of a conversation, oldest first. */
export const selectMessages = statement((q, v: Values<OwnMessages>) =>
  q.select(message).from(messages).where(ofConversation(v)).orderBy(asc(messages.place)),
);

export const messageOnPage = { ...message, extras: messages.extras } satisfies FieldsOf<MessageWithExtras>;

/** The place of one of the account's messages. */
const placeOf = (q: Builder, userId: SQLWrapper, id: SQLWrapper) =>
  sql`(${q
    .select({ place: messages.place })
    .from(messages)
    .where(and(sql`${messages.userId} = ${userId}`, sql`${messages.id} = ${id}`))})`;

/** The latest messages before one, or of all of them (null), latest first. */
export const selectMessagesBefore = statement(
  (q, v: Values<OwnMessages & { before: string | null; limit: number }>) =>
    q
      .select(messageOnPage)
      .from(messages)
      .where(
        and(
          ofConversation(v),
          lt(messages.place, sql`coalesce(${placeOf(q, v.userId, v.before)}, 2147483647)`),
        ),
      )
      .orderBy(desc(messages.place))
      .limit(v.limit),
);

/** The earliest messages after one, oldest first. */
export const selectMessagesAfter = statement((q, v: Values<OwnMessages & { after: string; limit: number }>) =>
  q
    .select(messageOnPage)
    .from(messages)
    .where(and(ofConversation(v), gt(messages.place, placeOf(q, v.userId, v.after))))
    .orderBy(asc(messages.place))
    .limit(v.limit),
);

/** A message and those after it, oldest first. */
export const selectMessagesFrom = statement((q, v: Values<OwnMessages & { from: string; limit: number }>) =>
  q
    .select(messageOnPage)
    .from(messages)
    .where(and(ofConversation(v), gte(messages.place, placeOf(q, v.userId, v.from))))
    .orderBy(asc(messages.place))
    .limit(v.limit),
);

/**
 * What `searchConversations` finds, each with its latest matching message and the text around the match. The
 * folded text may be longer than the written one, so the match lies about there; who shows it marks it.
 */
export const searchWithExcerpts = statement(
  (q, v: Values<Search>) => {
    const { with: parts, found } = search(q, v);
    const page = q
      .select()
      .from(found)
      .orderBy(desc(found.updatedAt), desc(found.id))
      .limit(v.limit)
      .as('page');
    const hit = q
      .select({ id: messages.id, content: messages.content, folded: messages.folded })
      .from(messages)
      .where(
        and(
          eq(messages.userId, v.userId),
          eq(messages.conversationId, page.id),
          contains(messages.folded, v.q),
        ),
      )
      .orderBy(desc(messages.place))
      .limit(atMost(1))
      .as('hit');
    return q
      .with(...parts)
      .select({
        id: page.id,
        title: page.title,
        createdAt: page.createdAt,
        updatedAt: page.updatedAt,
        messageId: hit.id,
        excerpt: sql<
          string | null
        >`substr(${hit.content}, greatest(1, position(fold(${v.q}) in ${hit.folded}) - 60), 240)`,
      })
      .from(page)
      .leftJoinLateral(hit, sql`true`)
      .orderBy(desc(page.updatedAt), desc(page.id));
  },
  { prepared: false },
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

/** With its messages. No row when the account has no such conversation. */
export const deleteConversationRow = statement((q, v: Values<OwnConversation>) =>
  q.delete(conversations).where(isConversation(v)).returning({ id: conversations.id }),
);

interface NewMessage {
  readonly userId: string;
  readonly id: string;
  readonly conversationId: string;
  readonly content: string;
  readonly now: string;
}

/**
 * Stores a person's message and gives the conversation as it is then, in one statement; no row, and nothing
 * stored, when there is no such conversation.
 */
export const insertMessage = statement((q, v: Values<NewMessage>) => {
  const touched = q.$with('touched').as(
    q
      .update(conversations)
      .set({
        updatedAt: sql`${v.now}`,
        lastMessageAt: sql`${v.now}`,
        messageCount: sql`${conversations.messageCount} + 1`,
      })
      .where(and(eq(conversations.userId, v.userId), eq(conversations.id, v.conversationId)))
      .returning({ ...conversation, messageCount: conversations.messageCount }),
  );
  const row: NewRow<typeof messages> = {
    userId: v.userId,
    id: v.id,
    conversationId: v.conversationId,
    place: sql`${touched.messageCount}`,
    role: 'user',
    content: v.content,
    policyDenied: false,
    createdAt: v.now,
    extras: null,
  };
  const stored = q
    .$with('stored')
    .as(q.insert(messages).select(rowFrom(messages, row, sql`from ${touched}`)));
  return q
    .with(touched, stored)
    .select({
      id: touched.id,
      title: touched.title,
      createdAt: touched.createdAt,
      updatedAt: touched.updatedAt,
    })
    .from(touched);
});
