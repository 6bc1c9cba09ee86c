import { type Placeholder, sql as raw, type SQL, type SQLWrapper } from 'drizzle-orm';

/*
 * Statements import drizzle from here rather than from drizzle-orm: its package.json is 180 KB, and Node parses it again
 * for every file that imports the package, 20 ms and 6 MB each time.
 */
export * from 'drizzle-orm';

/**
 * A limit in the statement's text. As a parameter it would keep Postgres from settling on a generic plan: without the
 * small number the plan looks more expensive than a new one each time, and planning takes longer than reading a page.
 */
export const atMost = (rows: number): Placeholder<string, number> =>
  raw.raw(String(rows)) as unknown as Placeholder<string, number>;

/** The server's time, which processes compare, because the clocks of machines differ; plus `movedByMs`. */
export const serverTime = (movedByMs = 0): SQL => raw.raw(`now() + interval '${movedByMs} ms'`);

/** The location of a query's rows, for `isAmong`. A `ctid` alone is unique within one partition only. */
export const rowPlace = { part: raw`tableoid`.as('part'), place: raw`ctid`.as('place') };

/**
 * True for rows of the same table that `page`, a query in the statement's `with`, selects by `rowPlace`. Neither a
 * join nor a bare `in`, which becomes one: both take quadratic time while the statistics know of few rows.
 */
export const isAmong = (page: SQLWrapper): SQL =>
  raw`ctid = any(array(select place from ${page})) and ((tableoid, ctid) in (select part, place from ${page})) is true`;
