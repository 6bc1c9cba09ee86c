import { sql } from '@jarvis/database';
import { type ExtraConfigColumn, text, timestamp } from 'drizzle-orm/pg-core';

/** The contract shows milliseconds; rows carry ISO strings. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/** Text in its searchable form: without case and accents. The SQL function `fold` is in the first migration. */
export const folded = (name: string, of: string) => text(name).generatedAlwaysAs(sql.raw(`fold(${of})`));

/** Columns of an index in the order of lists with the newest first. */
export const newest = (...columns: ExtraConfigColumn[]) =>
  columns.map((column) => column.desc().nullsFirst());
