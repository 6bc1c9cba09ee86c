import {
  and,
  backgroundDeadlineMs,
  type Queries,
  type SQL,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isOwn, type One, type Own, type OwnTable } from './rows.ts';

/** The ids that may be removed. */
export type OfAccount = Own & { ids: readonly string[] };

/** Statements that find rows to be removed, of all accounts, and remove some of one account. */
interface LeftRows {
  find(db: Queries, page: { limit: number }): Promise<readonly One[]>;
  readonly remove: { count(db: Queries, rows: OfAccount): Promise<number> };
}

/**
 * The rows of a table that satisfy a condition; rows that a request has locked are not removed. `isLeft`: with a column
 * or a value for the account, so that a statement of one account names it in every table.
 */
export function leftRows(
  table: PgTable & OwnTable & { readonly id: AnyPgColumn },
  isLeft: (userId: SQLWrapper) => SQL | undefined,
): LeftRows {
  const ids = sql.raw(`${table.id.getSQLType()}[]`);
  const selected = { userId: sql<string>`${table.userId}`, id: sql<string>`${table.id}` };
  return {
    find: statement((q, v: Values<{ limit: number }>) =>
      q.select(selected).from(table).where(isLeft(table.userId)).limit(v.limit),
    ),
    remove: statement(
      (q, v: Values<OfAccount>) => {
        const some = isOwn(table, v, sql`${table.id} = any(${v.ids}::${ids})`);
        const free = q
          .select({ id: selected.id })
          .from(table)
          .where(and(some, isLeft(v.userId)))
          .for('update', { skipLocked: true });
        return q.delete(table).where(and(some, sql`${table.id} = any(array${free})`));
      },
      { deadlineMs: backgroundDeadlineMs },
    ),
  };
}

/**
 * Removes rows, found over all accounts `limit` at a time, account by account, so that no statement locks rows of more
 * than one. Ends after the last page, or when other transactions lock all of a page.
 */
export async function removeByAccount(db: Queries, limit: number, { find, remove }: LeftRows): Promise<void> {
  for (;;) {
    const page = await find(db, { limit });
    let removed = 0;
    for (const [userId, rows] of Map.groupBy(page, (row) => row.userId)) {
      removed += await remove.count(db, { userId, ids: rows.map(({ id }) => id) });
    }
    if (page.length < limit || removed === 0) return;
  }
}
