import { and, asc, eq, gt, isNull, sql, statement, type Values } from '@jarvis/database';
import { tasks } from '../db/schema/tasks.ts';
import { timeSettings } from '../db/schema/time.ts';

type Own = { userId: string };

/** No row where nothing was ever set. */
export const selectTimeSettings = statement((q, v: Values<Own>) =>
  q
    .select({ timeZone: timeSettings.timeZone, zoneToldBy: timeSettings.zoneToldBy })
    .from(timeSettings)
    .where(eq(timeSettings.userId, v.userId)),
);

type Zone = Own & { timeZone: string; toldBy: 'browser' | 'person' };

export const upsertTimeZone = statement((q, v: Values<Zone>) =>
  q
    .insert(timeSettings)
    .values({ userId: v.userId, timeZone: v.timeZone, zoneToldBy: v.toldBy })
    .onConflictDoUpdate({
      target: timeSettings.userId,
      set: { timeZone: sql`excluded.time_zone`, zoneToldBy: sql`excluded.zone_told_by` },
    }),
);

/** Open tasks with a date that floats with the account's zone, in the order of their ids. */
export const pageOfFloatingTasks = statement((q, v: Values<Own & { after: string; limit: number }>) =>
  q
    .select({
      id: tasks.id,
      status: tasks.status,
      dueDate: tasks.dueDate,
      dueTime: tasks.dueTime,
      dueZone: tasks.dueZone,
      repeat: tasks.repeat,
      repeatStart: tasks.repeatStart,
      repeatAfterDone: tasks.repeatAfterDone,
    })
    .from(tasks)
    .where(
      and(
        eq(tasks.userId, v.userId),
        eq(tasks.status, 'open'),
        gt(tasks.id, v.after),
        isNull(tasks.dueZone),
        sql`${tasks.dueAt} is not null`,
      ),
    )
    .orderBy(asc(tasks.id))
    .limit(v.limit),
);

/** Lists of the same length. */
export const updateDueMoments = statement(
  (q, v: Values<Own & { ids: readonly string[]; times: readonly string[] }>) =>
    q
      .update(tasks)
      .set({ dueAt: sql`moment.due_at` })
      .from(sql`unnest(${v.ids}::uuid[], ${v.times}::timestamptz[]) as moment(id, due_at)`)
      .where(and(eq(tasks.userId, v.userId), sql`${tasks.id} = moment.id`)),
);
