import { type Lookup, lookup as shown } from '@jarvis/contract';
import { statement, type Values } from '@jarvis/database';
import { type FieldsOf, newRow, pick } from '../db/rows.ts';
import { lookups } from '../db/schema/lookups.ts';
import { deleteAllOf, newestFirst } from '../db/statements.ts';

/** The contract's fields, in order. */
export const lookup = pick(lookups, shown.shape) satisfies FieldsOf<Lookup>;

export const pageOfLookups = newestFirst<Lookup>(lookups, lookup);

type NewLookup = Omit<typeof lookups.$inferSelect, 'createdAt'> & { now: string };

/** Records a search. */
export const insertLookup = statement((q, v: Values<NewLookup>) =>
  q
    .insert(lookups)
    .values(newRow(lookups, v, { createdAt: v.now }))
    .returning({ id: lookups.id }),
);

export const deleteLookups = deleteAllOf(lookups);
