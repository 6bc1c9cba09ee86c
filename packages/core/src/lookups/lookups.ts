import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { deleteLookups, insertLookup } from './queries.ts';

/** Records one search in the account's history; `error` is a short reason in words, null after success. */
export async function recordLookup(
  { db, clock, changes }: Deps,
  userId: string,
  lookup: { query: string; resultCount: number; error: string | null; conversationId: string },
): Promise<void> {
  await insertLookup(db, {
    userId,
    id: newId(clock.now()),
    ...lookup,
    status: lookup.error === null ? 'ok' : 'error',
    createdAt: clock.nowIso(),
  });
  changes.publish(userId, 'lookups');
}

/** Removes the account's whole history; returns the number of entries. */
export async function clearLookups({ db, changes }: Deps, userId: string): Promise<number> {
  const cleared = await deleteLookups.count(db, { userId });
  changes.publish(userId, 'lookups');
  return cleared;
}
