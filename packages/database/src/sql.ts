import { type Placeholder, sql as raw, type SQL, type SQLWrapper } from 'drizzle-orm';

/**
 * What statements are written with. From here rather than from drizzle-orm: its package.json is 180 KB long, and
 * Node reads and parses all of it again for every file that imports the package, 20 ms and 6 MB a time.
 */
export {
  and,
  asc,
  desc,
  eq,
  getTableName,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';

/**
 * A limit that stands in the statement's text. As a parameter it would keep Postgres from settling on a plan: one
 * that does not know how few rows are wanted looks dearer than a new one each time, and planning takes longer than
 * reading a page.
 */
export const atMost = (rows: number): Placeholder<string, number> =>
  raw.raw(String(rows)) as unknown as Placeholder<string, number>;

/**
 * The server's time, moved by so many milliseconds. What several processes judge by time (who is alive, who may go on)
 * is written and judged by it: their own clocks may be apart.
 */
export const serverTime = (movedByMs = 0): SQL => raw.raw(`now() + interval '${movedByMs} ms'`);

/** What a query selects for `isAmong`: where its rows are. A `ctid` alone is unique within one partition only. */
export const rowPlace = { part: raw`tableoid`.as('part'), place: raw`ctid`.as('place') };

/**
 * True of the rows of the same table that `page`, a query in the statement's `with`, selects by `rowPlace`. Neither
 * as a join nor with a bare `in`, which becomes one: it takes time in proportion to the square of the rows as long as
 * the statistics know of few.
 */
export const isAmong = (page: SQLWrapper): SQL =>
  raw`ctid = any(array(select place from ${page})) and ((tableoid, ctid) in (select part, place from ${page})) is true`;
