import { type Queries, type SQL, sql, statement, type Values } from '@jarvis/database';
import type { Own } from '../db/rows.ts';
import { type Hits, sweep } from '../search/sweep.ts';
import { lookedUp, termsFrom, termsOf } from '../search/terms.ts';

/** The columns of a passage in a statement of SQL. */
export const passage = {
  fileId: sql<string>`file_id`,
  place: sql<number>`place`,
  page: sql<number>`page`,
  content: sql<string>`content`,
};

/** A passage, by its file and its number in the file. */
export type FoundPassage = Awaited<ReturnType<typeof selectPassagesAt>>[number];

/**
 * The first passages of files, file by file: all if they are at most `limit` together, else the same number of each
 * file. `count`: the number of passages of their file.
 */
export const selectFirstPassages = statement(
  (q, v: Values<Own & { ids: readonly string[]; limit: number }>) =>
    q.select({ ...passage, count: sql<number>`count` }).from(
      sql`(
    select p.file_id, p.place, p.page, p.content, file.count
    from (
      select wanted.id, wanted.nth, last.place as count,
        case when sum(last.place) over () <= ${v.limit}::int then last.place
          else ${v.limit}::int / count(*) over () + 2 end as shown
      from unnest(${v.ids}::uuid[]) with ordinality as wanted (id, nth)
      cross join lateral (
        select place from file_passages where user_id = ${v.userId} and file_id = wanted.id order by place desc limit 1
      ) as last
    ) as file
    cross join lateral (
      select file_id, place, page, content from file_passages
      where user_id = ${v.userId} and file_id = file.id order by place limit file.shown
    ) as p
    order by file.nth, p.place
  ) as found`,
    ),
);

/** The maximum number of passages found for one word, in a file or in all of them. */
const hitsMax = sql.raw('300');

/** The passages in which each word occurs, by the file's id: `isHit` of a word, and of each of the `files` beside it. */
const hitsWhere = (v: Values<Own & { words: readonly string[] }>, files: SQL, isHit: SQL) =>
  sql`(
  with ${termsFrom(v)}, hit as (
    select term.i, p.file_id, p.place
    from term ${files} cross join lateral (
      select file_id, place from file_passages
      where user_id = ${v.userId} and ${isHit}
      limit ${hitsMax}
    ) as p
  )
  select json_agg(json_build_array(file_id, places)) as hits
  from (select i, file_id, json_agg(place) as places from hit group by i, file_id) as found
  group by i
) as hits`;

/**
 * The hits in some files. "Is not distinct from" keeps the planner from the order of the file's passages, whose words
 * it would all have to compute.
 */
export const selectFileHits = statement(
  (q, v: Values<Own & { ids: readonly string[]; words: readonly string[] }>) =>
    q.select({ hits: sql<Hits>`hits` }).from(
      hitsWhere(
        v,
        sql`cross join unnest(${v.ids}::uuid[]) as wanted (id)`,
        sql`file_id is not distinct from wanted.id and recall_keys(user_id, file_id, folded)
          @@ (format('%L & ', '#' || right(wanted.id::text, 12)) || '(' || term.query || ')')::tsquery`,
      ),
    ),
  { deadlineMs: 1_000 },
);

/** The hits in all files of an account. */
export const selectHitsInFiles = statement(
  (q, v: Values<Own & { words: readonly string[] }>) =>
    q
      .select({ hits: sql<Hits>`hits` })
      .from(hitsWhere(v, sql``, sql`recall_keys(user_id, file_id, folded) @@ term.query::tsquery`)),
  { deadlineMs: 300 },
);

/** Passages by file and number, in the order of the request, with one index lookup for each. */
const selectPassagesAt = statement(
  (q, v: Values<Own & { fileIds: readonly string[]; places: readonly number[] }>) =>
    q.select(passage).from(
      sql`(
    select p.file_id, p.place, p.page, p.content
    from unnest(${v.fileIds}::uuid[], ${v.places}::int[]) with ordinality as at (file_id, place, nth)
    cross join lateral (
      select file_id, place, page, content from file_passages
      where user_id = ${v.userId} and file_id = at.file_id and place = at.place limit 1
    ) as p
    order by at.nth
  ) as found`,
    ),
);

/** The maximum number of passages found by one search. */
export const bestMax = 200;

/** The passages of the files that match the words, best first; none if no word occurs. */
export async function findPassages(
  db: Queries,
  userId: string,
  ids: readonly string[],
  words: string,
): Promise<FoundPassage[]> {
  const terms = termsOf(words);
  const found = terms.length === 0 ? [] : await selectFileHits(db, { userId, ids, words: lookedUp(terms) });
  const best = sweep(found, bestMax);
  return selectPassagesAt(db, {
    userId,
    fileIds: best.map(({ id }) => id),
    places: best.map(({ place }) => place),
  });
}
