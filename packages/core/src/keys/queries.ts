import { type KeyRecord, keyRecord } from '@jarvis/contract';
import { desc, eq, statement, type Values } from '@jarvis/database';
import { type FieldsOf, newRow, type Own, pick } from '../db/rows.ts';
import { apiKeys } from '../db/schema/accounts.ts';
import { revokeAllOf, revokeOne } from '../db/statements.ts';

/** The contract's fields, in order. */
export const apiKey = pick(apiKeys, keyRecord.shape) satisfies FieldsOf<KeyRecord>;

/** Newest first, revoked ones included; never the keys themselves. */
export const selectKeys = statement((q, v: Values<Own>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(desc(apiKeys.id)),
);

type NewKey = Pick<typeof apiKeys.$inferSelect, 'userId' | 'id' | 'name' | 'prefix' | 'hash'> & {
  now: string;
};

/** Adds a key that was never used. */
export const insertKey = statement((q, v: Values<NewKey>) =>
  q.insert(apiKeys).values(newRow(apiKeys, v, { createdAt: v.now, lastUsedAt: null, revokedAt: null })),
);

export const revokeKeyRow = revokeOne(apiKeys);

export const revokeAllKeys = revokeAllOf(apiKeys);
