import { type KeyRecord, keyRecord, limits } from '@jarvis/contract';
import { desc, eq, isNull, sql, statement, type Values } from '@jarvis/database';
import { type FieldsOf, isOwn, type Own, pick } from '../db/rows.ts';
import { apiKeys } from '../db/schema/accounts.ts';
import { insertRow, makeRoom, revokeAllOf, revokeOne } from '../db/statements.ts';

/** The contract's fields, in order. */
export const apiKey = pick(apiKeys, keyRecord.shape) satisfies FieldsOf<KeyRecord>;

/** Newest first, revoked ones included; never the keys themselves. */
export const selectKeys = statement((q, v: Values<Own>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(desc(apiKeys.id)),
);

export const countActiveKeys = statement((q, v: Values<Own>) =>
  q
    .select({ active: sql<number>`count(*)::int` })
    .from(apiKeys)
    .where(isOwn(apiKeys, v, isNull(apiKeys.revokedAt))),
);

/** Removes the keys beyond the maximum number: the oldest revoked ones, then the oldest. */
export const deleteExcessKeys = makeRoom(
  apiKeys,
  sql`${apiKeys.revokedAt} is not null, ${apiKeys.id} desc`,
  limits.keysMax + 1,
);

export const insertKey = insertRow(apiKeys, { lastUsedAt: null, revokedAt: null });

export const revokeKeyRow = revokeOne(apiKeys);

export const revokeAllKeys = revokeAllOf(apiKeys);
