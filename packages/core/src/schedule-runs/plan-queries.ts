import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { rowFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { timeSettings } from '../db/schema/time.ts';

/** What is asked every second: one row of an index, or none. Without an order the planner reads the whole table. */
export const isAnyScheduleDue = statement((q, v: Values<{ now: string }>) =>
  q
    .select({ id: schedules.id })
    .from(schedules)
    .where(sql`${schedules.nextAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(schedules.nextAt))
    .limit(atMost(1)),
);

/** Schedules of all accounts whose time has come, theirs until the transaction ends; those that others hold are passed over. */
export const takeDueSchedules = statement((q, v: Values<{ now: string; limit: number }>) =>
  q
    .select({
      userId: schedules.userId,
      id: schedules.id,
      start: schedules.start,
      zone: schedules.zone,
      repeat: schedules.repeat,
      nextAt: schedules.nextAt,
      timeZone: timeSettings.timeZone,
      restrictedAt: users.restrictedAt,
    })
    .from(schedules)
    .innerJoin(users, eq(users.id, schedules.userId))
    .leftJoin(timeSettings, eq(timeSettings.userId, schedules.userId))
    .where(sql`${schedules.nextAt} <= ${v.now}::timestamptz`)
    .orderBy(asc(schedules.nextAt))
    .limit(v.limit)
    .for('no key update', { of: schedules, skipLocked: true }),
);
export type DueSchedule = Awaited<ReturnType<typeof takeDueSchedules>>[number];

/** Many at once, as JSON: when each comes next; without a next time it is finished. */
export const setNextRuns = statement((q, v: Values<{ rows: string }>) =>
  q
    .update(schedules)
    .set({
      nextLocal: sql`next.local`,
      nextAt: sql`next.at`,
      state: sql`case when next.at is null then 'finished' else ${schedules.state} end`,
    })
    .from(sql`json_to_recordset(${v.rows}::json) as next("userId" uuid, id uuid, local text, at timestamptz)`)
    .where(and(sql`${schedules.userId} = next."userId"`, sql`${schedules.id} = next.id`)),
);

export interface PlannedRun {
  readonly userId: string;
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: string;
  readonly state: 'waiting' | 'missed';
  readonly leaseUntil: string | null;
  readonly expiresAt: string;
  readonly error: string | null;
  readonly createdAt: string;
  readonly endedAt: string | null;
}

/** Many at once, as JSON. A moment of a schedule runs once. */
export const insertPlannedRuns = statement((q, v: Values<{ rows: string }>) =>
  q
    .insert(scheduleRuns)
    .select(
      rowFrom(
        scheduleRuns,
        {
          userId: sql`planned."userId"`,
          id: sql`planned.id`,
          scheduleId: sql`planned."scheduleId"`,
          dueAt: sql`planned."dueAt"`,
          state: sql`planned.state`,
          attempt: sql`null::uuid`,
          tries: sql`0`,
          leaseUntil: sql`planned."leaseUntil"`,
          expiresAt: sql`planned."expiresAt"`,
          late: sql`false`,
          conversationId: sql`null::uuid`,
          error: sql`planned.error`,
          inputTokens: sql`0`,
          outputTokens: sql`0`,
          searches: sql`0`,
          createdAt: sql`planned."createdAt"`,
          endedAt: sql`planned."endedAt"`,
        },
        sql`from json_to_recordset(${v.rows}::json) as planned("userId" uuid, id uuid, "scheduleId" uuid, "dueAt" timestamptz, state text, "leaseUntil" timestamptz, "expiresAt" timestamptz, error text, "createdAt" timestamptz, "endedAt" timestamptz)`,
      ),
    )
    .onConflictDoNothing(),
);
