import type { Conversation } from '@jarvis/contract';
import { rawStatement, sql, type Values } from '@jarvis/database';

export type StoredMessage = readonly [
  id: string,
  role: 'user' | 'assistant',
  content: string,
  policyDenied: boolean,
  /** A reply that text from the web went into. */
  fromWeb: boolean,
];

/** Messages of one conversation that are shown word for word at most; what is older is found by recall. */
export const historyMax = 400;
const memoriesMax = 200;

export interface ContextRow {
  /** Null when the account has no such conversation. */
  readonly title: string | null;
  /** Messages looked at, of which `history` are those that fit; as many as asked for when there may be more. */
  readonly read: number;
  /** Newest first. */
  readonly history: readonly StoredMessage[] | null;
  /** Content and time of the last change. */
  readonly memories: readonly [content: string, updatedAt: string][] | null;
}

/**
 * All that a turn needs to know before it asks the model, in one round trip: whether the conversation is
 * there, its newest messages up to a size in bytes and a count, and the memories, those first that have a
 * word of the message in them. Reads pages, however much is stored: by the order of `messages_of_conversation`, not
 * by its equality, for where one conversation is most of an account Postgres would go through the others by their
 * primary key. The limits are constants, so that one plan is kept for all values.
 */
export const selectContext = rawStatement<
  ContextRow,
  {
    userId: string;
    /** Null for a new conversation. */
    conversationId: string | null;
    historyBytes: number;
    withMemories: boolean;
    /** `%word%` for each word of the message, folded. */
    patterns: readonly string[];
  }
>(
  (v) => sql`
    with newest as materialized (
      select id, role, content, policy_denied, from_web, sum(octet_length(content) + 16) over (
        order by conversation_id desc, id desc rows unbounded preceding
      ) as size
      from (
        select id, conversation_id, role, content, policy_denied, coalesce(extras ? 'sources', false) as from_web
        from messages
        where user_id = ${v.userId}
          and (conversation_id, id) <= (${v.conversationId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        order by conversation_id desc, id desc
        limit ${sql.raw(String(historyMax))}
      ) as page
      where conversation_id = ${v.conversationId}
    )
    select
      (select title from conversations where user_id = ${v.userId} and id = ${v.conversationId}) as title,
      (select count(*) from newest)::int as "read",
      (
        select json_agg(json_build_array(id, role, content, policy_denied, from_web) order by size)
        from newest where size <= ${v.historyBytes}::bigint
      ) as history,
      (
        select json_agg(json_build_array(content, updated_at))
        from (
          select content, updated_at from memories where user_id = ${v.userId} and ${v.withMemories}::boolean
          order by fold(content) like any (${v.patterns}::text[]) desc, updated_at desc, id desc
          limit ${sql.raw(String(memoriesMax))}
        ) as remembered
      ) as memories`,
);

interface StoredTurn {
  userId: string;
  conversationId: string;
  userMessageId: string;
  message: string;
  assistantMessageId: string;
  reply: string;
  extras: string | null;
  policyDenied: boolean;
  now: string;
}

/** Both messages of a turn, into what the statement calls `conversation`, whose row is the answer. */
const messagesStored = (v: Values<StoredTurn>) => sql`stored as (
      insert into messages (user_id, id, conversation_id, role, content, policy_denied, created_at, extras)
      select conversation.user_id, m.id, conversation.id, m.role, m.content, m.denied, m.at, m.extras
      from conversation, (values
        (${v.userMessageId}::uuid, 'user', ${v.message}::text, false, ${v.now}::timestamptz, null::jsonb),
        (${v.assistantMessageId}::uuid, 'assistant', ${v.reply}::text, ${v.policyDenied}::boolean,
          ${v.now}::timestamptz, ${v.extras}::jsonb)
      ) as m (id, role, content, denied, at, extras)
    )
    select id, title, created_at as "createdAt", updated_at as "updatedAt" from conversation`;

/** Stores a turn whole in a conversation that is there: no row, and nothing stored, when it is not. */
export const storeTurn = rawStatement<Conversation, StoredTurn>(
  (v) => sql`
    with conversation as (
      update conversations set updated_at = ${v.now}::timestamptz, last_message_at = ${v.now}::timestamptz
      where user_id = ${v.userId} and id = ${v.conversationId}
      returning user_id, id, title, created_at, updated_at
    ), ${messagesStored(v)}`,
);

/** Begins a conversation with its first turn. */
export const storeFirstTurn = rawStatement<Conversation, StoredTurn & { title: string }>(
  (v) => sql`
    with conversation as (
      insert into conversations (user_id, id, title, titled_by, created_at, updated_at, last_message_at)
      values (${v.userId}, ${v.conversationId}, ${v.title}, 'message', ${v.now}::timestamptz,
        ${v.now}::timestamptz, ${v.now}::timestamptz)
      returning user_id, id, title, created_at, updated_at
    ), ${messagesStored(v)}`,
);

/** Replaces a title that was cut from the message, and no other. */
export const improveTitle = rawStatement<
  { id: string },
  { userId: string; conversationId: string; title: string }
>(
  (v) => sql`
    update conversations set title = ${v.title}, titled_by = 'model'
    where user_id = ${v.userId} and id = ${v.conversationId} and titled_by = 'message'
    returning id`,
);
