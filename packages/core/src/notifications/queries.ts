import { type Notification, notification as shown } from '@jarvis/contract';
import { and, desc, eq, lt, sql, statement, type Values } from '@jarvis/database';
import { type FieldsOf, pick } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { notifications, reminders } from '../db/schema/time.ts';

export const notification = pick(notifications, shown.shape) satisfies FieldsOf<Notification>;

/** With the reminder, if its task is open. */
const inApp = {
  ...notification,
  reminderId: sql<string | null>`case when ${tasks.id} is null then null else ${reminders.id} end`.as(
    'reminder_id',
  ),
};

type Own = { userId: string };

/** Newest first; only the latest of each source. */
export const pageOfNotifications = statement((q, v: Values<Own & { afterId: string; limit: number }>) =>
  q
    .select(inApp)
    .from(notifications)
    .leftJoin(reminders, and(eq(reminders.userId, v.userId), eq(reminders.id, notifications.sourceId)))
    .leftJoin(
      tasks,
      and(eq(tasks.userId, v.userId), eq(tasks.id, reminders.taskId), eq(tasks.status, 'open')),
    )
    .where(
      and(
        eq(notifications.userId, v.userId),
        sql`not ${notifications.superseded}`,
        lt(notifications.id, v.afterId),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(v.limit),
);

/** Keeps the first time of reading; null marks it unread. No row when the account has no such notification. */
export const markNotification = statement((q, v: Values<Own & { id: string; readAt: string | null }>) =>
  q
    .update(notifications)
    .set({
      readAt: sql`case when ${v.readAt}::timestamptz is null then null
        else coalesce(${notifications.readAt}, ${v.readAt}::timestamptz) end`,
    })
    .where(and(eq(notifications.userId, v.userId), eq(notifications.id, v.id)))
    .returning(notification),
);

/** Accounts with notifications that are past their retention. */
export const selectOldNotifications = statement((q, v: Values<{ cutoff: string; limit: number }>) =>
  q
    .select({ userId: notifications.userId })
    .from(notifications)
    .where(lt(notifications.createdAt, v.cutoff))
    .limit(v.limit),
);

/** Ids are in time order. */
export const deleteOldNotifications = statement((q, v: Values<Own & { before: string }>) =>
  q.delete(notifications).where(and(eq(notifications.userId, v.userId), lt(notifications.id, v.before))),
);
