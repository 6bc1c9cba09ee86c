import { type InAppNotification, type Notification, notification as shown } from '@jarvis/contract';
import { and, eq, sql, statement, type Values } from '@jarvis/database';
import {
  columns,
  type FieldsOf,
  isOne,
  type One,
  pick,
  records,
  replacesFuture,
  rowsFrom,
} from '../db/rows.ts';
import { notifications } from '../db/schema/time.ts';
import { newestFirst } from '../db/statements.ts';

export const notification = pick(notifications, shown.shape) satisfies FieldsOf<Notification>;

/** Newest first; only the latest of each source. With the schedule, and with the reminder if its task is open. */
export const pageOfNotifications = newestFirst<InAppNotification>(
  notifications,
  (v) => ({
    ...notification,
    scheduleId: sql`case when ${notifications.kind} = 'schedule' then ${notifications.sourceId} end`,
    // Scalar subqueries: a join could read all tasks.
    reminderId: sql`(select r.id from reminders r
      where r.user_id = ${v.userId} and r.id = notifications.source_id and (select true from tasks t
        where t.user_id = ${v.userId} and t.id = r.task_id and t.status = 'open'))`,
  }),
  sql`not ${notifications.superseded}`,
);

/** Keeps the first time of reading; null marks it unread. No row when the account has no such notification. */
export const markNotification = statement((q, v: Values<One & { readAt: string | null }>) =>
  q
    .update(notifications)
    .set({
      readAt: sql`case when ${v.readAt}::timestamptz is null then null
        else coalesce(${notifications.readAt}, ${v.readAt}::timestamptz) end`,
    })
    .where(isOne(notifications, v))
    .returning(notification),
);

const source = columns(notifications, 'userId', 'sourceId');

/**
 * Many rows at once, as JSON. A source's moment that was already told, and not in the future, is neither inserted nor
 * returned.
 */
export const insertNotifications = statement((q, v: Values<{ rows: string }>) =>
  q
    .insert(notifications)
    .select(rowsFrom(notifications, v.rows, { superseded: false, readAt: null }))
    .onConflictDoUpdate(replacesFuture(notifications, notifications.sourceId, notifications.occurrenceAt))
    .returning(columns(notifications, 'userId', 'sourceId', 'id')),
);

/** Removes notifications superseded earlier, so that a source keeps its listed one and the one before. */
export const deleteSuperseded = statement((q, v: Values<{ rows: string }>) =>
  q.delete(notifications).where(
    and(
      sql`(${notifications.userId}, ${notifications.sourceId}) in
          (select "userId", "sourceId" from ${records(v.rows, source, 'told')})`,
      eq(notifications.superseded, true),
    ),
  ),
);

/** Marks the notifications that new ones of the same source replace; the new ones as JSON, by their key's columns. */
export const supersedeNotifications = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(notifications)
    .set({ superseded: true })
    .from(records(v.rows, { ...source, id: notifications.id }, 'told'))
    .where(
      and(
        sql`${notifications.userId} = told."userId"`,
        sql`${notifications.sourceId} = told."sourceId"`,
        sql`${notifications.id} <> told.id`,
        eq(notifications.superseded, false),
      ),
    ),
);
