import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ChangeTopic } from '../../ports/deps.ts';
import { owner } from './accounts.ts';
import { time } from './columns.ts';

/** The change feed: a version for each topic of an account. Unlogged: a crash loses hints, not data. */
export const changes = pgTable(
  'changes',
  {
    userId: owner(),
    topic: text('topic').$type<ChangeTopic>().notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    /** The version that the last change raised; 0 in a new row. */
    raised: bigint('raised', { mode: 'number' }).notNull().default(0),
    changedAt: time('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.topic] })],
);
