import type { Lookup } from '@jarvis/contract';
import { integer, text, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { time } from './columns.ts';

export const lookups = ownTable('lookups', {
  query: text('query').notNull(),
  status: text('status').$type<Lookup['status']>().notNull(),
  resultCount: integer('result_count').notNull(),
  error: text('error'),
  conversationId: uuid('conversation_id').notNull(),
  createdAt: time('created_at').notNull(),
});
