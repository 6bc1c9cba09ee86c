import type { Queries } from '@jarvis/database';
import { firstIdAt } from '../ids.ts';
import type { Clock } from '../ports/deps.ts';

const pageRows = 1_000;

interface Statements {
  /** Accounts that have rows from before the cutoff. */
  readonly select: (
    db: Queries,
    values: { cutoff: string; limit: number },
  ) => PromiseLike<readonly { readonly userId: string }[]>;
  /** Deletes those of an account, and returns how many. */
  readonly remove: (db: Queries, values: { userId: string; before: string }) => PromiseLike<number>;
}

/** Removes rows that are older than some days, account by account; their ids are in the order of time. */
export async function sweepOld(
  { db, clock }: { readonly db: Queries; readonly clock: Clock },
  keptDays: number,
  { select, remove }: Statements,
): Promise<void> {
  const cutoffMs = clock.now() - keptDays * 86_400_000;
  const cutoff = new Date(cutoffMs).toISOString();
  for (;;) {
    const old = await select(db, { cutoff, limit: pageRows });
    let removed = 0;
    for (const userId of new Set(old.map((row) => row.userId)))
      removed += await remove(db, { userId, before: firstIdAt(cutoffMs) });
    if (old.length < pageRows || removed === 0) return;
  }
}
