import { type KeyRecord, keyRecord, limits } from '@jarvis/contract';
import { asc, atMost, desc, eq, isNotNull, sql, statement, type Values } from '@jarvis/database';
import { type FieldsOf, isOwn, type Own, pick } from '../db/rows.ts';
import { apiKeys } from '../db/schema/accounts.ts';
import { insertRow, revokeAllOf, revokeOne } from '../db/statements.ts';

/** The contract's fields, in order. */
export const apiKey = pick(apiKeys, keyRecord.shape) satisfies FieldsOf<KeyRecord>;

/** Newest first, revoked ones included; never the keys themselves. */
export const selectKeys = statement((q, v: Values<Own>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(desc(apiKeys.id)),
);

/** The number of an account's keys beyond the maximum, revoked ones included; none or less within it. */
export const countExcessKeys = statement((q, v: Values<Own>) =>
  q
    .select({ excess: sql<number>`count(*)::int - ${atMost(limits.keysMax)}` })
    .from(apiKeys)
    .where(isOwn(apiKeys, v)),
);

/** Removes the oldest revoked keys, at most `limit`; `.count` is their number. */
export const deleteOldKeys = statement((q, v: Values<Own & { limit: number }>) => {
  const old = q
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(isOwn(apiKeys, v, isNotNull(apiKeys.revokedAt)))
    .orderBy(asc(apiKeys.id))
    .limit(v.limit);
  return q.delete(apiKeys).where(isOwn(apiKeys, v, sql`${apiKeys.id} = any(array${old})`));
});

export const insertKey = insertRow(apiKeys, { lastUsedAt: null, revokedAt: null });

export const revokeKeyRow = revokeOne(apiKeys);

export const revokeAllKeys = revokeAllOf(apiKeys);
