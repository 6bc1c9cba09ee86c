import { type RunReason, runReasons, type Schedule, type ScheduleRun } from '@jarvis/contract';
import { atMost, desc, eq, isNotNull, lt, sql, statement, type Values } from '@jarvis/database';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  columns,
  columnsBut,
  type FieldsOf,
  given,
  isOne,
  isOwn,
  newRow,
  type One,
  type Own,
  pick,
} from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { deleteOne } from '../db/statements.ts';

const known = sql.raw(runReasons.map((reason) => `'${reason}'`).join(', '));
/** Earlier versions stored sentences. */
export const reasonIn = (column: AnyPgColumn) =>
  sql<RunReason | null>`case when ${column} is null or ${column} in (${known}) then ${column} else 'unexpected' end`;

export const scheduleRow = { ...columnsBut(schedules, 'userId'), reason: reasonIn(schedules.reason) };
export type ScheduleRow = Omit<typeof schedules.$inferSelect, 'userId' | 'reason'> & Pick<Schedule, 'reason'>;

/** Newest first. */
export const pageOfSchedules = statement((q, v: Values<Own & { afterId: string; limit: number }>) =>
  q
    .select(scheduleRow)
    .from(schedules)
    .where(isOwn(schedules, v, lt(schedules.id, v.afterId)))
    .orderBy(desc(schedules.id))
    .limit(v.limit),
);

export const selectSchedule = statement((q, v: Values<One>) =>
  q.select(scheduleRow).from(schedules).where(isOne(schedules, v)),
);

/** The same, locked until the transaction ends. */
export const holdSchedule = statement((q, v: Values<One>) =>
  q.select(scheduleRow).from(schedules).where(isOne(schedules, v)).for('no key update'),
);

/** The number of the account's schedules, including finished ones, counted up to a limit. */
export const countSchedules = statement((q, v: Values<Own & { max: number }>) => {
  const own = q
    .select({ id: schedules.id })
    .from(schedules)
    .where(eq(schedules.userId, v.userId))
    .limit(v.max)
    .as('own');
  return q.select({ count: sql<number>`count(*)::int` }).from(own);
});

type ChangedSchedule = Own & Omit<ScheduleRow, 'createdBy' | 'createdAt'>;

export const insertSchedule = statement((q, v: Values<Own & ScheduleRow>) =>
  q
    .insert(schedules)
    .values(newRow(schedules, v, {}))
    .returning(scheduleRow),
);

export const updateSchedule = statement((q, v: Values<ChangedSchedule>) =>
  q
    .update(schedules)
    .set(given(pick(v, columnsBut(schedules, 'userId', 'id', 'createdBy', 'createdAt'))))
    .where(isOne(schedules, v))
    .returning(scheduleRow),
);

export const pauseAllSchedules = statement((q, v: Values<Own>) =>
  q
    .update(schedules)
    .set({ state: 'paused', nextLocal: null, nextAt: null })
    .where(isOwn(schedules, v, eq(schedules.state, 'active'))),
);

export const deleteScheduleRow = deleteOne(schedules);

const runColumns = {
  ...columns(scheduleRuns, 'id', 'scheduleId', 'dueAt', 'state', 'late', 'createdAt', 'endedAt'),
  ...columns(scheduleRuns, 'inputTokens', 'outputTokens'),
};
const error = reasonIn(scheduleRuns.error);

/** The contract's fields; null for a deleted conversation. */
export const runOf = (v: Values<Own>) =>
  ({
    ...runColumns,
    error,
    conversationId: sql<string | null>`(
      select conversations.id from ${conversations}
      where conversations.user_id = ${v.userId} and conversations.id = schedule_runs.conversation_id)`,
  }) satisfies FieldsOf<ScheduleRun>;

/** Newest first. */
export const pageOfRuns = statement(
  (q, v: Values<Own & { scheduleId: string; afterId: string; limit: number }>) =>
    q
      .select(runOf(v))
      .from(scheduleRuns)
      .where(
        isOwn(scheduleRuns, v, eq(scheduleRuns.scheduleId, v.scheduleId), lt(scheduleRuns.id, v.afterId)),
      )
      .orderBy(desc(scheduleRuns.id))
      .limit(v.limit),
);

/** The earliest run of a schedule that has not ended. */
export const selectOpenRun = statement((q, v: Values<Own & { scheduleId: string }>) =>
  q
    .select(runOf(v))
    .from(scheduleRuns)
    .where(
      isOwn(scheduleRuns, v, eq(scheduleRuns.scheduleId, v.scheduleId), isNotNull(scheduleRuns.leaseUntil)),
    )
    .orderBy(scheduleRuns.id)
    .limit(atMost(1)),
);

/** The values of a run before its first try. */
export const unspent = {
  attempt: null,
  tries: 0,
  late: false,
  conversationId: null,
  inputTokens: 0,
  outputTokens: 0,
  searches: 0,
};

type NewRun = Pick<typeof scheduleRuns.$inferSelect, 'userId' | 'id' | 'scheduleId' | 'expiresAt'> & {
  now: string;
};

/** Adds a waiting run that is due now, or a millisecond after the latest run that is not due before now. */
export const insertRun = statement((q, v: Values<NewRun>) =>
  q
    .insert(scheduleRuns)
    .values(
      newRow(scheduleRuns, v, {
        ...unspent,
        dueAt: sql`(
          select greatest(${v.now}::timestamptz, max(taken.due_at) + interval '1 millisecond') from ${scheduleRuns} as taken
          where taken.user_id = ${v.userId}::uuid and taken.schedule_id = ${v.scheduleId}::uuid
            and taken.due_at >= ${v.now}::timestamptz)`,
        state: 'waiting',
        leaseUntil: v.now,
        error: null,
        createdAt: v.now,
        endedAt: null,
      }),
    )
    .returning({ ...runColumns, error, conversationId: sql<string | null>`null::uuid` }),
);

const stoppedAt = ({ now }: Values<{ now: string }>) => ({
  state: 'stopped' as const,
  leaseUntil: null,
  endedAt: sql`${now}::timestamptz`,
});

/** Stops the runs of a schedule that have not ended; with `waitingOnly`, the running one continues. */
export const stopRuns = statement(
  (q, v: Values<Own & { scheduleId: string; waitingOnly: boolean; now: string }>) =>
    q
      .update(scheduleRuns)
      .set(stoppedAt(v))
      .where(
        isOwn(
          scheduleRuns,
          v,
          eq(scheduleRuns.scheduleId, v.scheduleId),
          isNotNull(scheduleRuns.leaseUntil),
          sql`(${scheduleRuns.state} = 'waiting' or not ${v.waitingOnly}::boolean)`,
        ),
      ),
);

/** Stops all runs of an account that have not ended. */
export const stopAllRuns = statement((q, v: Values<Own & { now: string }>) =>
  q
    .update(scheduleRuns)
    .set(stoppedAt(v))
    .where(isOwn(scheduleRuns, v, isNotNull(scheduleRuns.leaseUntil))),
);

/** The number of runs since an id, without missed ones, and the earliest; the tokens since another id. */
export const selectSpent = statement(
  (q, v: Values<Own & { since: string; sinceMonth: string; max: number }>) => {
    const recent = q
      .select({ createdAt: scheduleRuns.createdAt })
      .from(scheduleRuns)
      .where(
        isOwn(
          scheduleRuns,
          v,
          sql`${scheduleRuns.id} >= ${v.since}::uuid`,
          sql`${scheduleRuns.state} <> 'missed'`,
        ),
      )
      .limit(v.max)
      .as('recent');
    const tokens = q
      .select({
        sum: sql`coalesce(sum(${scheduleRuns.inputTokens} + ${scheduleRuns.outputTokens}), 0)`.as('sum'),
      })
      .from(scheduleRuns)
      .where(isOwn(scheduleRuns, v, sql`${scheduleRuns.id} >= ${v.sinceMonth}::uuid`))
      .as('tokens');
    return q
      .select({
        earliest: sql<string | null>`min(${recent.createdAt})`,
        runs: sql<number>`count(${recent.createdAt})::int`,
        tokens: sql<number>`${tokens.sum}::float8`,
      })
      .from(tokens)
      .leftJoin(recent, sql`true`)
      .groupBy(tokens.sum);
  },
);
