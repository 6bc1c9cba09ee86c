import { type File, limits } from '@jarvis/contract';
import { atMost, sql, statement, type Values } from '@jarvis/database';
import type { SettingRow } from '../../connections/queries.ts';
import { columns, type Own } from '../../db/rows.ts';
import { files } from '../../db/schema/files.ts';
import { termsFrom } from '../../search/terms.ts';
import { historyMax } from '../recall/queries.ts';

export type StoredMessage = readonly [
  place: number,
  role: 'user' | 'assistant',
  content: string,
  policyDenied: boolean,
  /** A reply influenced by text from outside. */
  fromWeb: boolean,
];

type StoredMemory = readonly [
  content: string,
  updatedAt: string,
  /** Whether the content may come from the web. */
  fromWeb: boolean,
];

const memoriesMax = 200;

/**
 * Everything that a turn needs before it calls the model, in one round trip: whether the conversation exists; its
 * newest messages, up to a size in bytes and a count; and the memories, first those that match the message's words best
 * (rare words count more), then the last changed. Reads a bounded number of pages: it scans in the order of
 * `messages_of_conversation` rather than by equality, because for a conversation with most of an account's messages
 * Postgres would scan the others by their primary key. The limits are constants, so that Postgres keeps one plan for
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
      /** Of the message, folded; always the same number, see lookedUp. */
      words: readonly string[];
    }>,
  ) =>
    q
      .select({
        /** Null when the account has no such conversation. */
        messageCount: sql<number | null>`message_count`,
        /**
         * The number of messages read, of which `history` has those that fit; the maximum when there may be more
         * messages.
         */
        read: sql<number>`"read"`,
        /** Newest first. */
        history: sql<readonly StoredMessage[] | null>`history`,
        memories: sql<readonly StoredMemory[] | null>`memories`,
        /** Null when they are switched off. */
        customInstructions: sql<string | null>`custom_instructions`,
        /** Null when it is not known. */
        timeZone: sql<string | null>`time_zone`,
        /** Whether messages of the conversation named files. */
        hasFiles: sql<boolean>`has_files`,
        /** Whether the text of any of the account's files was read. */
        hasDocuments: sql<boolean>`has_documents`,
        /** The operators' settings, see connections/stored.ts. */
        settings: sql<readonly SettingRow[] | null>`settings`,
      })
      .from(sql`(
    with newest as materialized (
      select place, role, content, policy_denied, from_web, sum(octet_length(content) + 16) over (
        order by conversation_id desc, place desc rows unbounded preceding
      ) as size
      from (
        select place, conversation_id, role, ${shownOfReply(v)} as content, policy_denied, from_web
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
      (select time_zone from time_settings where user_id = ${v.userId}),
      exists (
        select from message_files where user_id = ${v.userId} and conversation_id = ${v.conversationId}
      ) as has_files,
      exists (select from file_passages where user_id = ${v.userId}) as has_documents,
      (
        select json_agg(json_build_object(
          'name', name, 'value', value, 'secret', secret, 'secretEnd', secret_end, 'changedAt', changed_at
        ))
        from installation_settings
      ) as settings
  ) as context`),
);

/** The end of a reply that was cut short, for the next one to continue from: the whole may not fit. */
const shownOfReply = (v: Values<{ historyBytes: number }>) => sql`
  case when extras ? 'cutShort' then right(content, ${v.historyBytes}::int / 8) else content end`;

const shownFile = {
  ...columns(files, 'id', 'name', 'mediaType', 'bytes', 'width', 'height', 'pages'),
  ...columns(files, 'textState', 'textReason'),
};

/** The fields of a file that a turn needs. */
export type GatheredFile = Pick<File, keyof typeof shownFile>;

/** Files named before a place by messages of the chosen line, the latest first; without those of denied turns. */
export const selectFilesBefore = statement(
  (q, v: Values<Own & { conversationId: string; beforePlace: number }>) =>
    q
      .select(shownFile)
      .from(files)
      .innerJoin(
        sql`(
    select distinct on (named.file_id) named.file_id, said.place, named.nth from message_files named
    cross join lateral (
      select place from messages
      where user_id = ${v.userId} and id = named.message_id and place < ${v.beforePlace}::int limit 1
    ) as said
    where named.user_id = ${v.userId} and named.conversation_id = ${v.conversationId} and not coalesce((
      select policy_denied from messages
      where user_id = ${v.userId} and conversation_id = ${v.conversationId} and place = said.place + 1 limit 1
    ), false)
    order by named.file_id, said.place desc
  ) as brought`,
        sql`${files.userId} = ${v.userId} and ${files.id} = brought.file_id and ${files.state} = 'stored'`,
      )
      .orderBy(sql`brought.place desc, brought.nth`)
      .limit(atMost(50)),
);
