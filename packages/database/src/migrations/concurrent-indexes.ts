import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../database.ts';
import type { DatabaseLog } from '../log.ts';

const indexesFile = 'concurrent-indexes.sql';

/** Changes to indexes after the migrations, while others write. */
export interface Indexes {
  /** Name to the statement that builds it. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Indexes of earlier versions, dropped after all others are built. */
  readonly unwanted: readonly string[];
}

/** Statements as drizzle-kit writes them, with `concurrently`. */
export function readIndexes(folder: string): Indexes {
  const file = join(folder, indexesFile);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const built = text.matchAll(/^create (?:unique )?index concurrently "(\w+)"[^;]*/gim);
  const dropped = text.matchAll(/^drop index concurrently if exists "(\w+)"/gim);
  return {
    wanted: new Map([...built].map(([statement, name = '']) => [name, statement])),
    unwanted: [...dropped].map(([, name = '']) => name),
  };
}

/** JSON: the names in $1 that are missing or half built, then the names in $2 that exist. */
export const unfinishedSql = `(
  select json_agg(name order by unwanted, nth) from (
    select name, nth, false as unwanted from unnest($1::text[]) with ordinality as wanted (name, nth)
    where not exists (select from pg_index where indexrelid = to_regclass(quote_ident(name)) and indisvalid)
    union all
    select name, nth, true from unnest($2::text[]) with ordinality as unwanted (name, nth)
    where to_regclass(quote_ident(name)) is not null
  ) as index
)`;

/**
 * Builds missing indexes, rebuilds half-built ones, then drops unwanted ones, on a separate connection: a concurrent
 * build cannot run in a transaction, and takes longer than the session's limit.
 */
export async function finishIndexes(
  db: Database,
  indexes: Indexes,
  deadlineMs: number,
  log: DatabaseLog | undefined,
): Promise<void> {
  const apart = db.apart(deadlineMs);
  try {
    const [[unfinished] = []] = await apart.run(
      `select ${unfinishedSql}`,
      [[...indexes.wanted.keys()], indexes.unwanted],
      { prepared: false },
    );
    const names = (unfinished as string[] | null) ?? [];
    for (const [i, index] of names.entries()) {
      const fields = { index, left: names.length - 1 - i };
      const began = performance.now();
      log?.info(fields, 'upgrading the database: work on an index begins');
      await apart.run(`drop index concurrently if exists "${index}"`, [], { prepared: false });
      const text = indexes.wanted.get(index);
      if (text !== undefined) await apart.run(text, [], { prepared: false });
      const ms = Math.round(performance.now() - began);
      log?.info({ ...fields, ms }, 'upgrading the database: work on an index is done');
    }
  } finally {
    await apart.close();
  }
}
