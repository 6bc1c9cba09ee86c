import type { Queries } from '@jarvis/database';

type Removable = { readonly userId: string; readonly id: string };

/** Those of `ids` that may be removed. */
export type OfAccount = { userId: string; ids: readonly string[] };

/**
 * Removes expired rows: finds them over all accounts, `limit` at a time, and removes them account by account, so that
 * no statement locks rows of more than one. Ends after the last page, or when other transactions lock all of a page.
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
