import type { KeyRecord } from '@jarvis/contract';
import { and, desc, eq, sql, statement, type Values } from '@jarvis/database';
import type { FieldsOf, NewRow } from '../db/rows.ts';
import { apiKeys } from '../db/schema/accounts.ts';

/** The contract's fields, in order. */
export const apiKey = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
} satisfies FieldsOf<KeyRecord>;

/** Newest first, revoked ones included. */
export const selectKeys = statement((q, v: Values<{ userId: string }>) =>
  q.select(apiKey).from(apiKeys).where(eq(apiKeys.userId, v.userId)).orderBy(desc(apiKeys.id)),
);

interface NewKey {
  readonly userId: string;
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  /** SHA-256 of the key, hex. */
  readonly hash: string;
  readonly now: string;
}

/** Adds a key that was never used. */
export const insertKey = statement((q, v: Values<NewKey>) =>
  q.insert(apiKeys).values({
    userId: v.userId,
    id: v.id,
    name: v.name,
    prefix: v.prefix,
    hash: v.hash,
    createdAt: v.now,
    lastUsedAt: null,
    revokedAt: null,
  } satisfies NewRow<typeof apiKeys>),
);

/** Keeps the first `revokedAt`. No row when the account has no such key. */
export const revokeKeyRow = statement((q, v: Values<{ userId: string; id: string; now: string }>) =>
  q
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${v.now}::timestamptz)` })
    .where(and(eq(apiKeys.userId, v.userId), eq(apiKeys.id, v.id)))
    .returning({ id: apiKeys.id }),
);
