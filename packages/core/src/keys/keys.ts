import { defaults, type KeyRecord } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { makeKey } from '../auth/api-key-format.ts';
import { writeOnce } from '../db/write-once.ts';
import { notFound } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { insertKey, revokeKeyRow, selectKeys } from './queries.ts';

/** Newest first, revoked ones included; never the keys themselves. */
export function listKeys({ db }: Deps, userId: string): Promise<KeyRecord[]> {
  return selectKeys(db, { userId });
}

/**
 * Makes a key and returns it, this once; only its hash is stored. `within`: how it is written, for a transaction.
 * Specification: Keys.
 */
export async function createKey(
  { db, clock, changes }: Pick<Deps, 'clock' | 'changes'> & { readonly db: Queries },
  userId: string,
  name: string | undefined,
  within = <T>(work: (db: Queries) => Promise<T>) => work(db),
): Promise<{ key: string; id: string; name: string; prefix: string; createdAt: string }> {
  const now = clock.nowIso();
  const { key, prefix, hash } = makeKey();
  const record = { id: newId(clock.now()), name: name || defaults.keyName, prefix };
  const row = { userId, ...record, hash, now };
  await writeOnce(
    () => within((tx) => insertKey.count(tx, row)),
    async () => 1,
  );
  changes.publish(userId, 'keys');
  return { key, ...record, createdAt: now };
}

/** Revokes a key from its next request; repeating it is not an error. Throws notFound. */
export async function revokeKey({ db, clock, changes }: Deps, userId: string, id: string): Promise<void> {
  const now = clock.nowIso();
  const [revoked] = await revokeKeyRow(db, { userId, id: parseId(id, 'API key'), now });
  if (!revoked) throw notFound('API key');
  changes.publish(userId, 'keys');
}
