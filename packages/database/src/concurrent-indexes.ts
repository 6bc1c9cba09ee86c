import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const indexesFile = 'concurrent-indexes.sql';

/** What is done to indexes after the migrations, while others write. */
export interface Indexes {
  /** The statement that builds it, by name. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Those of former versions, dropped once all others are built. */
  readonly unwanted: readonly string[];
}

const noIndexes: Indexes = { wanted: new Map(), unwanted: [] };

/** Statements as drizzle-kit writes them, with `concurrently`. */
export function readIndexes(folder: string): Indexes {
  const file = join(folder, indexesFile);
  if (!existsSync(file)) return noIndexes;
  const text = readFileSync(file, 'utf8');
  const built = text.matchAll(/^create (?:unique )?index concurrently "(\w+)"[^;]*/gim);
  const dropped = text.matchAll(/^drop index concurrently if exists "(\w+)"/gim);
  return {
    wanted: new Map([...built].map(([statement, name = '']) => [name, statement])),
    unwanted: [...dropped].map(([, name = '']) => name),
  };
}

/** JSON: of the names in $1 those that are missing or half built, and then of those in $2 the ones that are there. */
export const unfinishedSql = `(
  select json_agg(name order by unwanted, nth) from (
    select name, nth, false as unwanted from unnest($1::text[]) with ordinality as wanted (name, nth)
    where not exists (select from pg_index where indexrelid = to_regclass(quote_ident(name)) and indisvalid)
    union all
    select name, nth, true from unnest($2::text[]) with ordinality as unwanted (name, nth)
    where to_regclass(quote_ident(name)) is not null
  ) as index
)`;
