import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import type { Database } from './database.ts';
import type { DatabaseLog } from './log.ts';

const indexesFile = 'concurrent-indexes.sql';

/** Changes to indexes after the migrations, while others write. */
export interface Indexes {
  /** Name to the statement that builds it. */
  readonly wanted: ReadonlyMap<string, string>;
  /** Indexes of earlier versions, dropped after all others are built. */
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

interface Work {
  readonly deadlineMs: number;
  readonly progressMs: number;
  /** Logs before and after each index, and its progress; undefined logs nothing. */
  readonly log: DatabaseLog | undefined;
}

/**
 * Builds missing indexes, rebuilds half-built ones, then drops unwanted ones, on a separate connection: a concurrent
 * build cannot run in a transaction, and takes longer than the session's limit.
 */
export async function finishIndexes(db: Database, indexes: Indexes, work: Work): Promise<void> {
  const apart = db.apart(work.deadlineMs);
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
      work.log?.info(fields, 'upgrading the database: work on an index begins');
      await whileTelling(db, fields, work, async () => {
        await apart.run(`drop index concurrently if exists "${index}"`, [], { prepared: false });
        const text = indexes.wanted.get(index);
        if (text !== undefined) await apart.run(text, [], { prepared: false });
      });
      const ms = Math.round(performance.now() - began);
      work.log?.info({ ...fields, ms }, 'upgrading the database: work on an index is done');
    }
  } finally {
    await apart.close();
  }
}

/**
 * Logs Postgres's progress at intervals, on a further connection: a snapshot in a transaction would block the build.
 */
async function whileTelling(
  db: Database,
  fields: object,
  { log, progressMs }: Work,
  work: () => Promise<void>,
): Promise<void> {
  if (!log) return work();
  const looking = db.apart(lookMs);
  const done = new AbortController();
  const telling = (async () => {
    for await (const _ of setInterval(progressMs, undefined, { signal: done.signal })) {
      const [row] = await looking.run(progressSql, [], { prepared: false }).catch(() => []);
      const [phase, percent, waitsForPid] = row ?? [];
      if (row)
        log.info({ ...fields, phase, percent, waitsForPid }, 'upgrading the database: work on an index');
    }
  })().catch(() => undefined);
  try {
    await work();
  } finally {
    done.abort();
    await telling;
    await looking.close();
  }
}

/** Deadline for reading the progress. */
const lookMs = 5_000;

const progressSql = `
  select phase, coalesce(100 * tuples_done / nullif(tuples_total, 0), 100 * blocks_done / nullif(blocks_total, 0)),
    nullif(current_locker_pid, 0)
  from pg_stat_progress_create_index where datname = current_database()`;
