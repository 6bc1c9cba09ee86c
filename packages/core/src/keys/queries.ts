import { and, desc, eq, sql, statement } from '@jarvis/database';
import { apiKeys } from '../db/schema.ts';

const p = sql.placeholder;

/** The fields of the contract, in its order. */
export const apiKey = {
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  createdAt: apiKeys.createdAt,
  lastUsedAt: apiKeys.lastUsedAt,
  revokedAt: apiKeys.revokedAt,
};

/** Newest first, revoked ones included. */
export const selectKeys = statement((q) =>
  q
    .select(apiKey)
    .from(apiKeys)
    .where(eq(apiKeys.userId, p('userId')))
    .orderBy(desc(apiKeys.id)),
);

export const insertKey = statement((q) =>
  q.insert(apiKeys).values({
    userId: p('userId'),
    id: p('id'),
    name: p('name'),
    prefix: p('prefix'),
    hash: p('hash'),
    createdAt: p('now'),
  }),
);

/** Keeps the first `revokedAt`. */
export const revokeKeyRow = statement((q) =>
  q
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, ${p('now')}::timestamptz)` })
    .where(and(eq(apiKeys.userId, p('userId')), eq(apiKeys.id, p('id'))))
    .returning({ id: apiKeys.id }),
);
