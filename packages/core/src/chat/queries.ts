import { limits } from '@jarvis/contract';
import { and, eq, type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
import type { SettingRow } from '../connections/queries.ts';
import { counted, touch } from '../conversations/message-queries.ts';
import { conversation } from '../conversations/queries.ts';
import { type Builder, type NewRow, pick, rowFrom } from '../db/rows.ts';
import { conversations, messages } from '../db/schema/conversations.ts';
import { fromWeb, termsFrom } from './recall/queries.ts';

export type StoredMessage = readonly [
  place: number,
  role: 'user' | 'assistant',
  content: string,
  policyDenied: boolean,
  /** A reply that text from outside went into. */
  fromWeb: boolean,
];

type StoredMemory = readonly [
  content: string,
  updatedAt: string,
  /** Whether the content may be text from the web. */
  fromWeb: boolean,
];

/** Messages of one conversation that are shown word for word at most; what is older is found by recall. */
export const historyMax = 400;
const memoriesMax = 200;

/**
 * All that a turn needs to know before it asks the model, in one round trip: whether the conversation is
 * there, its newest messages up to a size in bytes and a count, and the memories, those first that fit the message
 * best: by its words, the rarer the more they count, then the last changed. Reads pages, however much is stored: by
 * the order of `messages_of_conversation`, not by its equality, for where one conversation is most of an account
 * Postgres would go through the others by their primary key. The limits are constants, so that one plan is kept for
 * all values.
 */
export const selectContext = statement(
  (
    q,
    v: Values<{
      userId: string;
      /** Null for a new conversation. */
      conversationId: string | null;
      /** Only messages before this place. */
      beforePlace: number;
      historyBytes: number;
      withMemories: boolean;
      /** Of the message, folded; always as many, see lookedUp. */
      words: readonly string[];
    }>,
  ) =>
    q
      .select({
        /** Null when the account has no such conversation. */
        messageCount: sql<number | null>`message_count`,
        /** Messages looked at, of which `history` are those that fit; as many as asked for when there may be more. */
        read: sql<number>`"read"`,
        /** Newest first. */
        history: sql<readonly StoredMessage[] | null>`history`,
        memories: sql<readonly StoredMemory[] | null>`memories`,
        /** Null when they are switched off. */
        customInstructions: sql<string | null>`custom_instructions`,
        /** What operators have set, see connections/stored.ts. */
        settings: sql<readonly SettingRow[] | null>`settings`,
      })
      .from(sql`(
    with newest as materialized (
      select place, role, content, policy_denied, from_web, sum(octet_length(content) + 16) over (
        order by conversation_id desc, place desc rows unbounded preceding
      ) as size
      from (
        select place, conversation_id, role, ${shownOfReply(v)} as content, policy_denied, ${fromWeb} as from_web
        from messages
        where user_id = ${v.userId}
          and (conversation_id, place) < (${v.conversationId}::uuid, ${v.beforePlace}::int)
        order by conversation_id desc, place desc
        limit ${sql.raw(String(historyMax))}
      ) as page
      where conversation_id = ${v.conversationId}
    ), ${termsFrom(v)}, fitting as (
      select id, sum(ln(1 + ${sql.raw(String(limits.memoriesMax))} / found::float8)) as score
      from (
        select m.id, count(*) over (partition by term.i) as found
        from term cross join lateral (
          select m.id from memories m
          where m.user_id = ${v.userId} and recall_keys(m.user_id, null, fold(m.content)) @@ term.query::tsquery
          limit ${sql.raw(String(limits.memoriesMax))}
        ) as m
      ) as hit
      group by id
    )
    select
      (select message_count from conversations where user_id = ${v.userId} and id = ${v.conversationId}) as message_count,
      (select count(*) from newest)::int as "read",
      (
        select json_agg(json_build_array(place, role, content, policy_denied, from_web) order by size)
        from newest where size <= ${v.historyBytes}::bigint
      ) as history,
      (
        select json_agg(json_build_array(content, updated_at, from_web))
        from (
          select content, updated_at, from_web from memories m left join fitting f on f.id = m.id
          where m.user_id = ${v.userId} and ${v.withMemories}::boolean
          order by f.score desc nulls last, m.updated_at desc, m.id desc
          limit ${sql.raw(String(memoriesMax))}
        ) as remembered
      ) as memories,
      (select custom_instructions from users where id = ${v.userId} and custom_instructions_enabled),
      (
        select json_agg(json_build_object(
          'name', name, 'value', value, 'secret', secret, 'secretEnd', secret_end, 'changedAt', changed_at
        ))
        from installation_settings
      ) as settings
  ) as context`),
);

/** Of a reply that was cut short the end, with which the next one goes on: the whole may not fit. */
const shownOfReply = (v: Values<{ historyBytes: number }>) => sql`
  case when extras ? 'cutShort' then right(content, ${v.historyBytes}::int / 8) else content end`;

export interface StoredTurn {
  readonly userId: string;
  readonly conversationId: string;
  readonly userMessageId: string;
  readonly message: string;
  readonly assistantMessageId: string;
  readonly reply: string;
  /** `ReplyExtras` as JSON. */
  readonly extras: string | null;
  /** Text from outside was before the model when it wrote the reply. */
  readonly fromWeb: boolean;
  readonly policyDenied: boolean;
  readonly now: string;
}

type Touched = SQLWrapper & { readonly messageCount: SQLWrapper };

/** Both messages of a turn, at the last two places, stored when there is a row in `conversation`. */
function messagesStored(q: Builder, v: Values<StoredTurn>, conversation: Touched) {
  const asked: NewRow<typeof messages> = {
    userId: v.userId,
    conversationId: v.conversationId,
    createdAt: v.now,
    id: v.userMessageId,
    place: sql`${conversation.messageCount} - 1`,
    role: 'user',
    content: v.message,
    policyDenied: false,
    extras: null,
    fromWeb: false,
  };
  const from = sql`from ${conversation}`;
  return [
    q.$with('asked').as(q.insert(messages).select(rowFrom(messages, asked, from))),
    replyStored(q, v, conversation),
  ] as const;
}

/** A reply, at the last place. */
function replyStored(
  q: Builder,
  v: Values<Omit<StoredTurn, 'userMessageId' | 'message'>>,
  conversation: Touched,
) {
  const answered: NewRow<typeof messages> = {
    userId: v.userId,
    conversationId: v.conversationId,
    createdAt: v.now,
    id: v.assistantMessageId,
    place: sql`${conversation.messageCount}`,
    role: 'assistant',
    content: v.reply,
    policyDenied: v.policyDenied,
    // As text first: a driver that knows of jsonb would write the text as a JSON string.
    extras: sql`${v.extras}::text::jsonb`,
    fromWeb: v.fromWeb,
  };
  return q
    .$with('answered')
    .as(q.insert(messages).select(rowFrom(messages, answered, sql`from ${conversation}`)));
}

/** Stores a turn whole in a conversation that is there: no row, and nothing stored, when it is not. */
export const storeTurn = statement((q, v: Values<StoredTurn>) => {
  const touched = touch(q, v, 2);
  return q
    .with(touched, ...messagesStored(q, v, touched))
    .select(pick(touched, conversation))
    .from(touched);
});

/** Stores a reply alone, to a message that is stored already: no row, and nothing stored, without its conversation. */
export const storeReply = statement((q, v: Values<Omit<StoredTurn, 'userMessageId' | 'message'>>) => {
  const touched = touch(q, v, 1);
  return q
    .with(touched, replyStored(q, v, touched))
    .select(pick(touched, conversation))
    .from(touched);
});

/** Begins a conversation with its first turn. Fails by a foreign key when the account is gone. */
export const storeFirstTurn = statement((q, v: Values<StoredTurn & { title: string }>) => {
  const begun = q.$with('begun').as(
    q
      .insert(conversations)
      .values({
        userId: v.userId,
        id: v.conversationId,
        title: v.title,
        titledBy: 'message',
        createdAt: v.now,
        updatedAt: v.now,
        lastMessageAt: v.now,
        messageCount: sql`2`,
        lineVersion: sql`0`,
      } satisfies NewRow<typeof conversations>)
      .returning(counted),
  );
  return q
    .with(begun, ...messagesStored(q, v, begun))
    .select(pick(begun, conversation))
    .from(begun);
});

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
