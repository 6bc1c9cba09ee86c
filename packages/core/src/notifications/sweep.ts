import { firstIdAt } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteOldNotifications, selectOldNotifications } from './queries.ts';

const keptDays = 90;
const pageRows = 1_000;

/** Removes what was told long ago, account by account. */
export async function sweepNotifications({ db, clock }: Deps): Promise<void> {
  const cutoffMs = clock.now() - keptDays * 86_400_000;
  const cutoff = new Date(cutoffMs).toISOString();
  for (;;) {
    const old = await selectOldNotifications(db, { cutoff, limit: pageRows });
    let removed = 0;
    for (const userId of new Set(old.map((row) => row.userId)))
      removed += await deleteOldNotifications.count(db, { userId, before: firstIdAt(cutoffMs) });
    if (old.length < pageRows || removed === 0) return;
  }
}
