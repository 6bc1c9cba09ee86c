import { desc, eq, statement, type Values } from '@jarvis/database';
import { lookups } from '../db/schema.ts';

/** The fields of the contract, in its order. */
export const lookup = {
  id: lookups.id,
  query: lookups.query,
  status: lookups.status,
  resultCount: lookups.resultCount,
  error: lookups.error,
  conversationId: lookups.conversationId,
  createdAt: lookups.createdAt,
};

/** Newest first. */
export const selectLookups = statement((q, v: Values<{ userId: string; limit: number }>) =>
  q.select(lookup).from(lookups).where(eq(lookups.userId, v.userId)).orderBy(desc(lookups.id)).limit(v.limit),
);

export const insertLookup = statement(
  (
    q,
    v: Values<{
      userId: string;
      id: string;
      query: string;
      status: 'ok' | 'error';
      resultCount: number;
      error: string | null;
      conversationId: string;
      now: string;
    }>,
  ) =>
    q
      .insert(lookups)
      .values({
        userId: v.userId,
        id: v.id,
        query: v.query,
        status: v.status,
        resultCount: v.resultCount,
        error: v.error,
        conversationId: v.conversationId,
        createdAt: v.now,
      })
      .returning({ id: lookups.id }),
);

export const deleteLookups = statement((q, v: Values<{ userId: string }>) =>
  q.delete(lookups).where(eq(lookups.userId, v.userId)),
);
