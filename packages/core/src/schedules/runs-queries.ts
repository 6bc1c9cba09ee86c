import type { ScheduleRun } from '@jarvis/contract';
import { atMost, desc, eq, isNotNull, lt, type SQL, sql, statement, type Values } from '@jarvis/database';
import { columns, type FieldsOf, isOwn, newRow, type Own } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { scheduleRuns } from '../db/schema/schedules.ts';
import { reasonIn } from './queries.ts';

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

type OfSchedule = Own & { scheduleId: string };

const ofSchedule = (v: Values<OfSchedule>, condition: SQL) =>
  isOwn(scheduleRuns, v, eq(scheduleRuns.scheduleId, v.scheduleId), condition);

/** Newest first. */
export const pageOfRuns = statement((q, v: Values<OfSchedule & { afterId: string; limit: number }>) =>
  q
    .select(runOf(v))
    .from(scheduleRuns)
    .where(ofSchedule(v, lt(scheduleRuns.id, v.afterId)))
    .orderBy(desc(scheduleRuns.id))
    .limit(v.limit),
);

/** The earliest run of a schedule that has not ended. */
export const selectOpenRun = statement((q, v: Values<OfSchedule>) =>
  q
    .select(runOf(v))
    .from(scheduleRuns)
    .where(ofSchedule(v, isNotNull(scheduleRuns.leaseUntil)))
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

type Stopping = Own & { scheduleId: string | null; waitingOnly: boolean; now: string };

/** Stops the runs of a schedule (null: of all) that have not ended; with `waitingOnly`, the running one continues. */
export const stopRuns = statement((q, v: Values<Stopping>) =>
  q
    .update(scheduleRuns)
    .set({ state: 'stopped', leaseUntil: null, endedAt: sql`${v.now}::timestamptz` })
    .where(
      isOwn(
        scheduleRuns,
        v,
        sql`(${v.scheduleId}::uuid is null or ${scheduleRuns.scheduleId} = ${v.scheduleId}::uuid)`,
        isNotNull(scheduleRuns.leaseUntil),
        sql`(${scheduleRuns.state} = 'waiting' or not ${v.waitingOnly}::boolean)`,
      ),
    ),
);

/** The number of runs since an id, without missed ones, and the earliest; the tokens since another, earlier id. */
export const selectSpent = statement((q, v: Values<Own & { since: string; sinceMonth: string }>) => {
  const recent = sql`(where ${scheduleRuns.id} >= ${v.since}::uuid and ${scheduleRuns.state} <> 'missed')`;
  return q
    .select({
      runs: sql<number>`count(*) filter ${recent}`,
      earliest: sql<string | null>`min(${scheduleRuns.createdAt}) filter ${recent}`,
      tokens: sql<number>`coalesce(sum(${scheduleRuns.inputTokens} + ${scheduleRuns.outputTokens}), 0)`,
    })
    .from(scheduleRuns)
    .where(isOwn(scheduleRuns, v, sql`${scheduleRuns.id} >= ${v.sinceMonth}::uuid`));
});
