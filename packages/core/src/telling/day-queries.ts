import { limits } from '@jarvis/contract';
import { asc, atMost, sql, statement, type Values } from '@jarvis/database';
import { columns, isOwn, type Own } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { reminders, timeSettings } from '../db/schema/time.ts';
import { anyDue } from '../db/statements.ts';

const isDue = ({ now }: Values<{ now: string }>) => sql`${timeSettings.nextDayAt} <= ${now}::timestamptz`;

export const anyDayDue = anyDue(timeSettings, timeSettings.nextDayAt, isDue);

/** Accounts whose day summary is due, locked until the transaction ends; skips accounts locked by others. */
export const takeDueDays = statement((q, v: Values<{ now: string; limit: number }>) =>
  q
    .select(columns(timeSettings, 'userId', 'timeZone', 'dayTime', 'nextDayAt'))
    .from(timeSettings)
    .where(isDue(v))
    .orderBy(asc(timeSettings.nextDayAt))
    .limit(v.limit)
    .for('no key update', { skipLocked: true }),
);

/**
 * Open tasks that are overdue, or due without a time on the day that ends at `dayEnd`; soonest first. Leaves out tasks
 * of the day with a reminder at the time of the summary.
 */
export const selectTasksOfDay = statement((q, v: Values<Own & { now: string; dayEnd: string }>) =>
  q
    .select({
      id: tasks.id,
      title: tasks.title,
      isOverdue: sql<boolean>`${tasks.dueAt} <= ${v.now}::timestamptz`,
    })
    .from(tasks)
    .where(
      isOwn(
        tasks,
        v,
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

/** Many rows at once, as JSON: when each account's next day summary is due. */
export const setNextDays = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(timeSettings)
    .set({ nextDayAt: sql`next.at` })
    .from(sql`json_to_recordset(${v.rows}::json) as next("userId" uuid, at timestamptz)`)
    .where(sql`${timeSettings.userId} = next."userId"`),
);
