import type { Task, TaskStatus } from '@jarvis/contract';
import { sql } from '@jarvis/database';
import { boolean, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { newest, time } from './columns.ts';

export const tasks = ownTable(
  'tasks',
  {
    title: text('title').notNull(),
    status: text('status').$type<TaskStatus>().notNull(),
    createdBy: text('created_by').$type<Task['createdBy']>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    completedAt: time('completed_at'),
    /** Its title was written with text from the web in the prompt, and counts as such text in later prompts. */
    fromWeb: boolean('from_web').notNull().default(false),
    /** A local date, and optionally a time of day; they float with the account's zone without their own. */
    dueDate: text('due_date'),
    dueTime: text('due_time'),
    dueZone: text('due_zone'),
    /** When it becomes overdue, derived from these: its instant, or the start of the day after. */
    dueAt: time('due_at'),
    /** An RRULE, and the local time that it counts from. */
    repeat: text('repeat'),
    repeatStart: text('repeat_start'),
    repeatAfterDone: boolean('repeat_after_done'),
    /** The first task of its series, and the one whose completion created this one. */
    seriesId: uuid('series_id'),
    follows: uuid('follows'),
  },
  (table) => [
    index('tasks_by_status').on(table.userId, table.status, ...newest(table.id)),
    index('tasks_due')
      .on(table.userId, table.dueAt, table.id)
      .where(sql`status = 'open' and due_at is not null`),
    // One successor, however often a task is completed.
    uniqueIndex('tasks_follows').on(table.userId, table.follows).where(sql`follows is not null`),
  ],
);
