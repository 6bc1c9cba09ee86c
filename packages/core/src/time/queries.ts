import { asc, atMost, eq, gt, isNotNull, ne, sql, statement, type Values } from '@jarvis/database';
import { asInserted, columns, columnsBut, isOwn, newRow, type Own } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { schedules } from '../db/schema/schedules.ts';
import { tasks } from '../db/schema/tasks.ts';
import { timeSettings } from '../db/schema/time.ts';
import { oldestFirst, setColumns } from '../db/statements.ts';

const settings = columnsBut(timeSettings, 'userId');
export type TimeSettingsRow = Omit<typeof timeSettings.$inferSelect, 'userId'>;

/** The settings that the person chooses; null in a join without a row. */
export const personalSettings = {
  ...columns(timeSettings, 'timeZone', 'dayTime', 'daySummary', 'quietFrom', 'quietUntil'),
  ...columns(timeSettings, 'channels', 'lockScreenTitles'),
};

/** No row if the account has never had a setting or a due task. */
export const selectTimeSettings = statement((q, v: Values<Own>) =>
  q.select(settings).from(timeSettings).where(eq(timeSettings.userId, v.userId)),
);

/** All settings except the confirmation of mail. */
export const upsertTimeSettings = statement((q, v: Values<Own & Omit<TimeSettingsRow, 'mailConfirmedAt'>>) =>
  q
    .insert(timeSettings)
    .values(newRow(timeSettings, v, { mailConfirmedAt: null }))
    .onConflictDoUpdate({
      target: timeSettings.userId,
      set: asInserted(columnsBut(timeSettings, 'userId', 'mailConfirmedAt')),
    }),
);

/** Schedules the next day summary, if none is scheduled and the person wants it. */
export const expectDay = statement((q, v: Values<Own & { nextDayAt: string }>) =>
  q
    .insert(timeSettings)
    .values({ userId: v.userId, nextDayAt: v.nextDayAt })
    .onConflictDoUpdate({
      target: timeSettings.userId,
      set: { nextDayAt: sql`excluded.next_day_at` },
      setWhere: sql`${timeSettings.nextDayAt} is null and ${timeSettings.daySummary}`,
    }),
);

/** One row if the account has an open task with a date. */
export const selectAnyDueTask = statement((q, v: Values<Own>) =>
  q
    .select({ id: tasks.id })
    .from(tasks)
    .where(isOwn(tasks, v, sql`${tasks.status} = 'open' and ${tasks.dueAt} is not null`))
    .limit(atMost(1)),
);

/** Accounts after an id, in id order. */
export const selectAccountsAfter = statement((q, v: Values<{ after: string; limit: number }>) =>
  q
    .select({ userId: users.id, timeZone: timeSettings.timeZone, dayTime: timeSettings.dayTime })
    .from(users)
    .leftJoin(timeSettings, eq(timeSettings.userId, users.id))
    .where(gt(users.id, v.after))
    .orderBy(asc(users.id))
    .limit(v.limit),
);

const dated = {
  ...columns(tasks, 'id', 'status', 'dueDate', 'dueTime', 'dueZone', 'dueAt'),
  ...columns(tasks, 'repeat', 'repeatStart', 'repeatAfterDone'),
};

/** Open tasks with a date. */
export const pageOfDatedTasks = oldestFirst<Pick<typeof tasks.$inferSelect, keyof typeof dated>>(
  tasks,
  dated,
  eq(tasks.status, 'open'),
  isNotNull(tasks.dueAt),
);

/** `ids` and `times` have the same length. */
export const updateDueMoments = statement(
  (q, v: Values<Own & { ids: readonly string[]; times: readonly string[] }>) =>
    q
      .update(tasks)
      .set({ dueAt: sql`moment.due_at` })
      .from(sql`unnest(${v.ids}::uuid[], ${v.times}::timestamptz[]) as moment(id, due_at)`)
      .where(isOwn(tasks, v, sql`${tasks.id} = moment.id`)),
);

/** The account's schedules that are not paused, locked until the transaction ends; a setting limits their number. */
export const selectPlannedSchedules = statement((q, v: Values<Own>) =>
  q
    .select(columns(schedules, 'id', 'start', 'repeat', 'zone', 'nextLocal', 'nextAt'))
    .from(schedules)
    .where(isOwn(schedules, v, ne(schedules.state, 'paused')))
    .orderBy(schedules.id)
    .for('no key update'),
);

export const moveSchedule = setColumns(schedules, ['nextAt']);
