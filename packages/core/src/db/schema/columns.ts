import { sql } from '@jarvis/database';
import { text, timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds are all that the contract shows; rows carry ISO strings. */
export const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'string' });

/** Text as it is searched: without case and accents. The SQL function `fold` is in the first migration. */
export const folded = (name: string, of: string) => text(name).generatedAlwaysAs(sql.raw(`fold(${of})`));
