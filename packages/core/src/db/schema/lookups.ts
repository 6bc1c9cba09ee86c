import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { time } from './columns.ts';

export const lookups = ownTable('lookups', {
  query: text('query').notNull(),
  status: text('status', { enum: ['ok', 'error'] }).notNull(),
  resultCount: integer('result_count').notNull(),
  error: text('error'),
  conversationId: uuid('conversation_id').notNull(),
  createdAt: time('created_at').notNull(),
});
