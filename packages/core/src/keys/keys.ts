import { defaults, limits, shownRefusals } from '@jarvis/contract';
import { makeKey } from '../auth/api-key-format.ts';
import { holdAccountBy } from '../auth/hold-account-by.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { writeOnce } from '../db/write-once.ts';
import { badRequest, existing } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Access } from '../ports/access.ts';
import type { Deps, WriteDeps } from '../ports/deps.ts';
import { countActiveKeys, deleteExcessKeys, insertKey, revokeKeyRow } from './queries.ts';

/**
 * Makes a key and returns it, this once; only its hash is stored. Beyond the maximum number it replaces the oldest
 * revoked one. Throws badRequest when all are active, unauthenticated when the access of `by` has ended. Specification:
 * Keys.
 */
export async function createKey(
  { db, clock, changes }: Pick<WriteDeps, 'db' | 'clock' | 'changes'>,
  userId: string,
  name: string | undefined,
  by?: Access,
): Promise<{ key: string; id: string; name: string; prefix: string; createdAt: string }> {
  const createdAt = clock.nowIso();
  const { key, prefix, hash } = makeKey();
  const record = { id: newId(clock.now()), name: name || defaults.keyName, prefix };
  const row = { userId, ...record, hash, createdAt };
  const add = () =>
    inTransaction(db, async (tx) => {
      await holdAccountBy(tx, userId, by);
      await insertKey(tx, row);
      const counted = await countActiveKeys.first(tx, { userId });
      if (counted && counted.active > limits.keysMax) throw badRequest(shownRefusals.keysMax);
      await deleteExcessKeys(tx, { userId });
    });
  await writeOnce(add, async () => {});
  changes.publish(userId, 'keys');
  return { key, ...record, createdAt };
}

/** Revokes a key from its next request; repeating it is not an error. Throws notFound. */
export async function revokeKey({ db, clock, changes }: Deps, userId: string, id: string): Promise<void> {
  const one = { userId, id: parseId(id, 'API key'), now: clock.nowIso() };
  existing(await revokeKeyRow.first(db, one), 'API key');
  changes.publish(userId, 'keys');
}
