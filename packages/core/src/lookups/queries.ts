import { type Lookup, lookup as shown } from '@jarvis/contract';
import { desc, lt, statement, type Values } from '@jarvis/database';
import { type FieldsOf, isOwn, newRow, type Own, pick } from '../db/rows.ts';
import { lookups } from '../db/schema/lookups.ts';
import { deleteAllOf } from '../db/statements.ts';

/** The contract's fields, in order. */
export const lookup = pick(lookups, shown.shape) satisfies FieldsOf<Lookup>;

/** At most `limit`, newest first, after the one with that id. */
export const selectLookups = statement((q, v: Values<Own & { afterId: string; limit: number }>) =>
  q
    .select(lookup)
    .from(lookups)
    .where(isOwn(lookups, v, lt(lookups.id, v.afterId)))
    .orderBy(desc(lookups.id))
    .limit(v.limit),
);

type NewLookup = Omit<typeof lookups.$inferSelect, 'createdAt'> & { now: string };

/** Records a search. */
export const insertLookup = statement((q, v: Values<NewLookup>) =>
  q
    .insert(lookups)
    .values(newRow(lookups, v, { createdAt: v.now }))
    .returning({ id: lookups.id }),
);

export const deleteLookups = deleteAllOf(lookups);
