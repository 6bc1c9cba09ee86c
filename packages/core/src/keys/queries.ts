import { type KeyRecord, keyRecord } from '@jarvis/contract';
import { desc, eq, statement, type Values } from '@jarvis/database';
import { type FieldsOf, type Own, pick } from '../db/rows.ts';
import { apiKeys } from '../db/schema/accounts.ts';
import { insertRow, revokeAllOf, revokeOne } from '../db/statements.ts';

/** The contract's fields, in order. */
export const apiKey = pick(apiKeys, keyRecord.shape) satisfies FieldsOf<KeyRecord>;

/** Newest first, revoked ones included; never the keys themselves. */
export const selectKeys = statement((q, v: Values<Own>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(desc(apiKeys.id)),
);

export const insertKey = insertRow(apiKeys, { lastUsedAt: null, revokedAt: null });

export const revokeKeyRow = revokeOne(apiKeys);

export const revokeAllKeys = revokeAllOf(apiKeys);
