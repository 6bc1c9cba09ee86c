import { rawStatement, type SQL, sql } from '@jarvis/database';

/** What was found, each message once. */
export interface FoundRow {
  /** In how many messages each term was found, here and elsewhere; the number is a guess where they are many. */
  readonly rarity: readonly [term: number, here: boolean, found: number][] | null;
  /** The hits, best first, each with the messages around it, oldest first. */
  readonly hits: readonly [here: boolean, id: string, around: string[]][] | null;
  readonly said: readonly Said[] | null;
  /** Of the other conversations. */
  readonly titles: readonly [conversationId: string, title: string][] | null;
}

/** A stored message. */
export type Said = readonly [
  id: string,
  conversationId: string,
  role: 'user' | 'assistant',
  content: string,
  policyDenied: boolean,
  createdAt: string,
];

/** For a term, and for a pair of terms, at most so many messages are looked at. */
const hitsPerTerm = 32;
/** And of those that are not a person's statement, where most facts are, so many. */
const otherHitsPerTerm = 16;
/** Of a longer message the rest is not read. */
export const contentCharsMax = 6_000;

const n = (value: number): SQL => sql.raw(String(value));

/** A term that is in so many of the sampled messages (one in 128) is not looked up by itself: it says little. */
const sampledCommon = 8;
/** Two that are in so many are not even looked up together. */
const sampledVeryCommon = 24;
/** Terms that are looked up in pairs, too: a pair may be rare where neither of its words is. */
const pairedTerms = 4;
const hitsHere = 32;
const hitsElsewhere = 16;
/** The best hits come with the turns before and after theirs. */
const hitsWithNeighbours = 8;

/**
 * Messages whose keys match a tsquery, some of them when there are many. Whose they are is checked outside of
 * the limit: with the account among its conditions, Postgres would read an index of all of its messages.
 */
const matching = (query: string, limit: number) =>
  sql.raw(`(
      select m.user_id, m.id, m.conversation_id,
        case when m.role = 'assistant' then 0.7 when right(rtrim(m.content), 1) = '?' then 0.8 else 1.2 end as telling
      from messages m
      where recall_keys(m.user_id, m.conversation_id, m.id, m.role, m.content) @@ (${query})::tsquery
        and not m.policy_denied and (not scope.here or m.id < shown.since)
      limit ${limit}
    )`);

/** How many of the sampled messages match, counted up to where it no longer matters. */
const sampled = (query: string) =>
  sql.raw(`(
      select count(*) from (
        select 1 from messages m
        where recall_keys(m.user_id, m.conversation_id, m.id, m.role, m.content) @@ (${query})::tsquery
        limit ${sampledVeryCommon}
      ) as sample
    )`);

/**
 * The newest messages of the conversation, and some of another when it has fewer. By the order of
 * `messages_of_conversation` and not by its equality: where one conversation is most of the table, Postgres
 * would take the primary key and pass over all that lies between.
 */
const newestOf = (v: { readonly userId: unknown; readonly conversationId: unknown }) => sql`(
        select id, conversation_id, content from messages
        where user_id = ${v.userId}
          and (conversation_id, id) <= (${v.conversationId}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        order by conversation_id desc, id desc limit 400
      )`;

/**
 * The messages that have most of the terms, the rarer the more they count, in this conversation and elsewhere,
 * and the turns around them. For each term a bounded number of entries of the index `messages_recall` and of
 * messages is read, however many there are. (The migration `recall` says what the keys are.) Each limit is a
 * constant: by one that it does not know, Postgres would guess a part of the table, and compile such a plan.
 */
export const findMessages = rawStatement<
  FoundRow,
  {
    userId: string;
    /** Null: there is none yet, and so nothing before the message. */
    conversationId: string | null;
    elsewhere: boolean;
    /** So many bytes of this conversation's newest messages are shown anyway, and not searched. */
    shownBytes: number;
    /** Empty ones are skipped. */
    words: readonly string[];
    /** For each word others that mean about the same, with spaces between. */
    others: readonly string[];
  }
>(
  (v) => sql`
  with term as materialized (
    select t.i, t.word, k.any_of, k.stated, k.sampled
    from unnest(${v.words}::text[], ${v.others}::text[]) with ordinality as t (word, others, i)
    cross join lateral (
      select string_agg(format('%L | %L', k, overlay(k placing '!' from 9 for 0)), ' | ') as any_of,
        string_agg(format('%L', overlay(k placing '!' from 9 for 0)), ' | ') as stated,
        string_agg(format('%L', overlay(k placing '~' from 9 for 0)), ' | ') as sampled
      from unnest(tsvector_to_array(recall_keys(${v.userId}, null, null, null, t.word || ' ' || t.others))) as k
      where k !~ '[''\\\\]'
    ) as k
    where t.word <> '' and k.any_of is not null
  ), shown as materialized (
    select coalesce((
      select id from (
        select id, sum(octet_length(content) + 16) over (
          order by conversation_id desc, id desc rows unbounded preceding
        ) as size
        from ${newestOf(v)} as newest where conversation_id = ${v.conversationId}
      ) as sized where size <= ${v.shownBytes}::bigint order by size desc limit 1
    ), 'ffffffff-ffff-ffff-ffff-ffffffffffff') as since
  ), scope as materialized (
    select true as here, format('%L & ', '#' || right(${v.conversationId}::uuid::text, 12)) as only
    where exists (
      select 1 from (
        select conversation_id from messages
        where user_id = ${v.userId} and (conversation_id, id) < (${v.conversationId}::uuid, (select since from shown))
        order by conversation_id desc, id desc limit 1
      ) as before where conversation_id = ${v.conversationId}
    )
    union all
    select false, coalesce(format('!%L & ', '#' || right(${v.conversationId}::uuid::text, 12)), '')
    where ${v.elsewhere}::boolean
  ), sought as materialized (
    select term.i, term.word, term.any_of, term.stated, scope.here, scope.only,
      case when scope.here and term.in_all >= ${n(sampledCommon)}
        then ${sampled(`scope.only || '(' || term.sampled || ')'`)} else term.in_all
      end as sample
    from (select *, ${sampled('term.sampled')} as in_all from term) as term cross join scope
  ), single as materialized (
    select distinct scope.i, scope.here, m.id, m.conversation_id, m.telling
    from (select * from sought where sample < ${n(sampledCommon)}) as scope cross join shown
    cross join lateral (
      with stated as materialized (
        select * from ${matching(`scope.only || '(' || scope.stated || ')'`, hitsPerTerm)} as m
      )
      select * from stated
      union all
      select * from ${matching(`scope.only || '(' || scope.any_of || ')'`, otherHitsPerTerm)} as m
      where (select count(*) from stated) < ${n(otherHitsPerTerm)}
    ) as m
    where m.user_id = ${v.userId}
  ), rarity as materialized (
    select s.*, case when s.sample < ${n(sampledCommon)} then f.found else ${n(hitsPerTerm)} end as found,
      row_number() over (
        partition by s.here order by f.found = 0 and s.sample < ${n(sampledCommon)}, s.sample, f.found, s.i
      ) as rank
    from sought s cross join lateral (
      select count(*) as found from single f where f.i = s.i and f.here = s.here
    ) as f
  ), pair as materialized (
    select scope.i, scope.j, scope.here, m.id, m.conversation_id, m.telling
    from (
      select a.i, b.i as j, a.here, a.only, a.any_of, b.any_of as other
      from rarity a join rarity b on b.here = a.here and a.rank < b.rank
      where b.rank <= ${n(pairedTerms)} and a.found > 0 and b.found >= ${n(otherHitsPerTerm)}
        and a.sample < ${n(sampledVeryCommon)}
    ) as scope cross join shown
    cross join lateral ${matching(`scope.only || '(' || scope.any_of || ') & (' || scope.other || ')'`, hitsPerTerm)} as m
    where m.user_id = ${v.userId}
  ), mistyped as materialized (
    select scope.i, scope.here, m.id, m.conversation_id, m.telling
    from (
      select r.*, (
        select string_agg(format('%L:* | %L:*', left(k, 12), left(overlay(k placing '!' from 9 for 0), 13)), ' | ')
        from unnest(tsvector_to_array(recall_keys(${v.userId}, null, null, null, r.word))) as k
        where k !~ '[''\\\\]' and length(k) >= 12
      ) as alike
      from rarity r where not exists (select 1 from rarity o where o.i = r.i and o.found > 0)
    ) as scope cross join shown
    cross join lateral ${matching(`scope.only || '(' || scope.alike || ')'`, hitsPerTerm)} as m
    where m.user_id = ${v.userId}
  ), hit as (
    select here, i, id, conversation_id, telling from single
    union select here, i, id, conversation_id, telling from pair
    union select here, j, id, conversation_id, telling from pair
    union select here, i, id, conversation_id, telling from mistyped
  ), best as materialized (
    select * from (
      select h.here, h.id, h.conversation_id, row_number() over (
        partition by h.here
        order by h.telling * sum(ln(1 + 1000::float8 / (case when r.found = 0 then 50 else r.found + 32 * r.sample end))) desc,
          h.id desc
      ) as rank
      from hit h join rarity r on r.i = h.i and r.here = h.here
      group by h.here, h.id, h.conversation_id, h.telling
    ) as ranked
    where rank <= case when here then ${n(hitsHere)} else ${n(hitsElsewhere)} end
  ), around as materialized (
    select b.here, b.rank, b.id as hit, m.*
    from best b cross join lateral (
      (
        select * from (
          select id, conversation_id, role, content, policy_denied, created_at from messages
          where user_id = ${v.userId} and (conversation_id, id) < (b.conversation_id, b.id)
          order by conversation_id desc, id desc limit 3
        ) as before limit case when b.rank <= ${n(hitsWithNeighbours)} then 3 else 1 end
      ) union all (
        select * from (
          select id, conversation_id, role, content, policy_denied, created_at from messages
          where user_id = ${v.userId} and (conversation_id, id) >= (b.conversation_id, b.id)
          order by conversation_id, id limit 4
        ) as after limit case when b.rank <= ${n(hitsWithNeighbours)} then 4 else 2 end
      )
    ) as m
    where m.conversation_id = b.conversation_id
  )
  select
    (select json_agg(json_build_array(i, here, found + 32 * sample)) from rarity) as "rarity",
    (
      select json_agg(json_build_array(here, hit, ids) order by rank)
      from (select here, rank, hit, json_agg(id order by id) as ids from around group by here, rank, hit) as hits
    ) as "hits",
    (
      select json_agg(json_build_array(id, conversation_id, role, left(content, ${n(contentCharsMax)}),
        policy_denied, created_at))
      from (select distinct on (id) * from around order by id) as once
    ) as "said",
    (
      select json_agg(json_build_array(id, title)) from conversations
      where user_id = ${v.userId} and id in (select conversation_id from best where not here)
    ) as "titles"`,
  { deadlineMs: 300 },
);
