import { limits } from '@jarvis/contract';
import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { tasks } from '../db/schema/tasks.ts';
import { reminders, timeSettings } from '../db/schema/time.ts';

/** What is asked every second: one row of an index, or none. Without an order the planner reads the whole table. */
export const isAnyDayDue = statement((q, v: Values<{ now: string }>) =>
  q
    .select({ userId: timeSettings.userId })
    .from(timeSettings)
    .where(sql`${timeSettings.nextDayAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(timeSettings.nextDayAt))
    .limit(atMost(1)),
);

/** Accounts whose day is to be summed up, theirs until the transaction ends; those that others hold are passed over. */
export const takeDueDays = statement((q, v: Values<{ now: string; limit: number }>) =>
  q
    .select({
      userId: timeSettings.userId,
      timeZone: timeSettings.timeZone,
      dayTime: timeSettings.dayTime,
      daySummary: timeSettings.daySummary,
      nextDayAt: timeSettings.nextDayAt,
    })
    .from(timeSettings)
    .where(sql`${timeSettings.nextDayAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(timeSettings.nextDayAt))
    .limit(v.limit)
    .for('no key update', { skipLocked: true }),
);

/**
 * Open tasks that are overdue, or due on the day that ends at `dayEnd` without a time; soonest first. Those of the day
 * that a reminder tells of at its beginning are left out.
 */
export const selectTasksOfDay = statement((q, v: Values<{ userId: string; now: string; dayEnd: string }>) =>
  q
    .select({
      id: tasks.id,
      title: tasks.title,
      isOverdue: sql<boolean>`${tasks.dueAt} <= ${v.now}::timestamptz`,
    })
    .from(tasks)
    .where(
      and(
        eq(tasks.userId, v.userId),
        sql`${tasks.status} = 'open'`,
        sql`${tasks.dueAt} <= ${v.dayEnd}::timestamptz`,
        sql`(${tasks.dueAt} <= ${v.now}::timestamptz or ${tasks.dueTime} is null and not exists (
          select from ${reminders} where ${reminders.userId} = ${tasks.userId}
            and ${reminders.taskId} = ${tasks.id} and ${reminders.minutesBefore} = 0))`,
      ),
    )
    .orderBy(asc(tasks.dueAt), asc(tasks.id))
    .limit(atMost(limits.dayTasksMax)),
);

/** Many at once, as JSON: when the next day of each account is summed up. */
export const setNextDays = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(timeSettings)
    .set({ nextDayAt: sql`next.at` })
    .from(sql`json_to_recordset(${v.rows}::json) as next("userId" uuid, at timestamptz)`)
    .where(sql`${timeSettings.userId} = next."userId"`),
);
