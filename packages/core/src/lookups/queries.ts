import { type Lookup, lookup as shown } from '@jarvis/contract';
import { type FieldsOf, pick } from '../db/rows.ts';
import { lookups } from '../db/schema/lookups.ts';
import { deleteAllOf, insertRow, newestFirst } from '../db/statements.ts';

/** The contract's fields, in order. */
export const lookup = pick(lookups, shown.shape) satisfies FieldsOf<Lookup>;

export const pageOfLookups = newestFirst<Lookup>(lookups, lookup);

export const insertLookup = insertRow(lookups, {});

export const deleteLookups = deleteAllOf(lookups);
