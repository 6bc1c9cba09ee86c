import {
  and,
  eq,
  gt,
  isAmong,
  rowPlace,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import { conversations, messages, messageVectors } from '../../db/schema/conversations.ts';
import { textCharsMax } from './embed.ts';

/** A question looks at so many of an account's vectors, those of its latest conversations. */
const searchedMax = sql.raw('20000');
/** So many of them, the nearest by their bits, are put into order by all dimensions. */
const nearestMax = sql.raw('100');

/** The messages nearest to a vector by its bits, in this conversation and, when asked for, in the account's others. */
export const selectNearest = statement(
  (
    q,
    v: Values<{
      userId: string;
      conversationId: string | null;
      elsewhere: boolean;
      model: string;
      /** Of the message. */
      questionBits: string;
    }>,
  ) => {
    const vectors = (where: SQLWrapper) => sql`(
      select user_id, conversation_id, place, bits from message_vectors
      where user_id = ${v.userId} and ${where} and model = ${v.model}
      order by conversation_id desc, place desc limit ${searchedMax}
    )`;
    return q
      .select({
        conversationId: messageVectors.conversationId,
        place: messageVectors.place,
        exact: messageVectors.exact,
      })
      .from(
        sql`(
      select user_id, conversation_id, place from (
        ${vectors(sql`conversation_id = ${v.conversationId}::uuid`)}
        union all
        ${vectors(sql`${v.elsewhere}::boolean and conversation_id is distinct from ${v.conversationId}::uuid`)}
      ) as searched
      order by bit_count(bits # ${v.questionBits}::bit(512)) limit ${nearestMax}
    ) as nearest`,
      )
      .innerJoin(
        messageVectors,
        sql`(message_vectors.user_id, message_vectors.conversation_id, message_vectors.place)
          = (nearest.user_id, nearest.conversation_id, nearest.place)`,
      );
  },
  { deadlineMs: 300 },
);

/**
 * Takes a conversation that has messages without a vector, the one first that has waited longest, and keeps other
 * processes from it until `retryAt`. No row when there is none.
 */
export const claimConversation = statement((q, v: Values<{ now: string; retryAt: string }>) =>
  q
    .update(conversations)
    .set({ embedNextAt: sql`${v.retryAt}` })
    .from(
      sql`(
      select user_id, id from conversations
      where embedded_count < message_count and embed_next_at <= ${v.now}
      order by embed_next_at limit 1 for update skip locked
    ) as claimed`,
    )
    .where(sql`(${conversations.userId}, ${conversations.id}) = (claimed.user_id, claimed.id)`)
    .returning({
      userId: conversations.userId,
      conversationId: conversations.id,
      afterPlace: conversations.embeddedCount,
      messageCount: conversations.messageCount,
      lineVersion: conversations.lineVersion,
    }),
);

/** The messages after a place, in their order, without the text of denied turns. */
export const selectToEmbed = statement(
  (q, v: Values<{ userId: string; conversationId: string; afterPlace: number; limit: number }>) =>
    q
      .select({
        place: messages.place,
        /** Null: it gets no vector. */
        content: sql<string | null>`case when policy_denied or (role = 'user' and coalesce((
          select reply.policy_denied from messages as reply
          where reply.user_id = ${v.userId} and reply.conversation_id = ${v.conversationId}
            and reply.place = messages.place + 1
          limit 1
        ), false)) then null else left(${messages.content}, ${sql.raw(String(textCharsMax))}) end`,
      })
      .from(messages)
      .where(
        and(
          eq(messages.userId, v.userId),
          eq(messages.conversationId, v.conversationId),
          gt(messages.place, v.afterPlace),
        ),
      )
      .orderBy(messages.place)
      .limit(v.limit),
);

/**
 * Stores vectors of messages after `afterPlace` of a conversation, which then has them up to `through`; nothing
 * when that is no longer how far it has come, other versions of messages were chosen, or the conversation is gone.
 */
export const storeVectors = statement(
  (
    q,
    v: Values<{
      userId: string;
      conversationId: string;
      model: string;
      afterPlace: number;
      lineVersion: number;
      through: number;
      embeddedPlaces: readonly number[];
      bits: readonly string[];
      exact: readonly Uint8Array[];
      now: string;
    }>,
  ) => {
    const advanced = q.$with('advanced').as(
      q
        .update(conversations)
        .set({
          embeddedCount: sql`${v.through}`,
          embeddingModel: sql`${v.model}`,
          embedNextAt: sql`${v.now}`,
        })
        .where(
          and(
            eq(conversations.userId, v.userId),
            eq(conversations.id, v.conversationId),
            eq(conversations.embeddedCount, v.afterPlace),
            eq(conversations.lineVersion, v.lineVersion),
          ),
        )
        .returning({ userId: conversations.userId, id: conversations.id }),
    );
    return q
      .with(advanced)
      .insert(messageVectors)
      .select(
        sql`select user_id, id, place, ${v.model}, bits, exact from advanced, unnest(
          ${v.embeddedPlaces}::int[], ${v.bits}::bit(512)[], ${v.exact}::bytea[]
        ) as vector (place, bits, exact)`,
      )
      .onConflictDoUpdate({
        target: [messageVectors.userId, messageVectors.conversationId, messageVectors.place],
        set: { model: sql`excluded.model`, bits: sql`excluded.bits`, exact: sql`excluded.exact` },
      });
  },
);

/** Lets conversations with vectors of another model begin anew; fewer than `limit` when they were the last. */
export const forgetOtherModels = statement((q, v: Values<{ model: string; limit: number }>) => {
  const others = (where: SQLWrapper) => sql`(
    select user_id, id from conversations
    where embedded_count > 0 and embedding_model ${where}
    order by embedding_model limit ${v.limit}
  )`;
  return q
    .update(conversations)
    .set({ embeddedCount: sql`0`, embeddingModel: sql`''` })
    .where(
      sql`(${conversations.userId}, ${conversations.id}) in (
        select user_id, id from (
          ${others(sql`< ${v.model}`)} union all ${others(sql`> ${v.model}`)}
        ) as other
        limit ${v.limit}
      )`,
    );
});

/** Some of the account's vectors; fewer than `limit` when they were the last. */
export const deleteVectorsPage = statement((q, v: Values<{ userId: string; limit: number }>) => {
  const own = eq(messageVectors.userId, v.userId);
  const page = q.$with('page').as(q.select(rowPlace).from(messageVectors).where(own).limit(v.limit));
  return q
    .with(page)
    .delete(messageVectors)
    .where(and(own, isAmong(page)));
});
