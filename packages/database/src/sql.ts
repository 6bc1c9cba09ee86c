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
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
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

/** What a query selects for `isAmong`: where its rows are. */
export const ctid = { ctid: raw`ctid` };

/**
 * True of the rows whose `ctid` a query of the same table selects. As an array and not with `in`: that is a join, which
 * takes time in proportion to the square of the rows as long as the statistics know of few.
 */
export const isAmong = (ctids: SQLWrapper): SQL => raw`ctid = any(array${ctids})`;
