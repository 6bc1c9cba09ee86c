import { sql } from '@jarvis/database';
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { time } from './columns.ts';

export const rateWindows = pgTable(
  'rate_windows',
  {
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    startedAt: time('started_at').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subject, table.name] }),
    index('rate_windows_started_at').on(table.startedAt),
  ],
);

/**
 * The outcome of a request with an `Idempotency-Key`, so that repeating it changes nothing twice (see idempotency/).
 */
export const idempotencyKeys = ownTable(
  'idempotency_keys',
  {
    /** As sent; without a key, a line break and `request`. */
    id: text('id').notNull(),
    /** SHA-256 of the operation and its input. */
    request: text('request').notNull(),
    /** The latest attempt; no other may write the outcome. */
    attempt: uuid('attempt').notNull(),
    /** Without an outcome by then, the attempt died with its process. */
    attemptEndsAt: time('attempt_ends_at').notNull(),
    /** A tool of the attempt is changing something, or has: repeating it might change it twice. */
    changing: boolean('changing').notNull(),
    /** The result or the error as JSON text; null until then. */
    outcome: text('outcome'),
    /** What the result is about, with which it is deleted. */
    about: uuid('about'),
    /** Kept for a day; set back if it is kept for less. */
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    index('idempotency_keys_created_at').on(table.createdAt),
    index('idempotency_keys_about').on(table.userId, table.about).where(sql`about is not null`),
  ],
);
