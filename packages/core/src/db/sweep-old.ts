import { lt, sql, statement, type Values } from '@jarvis/database';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { firstIdAt } from '../ids.ts';
import type { StoreDeps } from '../ports/deps.ts';
import { removeByAccount } from './remove-by-account.ts';
import { isOwn, type Own, type OwnTable } from './rows.ts';

const pageRows = 1_000;

/** Removes a table's rows that are older than some days; their ids are in the order of time. */
export function sweepOld(
  table: PgTable & OwnTable & { readonly id: AnyPgColumn; readonly createdAt: AnyPgColumn },
  keptDays: number,
): (deps: StoreDeps) => Promise<void> {
  const select = statement((q, v: Values<{ cutoff: string; limit: number }>) =>
    q
      .select({ userId: sql<string>`${table.userId}`, id: sql<string>`${table.id}` })
      .from(table)
      .where(lt(table.createdAt, v.cutoff))
      .limit(v.limit),
  );
  const remove = statement((q, v: Values<Own & { before: string }>) =>
    q.delete(table).where(isOwn(table, v, lt(table.id, v.before))),
  );
  return ({ db, clock }) => {
    const cutoffMs = clock.now() - keptDays * 86_400_000;
    const cutoff = new Date(cutoffMs).toISOString();
    return removeByAccount(db, pageRows, {
      find: (read, page) => select(read, { ...page, cutoff }),
      // By a range: for a list of ids the planner may read all rows of the account.
      remove: { count: (write, { userId }) => remove.count(write, { userId, before: firstIdAt(cutoffMs) }) },
    });
  };
}
