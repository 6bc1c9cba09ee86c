import type { Schedule, ScheduleRun } from '@jarvis/contract';
import { sql } from '@jarvis/database';
import { boolean, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ownTable } from './accounts.ts';
import { newest, time } from './columns.ts';

/** The prompts that the assistant answers at set times. */
export const schedules = ownTable(
  'schedules',
  {
    title: text('title').notNull(),
    prompt: text('prompt').notNull(),
    /** A local date and time, which the rule counts from. */
    start: text('start').notNull(),
    /** Null: that of the account. */
    zone: text('zone'),
    /** Null: once. */
    repeat: text('repeat'),
    /** The next local time, which stays when the zone changes. */
    nextLocal: text('next_local'),
    nextAt: time('next_at'),
    state: text('state').$type<Schedule['state']>().notNull(),
    /** Why it was paused; null: by the person. */
    reason: text('reason'),
    /** Runs that have failed since one succeeded. */
    failures: integer('failures').notNull().default(0),
    webSearch: boolean('web_search').notNull(),
    notify: text('notify').$type<Schedule['notify']>().notNull(),
    /** Null: the default. */
    model: text('model'),
    createdBy: text('created_by').$type<Schedule['createdBy']>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (table) => [index('schedules_next_at').on(table.nextAt).where(sql`next_at is not null`)],
);

/** The runs of schedules. Those of a deleted schedule stay, because they count towards the limits. */
export const scheduleRuns = ownTable(
  'schedule_runs',
  {
    scheduleId: uuid('schedule_id').notNull(),
    dueAt: time('due_at').notNull(),
    state: text('state').$type<ScheduleRun['state']>().notNull(),
    /** The attempt that may say how it ended. */
    attempt: uuid('attempt'),
    tries: integer('tries').notNull().default(0),
    /** From then on a process may take it: a waiting one, or a running one whose process has died. */
    leaseUntil: time('lease_until'),
    /** After this time it does not begin. */
    expiresAt: time('expires_at').notNull(),
    late: boolean('late').notNull(),
    conversationId: uuid('conversation_id'),
    error: text('error'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    searches: integer('searches').notNull().default(0),
    createdAt: time('created_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('schedule_runs_once').on(table.userId, table.scheduleId, table.dueAt),
    /** One at a time for an account. */
    uniqueIndex('schedule_runs_running').on(table.userId).where(sql`state = 'running'`),
    index('schedule_runs_listed').on(table.userId, table.scheduleId, ...newest(table.id)),
    index('schedule_runs_open').on(table.userId, table.scheduleId).where(sql`lease_until is not null`),
    index('schedule_runs_lease_until').on(table.leaseUntil).where(sql`lease_until is not null`),
    index('schedule_runs_created_at').on(table.createdAt),
  ],
);
