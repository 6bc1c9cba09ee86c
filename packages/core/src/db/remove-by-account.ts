import type { Queries } from '@jarvis/database';

type Removable = { readonly userId: string; readonly id: string };

/** Those of `ids` that may be removed. */
export type OfAccount = { userId: string; ids: readonly string[] };

/**
 * Removes rows that are kept no longer: looked for over all accounts, `limit` at a time, and removed account by
 * account, so that no statement locks rows of more than one. Ends where a page was the last one, or all of it is held
 * by others.
 */
export async function removeByAccount(
  db: Queries,
  limit: number,
  find: (db: Queries, page: { limit: number }) => Promise<readonly Removable[]>,
  remove: { count(db: Queries, rows: OfAccount): Promise<number> },
): Promise<void> {
  for (;;) {
    const page = await find(db, { limit });
    let removed = 0;
    for (const [userId, rows] of Map.groupBy(page, (row) => row.userId)) {
      removed += await remove.count(db, { userId, ids: rows.map(({ id }) => id) });
    }
    if (page.length < limit || removed === 0) return;
  }
}
