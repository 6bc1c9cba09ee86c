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
