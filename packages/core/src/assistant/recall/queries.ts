import { type SQLWrapper, sql, statement, type Values } from '@jarvis/database';
import type { Own } from '../../db/rows.ts';
import type { Hits } from '../../search/sweep.ts';
import { termsFrom } from '../../search/terms.ts';

/** Maximum messages of a conversation shown word for word; recall finds older ones. */
export const historyMax = 400;

/**
 * Maximum messages per word in the conversation, and as many elsewhere: a more frequent word says little, and reading
 * its messages is most of a question's cost.
 */
const hitsMax = sql.raw('500');
/** A longer message is read up to here. */
const contentCharsMax = 6_000;

/** The places of the account's messages that match a tsquery, grouped here: each row that is passed on costs time. */
const matching = (userId: SQLWrapper, query: SQLWrapper) => sql`(
      select conversation_id, json_agg(place) as places
      from (
        select m.conversation_id, m.place from messages m
        where m.user_id = ${userId}
          and recall_keys(m.user_id, m.conversation_id, m.folded) @@ (scope.only || '(' || ${query} || ')')::tsquery
          and not m.policy_denied
        limit ${hitsMax}
      ) as message
      group by conversation_id
    )`;

/**
 * The places of each word, in this conversation and, if asked for, in the account's others; reads only the word index
 * and the order of messages. One row per found word.
 */
export const selectHits = statement(
  (
    q,
    v: Values<{
      userId: string;
      /** Null: the conversation does not exist yet, so nothing precedes the message. */
      conversationId: string | null;
      elsewhere: boolean;
      /** Folded; always the same number, see lookedUp. */
      words: readonly string[];
    }>,
  ) =>
    q.select({ term: sql<number>`i`, hits: sql<Hits>`hits` }).from(
      sql`(
  with ${termsFrom(v)}, scope as materialized (
    select format('%L & ', '#' || right(${v.conversationId}::uuid::text, 12)) as only
    where ${v.conversationId}::uuid is not null
    union all
    select coalesce(format('!%L & ', '#' || right(${v.conversationId}::uuid::text, 12)), '')
    where ${v.elsewhere}::boolean
  ), exact as materialized (
    select term.i, m.conversation_id, m.places
    from term cross join scope cross join lateral ${matching(v.userId, sql`term.query`)} as m
  ), hit as (
    select * from exact
    union all
    select term.i, m.conversation_id, m.places
    from (select * from term where alike is not null and not exists (select from exact where exact.i = term.i)) as term
    cross join scope cross join lateral ${matching(v.userId, sql`term.alike`)} as m
  )
  select i, json_agg(json_build_array(conversation_id, places)) as hits
  from hit
  group by i
) as hits`,
    ),
  { deadlineMs: 300 },
);

/** A stored message. */
type PlacedMessage = readonly [
  place: number,
  role: 'user' | 'assistant',
  content: string,
  /** In UTC, as `2026-01-31T09:30:00.12+00:00`. */
  createdAt: string,
  /** Text from outside influenced it, or the title above it. */
  fromWeb: boolean,
  /** It has the person's role, but is a program's. */
  byProgram: boolean,
];

/** Messages of a conversation. */
interface PlacedMessages {
  /** Its id. */
  readonly id: string;
  readonly title: string;
  readonly messages: readonly PlacedMessage[];
}

/**
 * The messages at these places, `wanted`: JSON of `{ id, places }[]`. Leaves out denied turns (a denied reply and the person's message before it), and titles
 * made from one, or from a program's message. Looks up each place: Postgres before 17 may read a whole conversation for
 * a list of them.
 */
export const selectPlaces = statement(
  (q, v: Values<Own & { readonly wanted: string }>) =>
    q
      // As JSON, which costs a tenth of taking the columns of so many rows one by one; as arrays, of which Postgres writes
      // a third more in the same time than of objects.
      .select({ found: sql<readonly PlacedMessages[] | null>`found` })
      .from(
        sql`(
    with wanted as materialized (
      select * from json_to_recordset(${v.wanted}::json) as at (id uuid, places int[])
    ), conversation as materialized (
      select c.id, wanted.places, titled_by, case when titled_by in ('message', 'model') then coalesce((
        select '…' from messages
        where user_id = ${v.userId} and conversation_id = c.id and place <= 2
          and (policy_denied or role = 'user' and from_web)
        limit 1
      ), title) else title end as title
      from wanted cross join lateral (
        select id, titled_by, title from conversations where user_id = ${v.userId} and id = wanted.id limit 1
      ) as c
    )
    select json_agg(json_build_object('id', c.id, 'title', title, 'messages', (
      select coalesce(json_agg(json_build_array(
        place, role, left(content, ${sql.raw(String(contentCharsMax))}), created_at,
        from_web or c.titled_by = 'import', role = 'user' and from_web
      )), '[]')
      from unnest(c.places) as at (place) cross join lateral (
        select role, content, created_at, from_web
        from messages
        where user_id = ${v.userId} and conversation_id = c.id and place = at.place and not policy_denied
          and (role <> 'user' or (
            select policy_denied from messages
            where user_id = ${v.userId} and conversation_id = c.id and place = at.place + 1
          ) is not true)
        limit 1
      ) as message
    ))) as found
    from conversation c
  ) as places`,
      ),
  { deadlineMs: 300 },
);
