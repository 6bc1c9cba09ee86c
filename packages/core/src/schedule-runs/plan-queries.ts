import type { RunReason } from '@jarvis/contract';
import { and, asc, eq, gte, isNotNull, lt, sql, statement, type Values } from '@jarvis/database';
import { type Builder, columns, isOne, isOwn, type Own, replacesFuture, rowsFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { notifications, timeSettings } from '../db/schema/time.ts';
import { anyDue } from '../db/statements.ts';
import { unspent } from '../schedules/runs-queries.ts';

const isDue = ({ now }: Values<{ now: string }>) =>
  and(sql`${schedules.nextAt} <= ${now}::timestamptz`, eq(schedules.state, 'active'));

export const anyScheduleDue = anyDue(schedules, schedules.nextAt, isDue);

/** The due schedules of all accounts except `leftOut`, soonest first. */
export const selectDueSchedules = statement(
  (q, v: Values<{ now: string; limit: number; leftOut: readonly string[] }>) =>
    q
      .select({ userId: schedules.userId, id: schedules.id })
      .from(schedules)
      .where(and(isDue(v), sql`${schedules.id} <> all(${v.leftOut}::uuid[])`))
      .orderBy(asc(schedules.nextAt))
      .limit(v.limit),
);

export type OneDue = Own & { id: string; now: string };

const oneDue = (q: Builder, v: Values<OneDue>) =>
  q
    .select({
      ...columns(schedules, 'userId', 'id', 'start', 'zone', 'repeat', 'nextAt'),
      timeZone: timeSettings.timeZone,
      restrictedAt: users.restrictedAt,
    })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .leftJoin(timeSettings, eq(timeSettings.userId, schedules.userId))
    .where(isOne(schedules, v, isDue(v)));

/** One of them. No row when it is no longer due. */
export const selectDueSchedule = statement(oneDue);
export type DueSchedule = Awaited<ReturnType<typeof selectDueSchedule>>[number];

/** The same, locked until the transaction ends. */
export const holdDueSchedule = statement((q, v: Values<OneDue>) =>
  oneDue(q, v).for('no key update', { of: schedules }),
);

export type PlannedRun = Omit<typeof scheduleRuns.$inferSelect, keyof typeof unspent | 'state' | 'error'> & {
  readonly state: 'waiting' | 'missed';
  readonly error: RunReason | null;
};

/** Many rows at once, as JSON. Leaves out a schedule's moment that has its run, unless it was missed in the future. */
export const insertPlannedRuns = statement((q, v: Values<{ rows: string }>) => {
  const { setWhere, ...replaced } = replacesFuture(scheduleRuns, scheduleRuns.scheduleId, scheduleRuns.dueAt);
  return q
    .insert(scheduleRuns)
    .select(rowsFrom(scheduleRuns, v.rows, unspent))
    .onConflictDoUpdate({ ...replaced, setWhere: sql`${setWhere} and ${scheduleRuns.state} = 'missed'` });
});

/** When the latest run or notification was made; null if there is none. */
export const selectLastMade = statement((q) => {
  const latest = (table: typeof scheduleRuns | typeof notifications) =>
    sql`select max(${table.createdAt}) as at from ${table}`;
  return q
    .select({ at: sql<string | null>`max(at)` })
    .from(sql`(${latest(scheduleRuns)} union all ${latest(notifications)}) as made`);
});

/** Removes the waiting runs from an id on that were planned; one that a person started is due when it is made, and stays. */
export const deletePlannedFrom = statement((q, v: Values<Own & { from: string }>) =>
  q
    .delete(scheduleRuns)
    .where(
      isOwn(
        scheduleRuns,
        v,
        gte(scheduleRuns.id, v.from),
        eq(scheduleRuns.state, 'waiting'),
        lt(scheduleRuns.dueAt, scheduleRuns.createdAt),
      ),
    ),
);

/** Makes waiting runs due by now, and ends the leases of running ones by `until`. */
export const hastenRuns = statement((q, v: Values<Own & { now: string; until: string }>) =>
  q
    .update(scheduleRuns)
    .set({
      leaseUntil: sql`least(${scheduleRuns.leaseUntil},
        case ${scheduleRuns.state} when 'waiting' then ${v.now} else ${v.until} end::timestamptz)`,
    })
    .where(isOwn(scheduleRuns, v, isNotNull(scheduleRuns.leaseUntil))),
);
