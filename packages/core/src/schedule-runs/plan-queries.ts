import type { RunReason } from '@jarvis/contract';
import { and, asc, atMost, eq, sql, statement, type Values } from '@jarvis/database';
import { given, rowFrom } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { timeSettings } from '../db/schema/time.ts';

const isDue = ({ now }: Values<{ now: string }>) =>
  and(sql`${schedules.nextAt} <= ${now}::timestamptz`, eq(schedules.state, 'active'));

/** What is asked every second: one row of an index, or none. Without an order the planner reads the whole table. */
export const isAnyScheduleDue = statement((q, v: Values<{ now: string }>) =>
  q
    .select({ id: schedules.id })
    .from(schedules)
    .where(isDue(v))
    .orderBy(asc(schedules.nextAt))
    .limit(atMost(1)),
);

/** Schedules of all accounts whose time has come, the earliest first, without some. */
export const selectDueSchedules = statement(
  (q, v: Values<{ now: string; limit: number; leftOut: readonly string[] }>) =>
    q
      .select({ userId: schedules.userId, id: schedules.id })
      .from(schedules)
      .where(and(isDue(v), sql`${schedules.id} <> all(${v.leftOut}::uuid[])`))
      .orderBy(asc(schedules.nextAt))
      .limit(v.limit),
);

type One = { userId: string; id: string; now: string };

const oneDue = (q: Parameters<Parameters<typeof statement>[0]>[0], v: Values<One>) =>
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
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id), isDue(v)));

/** One of them. No row when it is due no longer. */
export const selectDueSchedule = statement((q, v: Values<One>) => oneDue(q, v));
export type DueSchedule = Awaited<ReturnType<typeof selectDueSchedule>>[number];

/** The same, locked until the transaction ends. */
export const holdDueSchedule = statement((q, v: Values<One>) =>
  oneDue(q, v).for('no key update', { of: schedules }),
);

type Next = {
  userId: string;
  id: string;
  nextLocal: string | null;
  nextAt: string | null;
  state: 'active' | 'finished';
};

export const setNextRun = statement((q, v: Values<Next>) =>
  q
    .update(schedules)
    .set(given({ nextLocal: v.nextLocal, nextAt: v.nextAt, state: v.state }))
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id))),
);

export interface PlannedRun {
  readonly userId: string;
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: string;
  readonly state: 'waiting' | 'missed';
  readonly leaseUntil: string | null;
  readonly expiresAt: string;
  readonly error: RunReason | null;
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
