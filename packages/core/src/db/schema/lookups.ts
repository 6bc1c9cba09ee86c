import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';

export const lookups = pgTable(
  'lookups',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    query: text('query').notNull(),
    status: text('status', { enum: ['ok', 'error'] }).notNull(),
    resultCount: integer('result_count').notNull(),
    error: text('error'),
    conversationId: uuid('conversation_id').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);
