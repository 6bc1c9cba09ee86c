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
  type SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { type Builder, type FieldsOf, type NewRow, rowFrom } from '../db/rows.ts';
import { conversations, messages } from '../db/schema.ts';
import { outcomesForgotten } from '../idempotency/queries.ts';

/** The fields of the contract, in its order. */
export const conversation = {
  id: conversations.id,
  title: conversations.title,
  createdAt: conversations.createdAt,
  updatedAt: conversations.updatedAt,
} satisfies FieldsOf<Conversation>;

/** The same of a part of a statement that has them. */
export const conversationFrom = <Id, Title, Created, Updated>({
  id,
  title,
  createdAt,
  updatedAt,
}: {
  readonly id: Id;
  readonly title: Title;
  readonly createdAt: Created;
  readonly updatedAt: Updated;
}) => ({ id, title, createdAt, updatedAt });

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

/** A page of the account's list: at most `limit`, from after the conversation with that id that was changed then. */
type ListPage = { userId: string; afterChange: string; afterId: string; limit: number };

/** Those of an account that are listed, from after a place in the list on. */
const listed = (v: Values<ListPage>) =>
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

/** So many of the account's newest messages are looked at to see whether a word is common; */
const sampled = 1_000;
/** in so many of them a common word is. */
const common = sql.raw('30');

type Search = ListPage & { q: string };

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
  const latest = [desc(conversations.updatedAt), desc(conversations.id)];
  const byTitle = q
    .select(conversation)
    .from(conversations)
    .where(and(listed(v), contains(conversations.foldedTitle, v.q)))
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
    .where(and(sql`(select common from ${sample})`, listed(v), sql`${hasCommon}`))
    .orderBy(...latest)
    .limit(v.limit);
  const ofRare = q
    .select(conversation)
    .from(conversations)
    .where(and(listed(v), eq(conversations.id, havingRare.id)))
    .limit(atMost(1))
    .as('of_rare');
  const byRare = q.select(conversationFrom(ofRare)).from(havingRare).crossJoinLateral(ofRare);
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

/** So much content is read of a conversation at a time; a longer message is read alone. */
const stretchBytesMax = sql.raw(String(1024 * 1024));
const stretchMessagesMax = 200;

export const messageOnPage = { ...message, extras: messages.extras } satisfies FieldsOf<MessageWithExtras>;

/**
 * The next messages of a conversation in one direction: so many as are held at a time, whatever their length. `more`:
 * another one follows of these `limit`.
 */
function stretchOf(
  q: Builder,
  v: Values<OwnMessages>,
  { from, order, limit }: { from: SQL; order: typeof asc; limit: ReturnType<typeof atMost> },
) {
  const next = q
    .select({ ...messageOnPage, place: messages.place })
    .from(messages)
    .where(and(ofConversation(v), from))
    .orderBy(order(messages.place))
    .limit(limit)
    .as('next');
  const inOrder = order(next.place);
  return q
    .select({
      id: next.id,
      role: next.role,
      content: next.content,
      policyDenied: next.policyDenied,
      createdAt: next.createdAt,
      extras: next.extras,
      place: next.place,
      more: sql<boolean>`lead(${next.place}) over (order by ${inOrder}) is not null`.as('more'),
      bytesBefore:
        sql`sum(octet_length(${next.content})) over (order by ${inOrder}) - octet_length(${next.content})`.as(
          'bytes_before',
        ),
    })
    .from(next)
    .as('stretch');
}

type StretchOf = ReturnType<typeof stretchOf>;

const held = (stretch: StretchOf) => lt(stretch.bytesBefore, stretchBytesMax);

const shown = ({ id, role, content, policyDenied, createdAt }: StretchOf) => ({
  id,
  role,
  content,
  policyDenied,
  createdAt,
});

/** The first messages after a place, oldest first. `line`: another number after a change other than at its end. */
export const selectStretch = statement((q, v: Values<OwnMessages & { afterPlace: number }>) => {
  const limit = atMost(stretchMessagesMax + 1);
  const stretch = stretchOf(q, v, { from: gt(messages.place, v.afterPlace), order: asc, limit });
  const { place, more } = stretch;
  const own = and(eq(conversations.userId, v.userId), eq(conversations.id, v.conversationId));
  const line = sql<number>`(${q.select({ line: conversations.lineVersion }).from(conversations).where(own)})`;
  const count = sql<number>`(${q.select({ count: conversations.messageCount }).from(conversations).where(own)})`;
  return q
    .select({ ...shown(stretch), place, line, count, more })
    .from(stretch)
    .where(held(stretch))
    .orderBy(asc(place))
    .limit(atMost(stretchMessagesMax));
});

/** The place of one of the account's messages. */
const placeOf = (q: Builder, userId: SQLWrapper, id: SQLWrapper) =>
  sql`(${q
    .select({ place: messages.place })
    .from(messages)
    .where(and(sql`${messages.userId} = ${userId}`, sql`${messages.id} = ${id}`))})`;

type Page<From> = OwnMessages & From & { limit: number };

function page(q: Builder, v: Values<Page<unknown>>, from: SQL, order: typeof asc) {
  const stretch = stretchOf(q, v, { from, order, limit: v.limit });
  return q
    .select({ ...shown(stretch), extras: stretch.extras, more: stretch.more })
    .from(stretch)
    .where(held(stretch))
    .orderBy(order(stretch.place));
}

/** The latest messages before one, or of all of them (null), latest first. */
export const selectMessagesBefore = statement((q, v: Values<Page<{ before: string | null }>>) =>
  page(q, v, lt(messages.place, sql`coalesce(${placeOf(q, v.userId, v.before)}, 2147483647)`), desc),
);

/** The earliest messages after one, oldest first. */
export const selectMessagesAfter = statement((q, v: Values<Page<{ after: string }>>) =>
  page(q, v, gt(messages.place, placeOf(q, v.userId, v.after)), asc),
);

/** A message and those after it, oldest first. */
export const selectMessagesFrom = statement((q, v: Values<Page<{ from: string }>>) =>
  page(q, v, gte(messages.place, placeOf(q, v.userId, v.from)), asc),
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
        ...conversationFrom(page),
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
  q
    .with(outcomesForgotten(q, v))
    .delete(conversations)
    .where(isConversation(v))
    .returning({ id: conversations.id }),
);

/** What statements that store messages go on with: the conversation as it is then, and how many messages it has. */
export const counted = { ...conversation, messageCount: conversations.messageCount };

/** Counts messages that the same statement stores. No row when the account has no such conversation. */
export const touch = (q: Builder, v: Values<OwnMessages & { now: string }>, added: 1 | 2, condition?: SQL) =>
  q.$with('touched').as(
    q
      .update(conversations)
      .set({
        updatedAt: sql`${v.now}`,
        lastMessageAt: sql`${v.now}`,
        messageCount: sql`${conversations.messageCount} + ${sql.raw(String(added))}`,
      })
      .where(and(eq(conversations.userId, v.userId), eq(conversations.id, v.conversationId), condition))
      .returning(counted),
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
 * stored, when there is no such conversation or when it is full.
 */
export const insertMessage = statement((q, v: Values<NewMessage>) => {
  const touched = touch(q, v, 1, lt(conversations.messageCount, atMost(limits.conversationMessagesMax)));
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
  return q.with(touched, stored).select(conversationFrom(touched)).from(touched);
});
