import { sql } from '@jarvis/database';
import { bigint, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';

/** The size of an account's texts, kept if operators bound it (storage/). */
export const storedTexts = pgTable(
  'stored_texts',
  {
    userId: owner(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    /** Time of the last full measurement; additions since are counted. */
    measuredAt: time('measured_at').notNull().default(sql`'epoch'`),
  },
  (table) => [
    primaryKey({ columns: [table.userId] }),
    index('stored_texts_measured_at').on(table.measuredAt),
  ],
);
