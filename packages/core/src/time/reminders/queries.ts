import { limits } from '@jarvis/contract';
import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { columns, columnsBut, isOwn, type Own, pick, records } from '../../db/rows.ts';
import { tasks } from '../../db/schema/tasks.ts';
import { reminders, timeSettings } from '../../db/schema/time.ts';
import { anyDue, insertRow } from '../../db/statements.ts';

export const reminderRow = columnsBut(reminders, 'userId', 'createdAt');
export type ReminderRow = Omit<typeof reminders.$inferSelect, 'userId' | 'createdAt'>;

export const insertReminder = insertRow(reminders, {});

/** The reminders of the given tasks, looked up one by one. */
export const selectRemindersOf = statement((q, v: Values<Own & { ids: readonly string[] }>) => {
  const own = q
    .select(reminderRow)
    .from(reminders)
    .where(isOwn(reminders, v, sql`${reminders.taskId} = wanted.id`))
    .orderBy(asc(reminders.id))
    .limit(atMost(limits.remindersOfTaskMax))
    .as('own');
  return q
    .select(pick(own, reminderRow))
    .from(sql`unnest(${v.ids}::uuid[]) as wanted(id)`)
    .innerJoinLateral(own, sql`true`);
});

/** The number of waiting reminders, counted up to a limit. */
export const countWaitingReminders = statement((q, v: Values<Own & { limit: number }>) => {
  const waiting = q
    .select({ id: reminders.id })
    .from(reminders)
    .where(isOwn(reminders, v, sql`${reminders.nextAt} is not null`))
    .limit(v.limit)
    .as('waiting');
  return q.select({ count: sql<number>`count(*)::int` }).from(waiting);
});

export const deleteRemindersOf = statement((q, v: Values<Own & { taskId: string }>) =>
  q.delete(reminders).where(isOwn(reminders, v, eq(reminders.taskId, v.taskId))),
);

/** Many rows at once, as JSON: the columns of `reminderRow` with the account. */
export const updateReminders = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(reminders)
    .set({
      at: sql`changed.at`,
      nextAt: sql`changed."nextAt"`,
      occurrenceAt: sql`changed."occurrenceAt"`,
      snoozedUntil: sql`changed."snoozedUntil"`,
      passed: sql`changed.passed`,
    })
    .from(records(v.rows, columnsBut(reminders, 'taskId', 'minutesBefore', 'createdAt'), 'changed'))
    .where(and(sql`${reminders.userId} = changed."userId"`, sql`${reminders.id} = changed.id`)),
);

const isDue = ({ now }: Values<{ now: string }>) => sql`${reminders.nextAt} <= ${now}::timestamptz`;

export const anyReminderDue = anyDue(reminders, reminders.nextAt, isDue);

/** The due reminders of all accounts, locked until the transaction ends; skips rows locked by others. */
export const takeDueReminders = statement((q, v: Values<{ now: string; limit: number }>) =>
  q
    .select({
      userId: reminders.userId,
      ...reminderRow,
      ...columns(tasks, 'title', 'status', 'dueDate', 'dueTime', 'dueZone'),
      ...columns(tasks, 'repeat', 'repeatStart', 'repeatAfterDone'),
      timeZone: timeSettings.timeZone,
      dayTime: timeSettings.dayTime,
    })
    .from(reminders)
    .innerJoin(tasks, and(eq(tasks.userId, reminders.userId), eq(tasks.id, reminders.taskId)))
    .leftJoin(timeSettings, eq(timeSettings.userId, reminders.userId))
    .where(isDue(v))
    .orderBy(asc(reminders.nextAt))
    .limit(v.limit)
    .for('no key update', { of: reminders, skipLocked: true }),
);
