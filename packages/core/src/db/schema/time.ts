import type { CalendarForm, Channels, Notification } from '@jarvis/contract';
import { json, sql } from '@jarvis/database';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { owner, ownTable, partOf } from './accounts.ts';
import { newest, time } from './columns.ts';
import { tasks } from './tasks.ts';

/** An account's time settings. No row: all defaults. */
export const timeSettings = pgTable(
  'time_settings',
  {
    userId: owner(),
    /** Null: the installation's zone. */
    timeZone: text('time_zone'),
    /** Nothing reads it; only the previous version still names it. */
    zoneToldBy: text('zone_told_by'),
    /** `09:00`: the time of the day summary, and of reminders for tasks without a time. */
    dayTime: text('day_time').notNull().default('09:00'),
    daySummary: boolean('day_summary').notNull().default(true),
    /** Local times; null: no quiet hours. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** By kind of notification; null: the defaults. */
    channels: json('channels').$type<Channels>(),
    lockScreenTitles: boolean('lock_screen_titles').notNull().default(true),
    /** When the next day summary is due; null if no task has a date, or without summaries. */
    nextDayAt: time('next_day_at'),
    /** When the person, signed in, confirmed the address for mail. */
    mailConfirmedAt: time('mail_confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId] }),
    index('time_settings_next_day_at').on(table.nextDayAt).where(sql`next_day_at is not null`),
  ],
);

/** A reminder of a task. */
export const reminders = ownTable(
  'reminders',
  {
    taskId: uuid('task_id').notNull(),
    minutesBefore: integer('minutes_before').notNull(),
    /** The next time, or the last one. */
    at: time('at').notNull(),
    /** The next time; null if there is none. */
    nextAt: time('next_at'),
    /** The next moment of the task, or the last one; a repeat continues after it. */
    occurrenceAt: time('occurrence_at').notNull(),
    snoozedUntil: time('snoozed_until'),
    /** The number of the task's due moments that passed while it was open. */
    passed: integer('passed').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    partOf(tasks, table.userId, table.taskId),
    index('reminders_of_task').on(table.userId, table.taskId),
    index('reminders_listed').on(table.userId, table.at, table.id),
    index('reminders_next_at').on(table.nextAt).where(sql`next_at is not null`),
  ],
);

/** An address for calendar programs. */
export const calendarFeeds = ownTable('calendar_feeds', {
  form: text('form').$type<CalendarForm>().notNull(),
  prefix: text('prefix').notNull(),
  /** SHA-256 of the secret, hex. */
  hash: text('hash').notNull().unique(),
  createdAt: time('created_at').notNull(),
  readAt: time('read_at'),
  revokedAt: time('revoked_at'),
});

/** The notifications in the app, each moment once. */
export const notifications = ownTable(
  'notifications',
  {
    kind: text('kind').$type<Notification['kind']>().notNull(),
    /** The reminder, or another source. */
    sourceId: uuid('source_id').notNull(),
    occurrenceAt: time('occurrence_at').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    taskId: uuid('task_id'),
    conversationId: uuid('conversation_id'),
    late: boolean('late').notNull(),
    /** The number of earlier notifications of the same source that were not acted on. */
    missed: integer('missed').notNull(),
    /** The list shows a later notification of the same source in its place. */
    superseded: boolean('superseded').notNull().default(false),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (table) => [
    uniqueIndex('notifications_once').on(table.userId, table.sourceId, table.occurrenceAt),
    index('notifications_listed')
      .on(table.userId, ...newest(table.id))
      .where(sql`not superseded`),
    index('notifications_created_at').on(table.createdAt),
  ],
);
