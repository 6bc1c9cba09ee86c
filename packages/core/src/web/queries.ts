import type { Lookup } from '@jarvis/contract';
import { and, desc, eq, lt, statement, type Values } from '@jarvis/database';
import type { FieldsOf, NewRow } from '../db/rows.ts';
import { lookups } from '../db/schema/lookups.ts';

/** The contract's fields, in order. */
export const lookup = {
  id: lookups.id,
  query: lookups.query,
  status: lookups.status,
  resultCount: lookups.resultCount,
  error: lookups.error,
  conversationId: lookups.conversationId,
  createdAt: lookups.createdAt,
} satisfies FieldsOf<Lookup>;

/** At most `limit`, newest first, after the one with that id. */
export const selectLookups = statement((q, v: Values<{ userId: string; afterId: string; limit: number }>) =>
  q
    .select(lookup)
    .from(lookups)
    .where(and(eq(lookups.userId, v.userId), lt(lookups.id, v.afterId)))
    .orderBy(desc(lookups.id))
    .limit(v.limit),
);

interface NewLookup {
  readonly userId: string;
  readonly id: string;
  readonly query: string;
  readonly status: Lookup['status'];
  readonly resultCount: number;
  readonly error: string | null;
  readonly conversationId: string;
  readonly now: string;
}

/** Records a search. */
export const insertLookup = statement((q, v: Values<NewLookup>) =>
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
    } satisfies NewRow<typeof lookups>)
    .returning({ id: lookups.id }),
);

/** All of an account's; `.count` is their number. */
export const deleteLookups = statement((q, v: Values<{ userId: string }>) =>
  q.delete(lookups).where(eq(lookups.userId, v.userId)),
);
