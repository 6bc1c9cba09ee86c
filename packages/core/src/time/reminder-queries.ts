import { limits } from '@jarvis/contract';
import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { type NewRow, pick, rowFrom } from '../db/rows.ts';
import { tasks } from '../db/schema/tasks.ts';
import { notifications, reminders, timeSettings } from '../db/schema/time.ts';

type Own = { userId: string };

export const reminderRow = {
  id: reminders.id,
  taskId: reminders.taskId,
  minutesBefore: reminders.minutesBefore,
  at: reminders.at,
  nextAt: reminders.nextAt,
  occurrenceAt: reminders.occurrenceAt,
  snoozedUntil: reminders.snoozedUntil,
  passed: reminders.passed,
};
export interface ReminderRow {
  readonly id: string;
  readonly taskId: string;
  readonly minutesBefore: number;
  readonly at: string;
  readonly nextAt: string | null;
  readonly occurrenceAt: string;
  readonly snoozedUntil: string | null;
  readonly passed: number;
}

export const insertReminder = statement((q, v: Values<ReminderRow & Own & { now: string }>) =>
  q
    .insert(reminders)
    .values({
      userId: v.userId,
      id: v.id,
      taskId: v.taskId,
      minutesBefore: v.minutesBefore,
      at: v.at,
      nextAt: v.nextAt,
      occurrenceAt: v.occurrenceAt,
      snoozedUntil: v.snoozedUntil,
      passed: v.passed,
      createdAt: v.now,
    } satisfies NewRow<typeof reminders>)
    .returning(reminderRow),
);

/** The reminders of the given tasks, looked up one by one. */
export const selectRemindersOf = statement((q, v: Values<Own & { ids: readonly string[] }>) => {
  const own = q
    .select(reminderRow)
    .from(reminders)
    .where(and(eq(reminders.userId, v.userId), sql`${reminders.taskId} = wanted.id`))
    .orderBy(asc(reminders.id))
    .limit(atMost(limits.remindersOfTaskMax))
    .as('own');
  return q
    .select(pick(own, reminderRow))
    .from(sql`unnest(${v.ids}::uuid[]) as wanted(id)`)
    .innerJoinLateral(own, sql`true`);
});

export const deleteRemindersOf = statement((q, v: Values<Own & { taskId: string }>) =>
  q.delete(reminders).where(and(eq(reminders.userId, v.userId), eq(reminders.taskId, v.taskId))),
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
    .from(
      sql`json_to_recordset(${v.rows}::json) as changed("userId" uuid, id uuid, at timestamptz, "nextAt" timestamptz, "occurrenceAt" timestamptz, "snoozedUntil" timestamptz, passed int)`,
    )
    .where(and(sql`${reminders.userId} = changed."userId"`, sql`${reminders.id} = changed.id`)),
);

/** Polled every second: one row of an index, or none. Without an order the planner scans the whole table. */
export const isAnyDue = statement((q, v: Values<{ now: string }>) =>
  q
    .select({ id: reminders.id })
    .from(reminders)
    .where(sql`${reminders.nextAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(reminders.nextAt))
    .limit(atMost(1)),
);

/** The due reminders of all accounts, locked until the transaction ends; skips rows locked by others. */
export const takeDueReminders = statement((q, v: Values<{ now: string; limit: number }>) =>
  q
    .select({
      userId: reminders.userId,
      ...reminderRow,
      title: tasks.title,
      status: tasks.status,
      dueDate: tasks.dueDate,
      dueTime: tasks.dueTime,
      dueZone: tasks.dueZone,
      repeat: tasks.repeat,
      repeatStart: tasks.repeatStart,
      repeatAfterDone: tasks.repeatAfterDone,
      timeZone: timeSettings.timeZone,
      dayTime: timeSettings.dayTime,
    })
    .from(reminders)
    .innerJoin(tasks, and(eq(tasks.userId, reminders.userId), eq(tasks.id, reminders.taskId)))
    .leftJoin(timeSettings, eq(timeSettings.userId, reminders.userId))
    .where(sql`${reminders.nextAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(reminders.nextAt))
    .limit(v.limit)
    .for('no key update', { of: reminders, skipLocked: true }),
);

/** Many rows at once, as JSON; a source's moment that was already told is neither inserted nor returned. */
export const insertNotifications = statement((q, v: Values<{ rows: string }>) =>
  q
    .insert(notifications)
    .select(
      rowFrom(
        notifications,
        {
          userId: sql`told."userId"`,
          id: sql`told.id`,
          kind: sql`told.kind`,
          sourceId: sql`told."sourceId"`,
          occurrenceAt: sql`told."occurrenceAt"`,
          title: sql`told.title`,
          body: sql`told.body`,
          taskId: sql`told."taskId"`,
          conversationId: sql`told."conversationId"`,
          late: sql`told.late`,
          missed: sql`told.missed`,
          superseded: sql`false`,
          createdAt: sql`told."createdAt"`,
          readAt: sql`null::timestamptz`,
        },
        sql`from json_to_recordset(${v.rows}::json) as told("userId" uuid, id uuid, kind text, "sourceId" uuid, "occurrenceAt" timestamptz, title text, body text, "taskId" uuid, "conversationId" uuid, late boolean, missed int, "createdAt" timestamptz)`,
      ),
    )
    .onConflictDoNothing()
    .returning({
      userId: notifications.userId,
      sourceId: notifications.sourceId,
      id: notifications.id,
    }),
);

/** Removes notifications superseded earlier, so that a source keeps its listed one and the one before. */
export const deleteSuperseded = statement((q, v: Values<{ rows: string }>) =>
  q.delete(notifications).where(
    and(
      sql`(${notifications.userId}, ${notifications.sourceId}) in
          (select "userId", "sourceId" from json_to_recordset(${v.rows}::json) as told("userId" uuid, "sourceId" uuid))`,
      eq(notifications.superseded, true),
    ),
  ),
);

/** Marks the notifications that new ones of the same source replace; the new ones as JSON, by their key's columns. */
export const supersedeNotifications = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(notifications)
    .set({ superseded: true })
    .from(sql`json_to_recordset(${v.rows}::json) as told("userId" uuid, "sourceId" uuid, id uuid)`)
    .where(
      and(
        sql`${notifications.userId} = told."userId"`,
        sql`${notifications.sourceId} = told."sourceId"`,
        sql`${notifications.id} <> told.id`,
        eq(notifications.superseded, false),
      ),
    ),
);
