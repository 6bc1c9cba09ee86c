import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';

export const tasks = pgTable(
  'tasks',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    status: text('status', { enum: ['open', 'done'] }).notNull(),
    createdBy: text('created_by', { enum: ['user', 'assistant'] }).notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    completedAt: time('completed_at'),
    /** Its title was written with text from the web in the prompt, and counts as such text in later prompts. */
    fromWeb: boolean('from_web').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('tasks_by_status').on(table.userId, table.status, table.id.desc().nullsFirst()),
  ],
);
