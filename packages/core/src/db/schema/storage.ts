import { sql } from '@jarvis/database';
import { bigint, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';

/** How much of an account's texts is stored, kept where operators bound it (storage/). */
export const storedTexts = pgTable(
  'stored_texts',
  {
    userId: owner(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** When all of it was looked at last; what was added since is counted. */
    measuredAt: time('measured_at').notNull().default(sql`'epoch'`),
  },
  (table) => [
    primaryKey({ columns: [table.userId] }),
    index('stored_texts_measured_at').on(table.measuredAt),
  ],
);
