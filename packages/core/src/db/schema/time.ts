import type { Channels } from '@jarvis/contract';
import { json, sql } from '@jarvis/database';
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { owner } from './accounts.ts';
import { time } from './columns.ts';
import { tasks } from './tasks.ts';

/** An account's time settings. No row: all defaults. */
export const timeSettings = pgTable(
  'time_settings',
  {
    userId: owner(),
    /** Null: the installation's zone. */
    timeZone: text('time_zone'),
    zoneToldBy: text('zone_told_by', { enum: ['browser', 'person'] }),
    /** `09:00`: when whole days are told of. */
    dayTime: text('day_time').notNull().default('09:00'),
    daySummary: boolean('day_summary').notNull().default(true),
    /** Local times; null: no quiet hours. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    /** By kind of notification; null: the defaults. */
    channels: json('channels').$type<Channels>(),
    lockScreenTitles: boolean('lock_screen_titles').notNull().default(true),
    /** When the next day is summed up; null where nothing is due. */
    nextDayAt: time('next_day_at'),
    /** When the person confirmed, signed in, that mail to their address reaches them. */
    mailConfirmedAt: time('mail_confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId] }),
    index('time_settings_next_day_at').on(table.nextDayAt).where(sql`next_day_at is not null`),
  ],
);

/** What tells of a task before or when it is due. */
export const reminders = pgTable(
  'reminders',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    taskId: uuid('task_id').notNull(),
    minutesBefore: integer('minutes_before').notNull(),
    /** When it tells next, or told last. */
    at: time('at').notNull(),
    /** When it tells next; null where it does no more. */
    nextAt: time('next_at'),
    /** The moment that is due then, or was last: the next one of a repeat comes after it. */
    occurrenceAt: time('occurrence_at').notNull(),
    snoozedUntil: time('snoozed_until'),
    /** How many moments of its task have come while that was not done. */
    passed: integer('passed').notNull().default(0),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    foreignKey({
      columns: [table.userId, table.taskId],
      foreignColumns: [tasks.userId, tasks.id],
    }).onDelete('cascade'),
    index('reminders_of_task').on(table.userId, table.taskId),
    index('reminders_listed').on(table.userId, table.at, table.id),
    index('reminders_next_at').on(table.nextAt).where(sql`next_at is not null`),
  ],
);

/** An address from which calendar programs read what is due. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    form: text('form', { enum: ['events', 'tasks'] }).notNull(),
    prefix: text('prefix').notNull(),
    /** SHA-256 of the secret, hex. */
    hash: text('hash').notNull().unique(),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/** What has been told in the app, each moment once. */
export const notifications = pgTable(
  'notifications',
  {
    userId: owner(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['reminder', 'day', 'schedule', 'system'] }).notNull(),
    /** The reminder, or whatever else it comes from. */
    sourceId: uuid('source_id').notNull(),
    occurrenceAt: time('occurrence_at').notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    taskId: uuid('task_id'),
    conversationId: uuid('conversation_id'),
    late: boolean('late').notNull(),
    /** How many before it came from the same source, and were not heeded. */
    missed: integer('missed').notNull(),
    /** A later one of the same source is listed in its place. */
    superseded: boolean('superseded').notNull().default(false),
    createdAt: time('created_at').notNull(),
    readAt: time('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('notifications_once').on(table.userId, table.sourceId, table.occurrenceAt),
    index('notifications_listed').on(table.userId, table.id.desc().nullsFirst()).where(sql`not superseded`),
    index('notifications_created_at').on(table.createdAt),
  ],
);
