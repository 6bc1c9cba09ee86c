import { type RunReason, runReasons, type Schedule, type ScheduleRun } from '@jarvis/contract';
import { and, atMost, desc, eq, isNotNull, lt, sql, statement, type Values } from '@jarvis/database';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { type FieldsOf, given, type NewRow, pick } from '../db/rows.ts';
import { conversations } from '../db/schema/conversations.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';

type Own = { userId: string };
type One = Own & { id: string };

const known = sql.raw(runReasons.map((reason) => `'${reason}'`).join(', '));
/** Earlier versions stored sentences. */
export const reasonIn = (column: AnyPgColumn) =>
  sql<RunReason | null>`case when ${column} is null or ${column} in (${known}) then ${column} else 'unexpected' end`;

export const scheduleRow = {
  id: schedules.id,
  title: schedules.title,
  prompt: schedules.prompt,
  start: schedules.start,
  zone: schedules.zone,
  repeat: schedules.repeat,
  nextLocal: schedules.nextLocal,
  nextAt: schedules.nextAt,
  state: schedules.state,
  reason: reasonIn(schedules.reason),
  failures: schedules.failures,
  webSearch: schedules.webSearch,
  notify: schedules.notify,
  model: schedules.model,
  createdBy: schedules.createdBy,
  createdAt: schedules.createdAt,
  updatedAt: schedules.updatedAt,
};
export type ScheduleRow = Omit<typeof schedules.$inferSelect, 'userId' | 'reason'> & Pick<Schedule, 'reason'>;

/** Newest first. */
export const pageOfSchedules = statement((q, v: Values<Own & { afterId: string; limit: number }>) =>
  q
    .select(scheduleRow)
    .from(schedules)
    .where(and(eq(schedules.userId, v.userId), lt(schedules.id, v.afterId)))
    .orderBy(desc(schedules.id))
    .limit(v.limit),
);

export const selectSchedule = statement((q, v: Values<One>) =>
  q
    .select(scheduleRow)
    .from(schedules)
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id))),
);

/** The same, locked until the transaction ends. */
export const holdSchedule = statement((q, v: Values<One>) =>
  q
    .select(scheduleRow)
    .from(schedules)
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id)))
    .for('no key update'),
);

/** How many the account has, finished ones too, up to a bound. */
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

/** What a change writes anew. */
const written = (v: Values<ChangedSchedule>) => ({
  title: v.title,
  prompt: v.prompt,
  start: v.start,
  zone: v.zone,
  repeat: v.repeat,
  nextLocal: v.nextLocal,
  nextAt: v.nextAt,
  state: v.state,
  reason: v.reason,
  failures: v.failures,
  webSearch: v.webSearch,
  notify: v.notify,
  model: v.model,
  updatedAt: v.updatedAt,
});

export const insertSchedule = statement((q, v: Values<Own & ScheduleRow>) =>
  q
    .insert(schedules)
    .values({
      userId: v.userId,
      id: v.id,
      ...written(v),
      createdBy: v.createdBy,
      createdAt: v.createdAt,
    } satisfies NewRow<typeof schedules>)
    .returning(scheduleRow),
);

export const updateSchedule = statement((q, v: Values<ChangedSchedule>) =>
  q
    .update(schedules)
    .set(given(written(v)))
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id)))
    .returning(scheduleRow),
);

export const pauseAllSchedules = statement((q, v: Values<Own>) =>
  q
    .update(schedules)
    .set({ state: 'paused', nextLocal: null, nextAt: null })
    .where(and(eq(schedules.userId, v.userId), eq(schedules.state, 'active'))),
);

/** No row when the account has no such schedule. */
export const deleteScheduleRow = statement((q, v: Values<One>) =>
  q
    .delete(schedules)
    .where(and(eq(schedules.userId, v.userId), eq(schedules.id, v.id)))
    .returning({ id: schedules.id }),
);

const runColumns = pick(scheduleRuns, {
  id: 0,
  scheduleId: 0,
  dueAt: 0,
  state: 0,
  late: 0,
  createdAt: 0,
  endedAt: 0,
  inputTokens: 0,
  outputTokens: 0,
});
const error = reasonIn(scheduleRuns.error);

/** The contract's fields; a conversation that was deleted is none. */
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
        and(
          eq(scheduleRuns.userId, v.userId),
          eq(scheduleRuns.scheduleId, v.scheduleId),
          lt(scheduleRuns.id, v.afterId),
        ),
      )
      .orderBy(desc(scheduleRuns.id))
      .limit(v.limit),
);

/** The run of a schedule that has not ended, the earliest first. */
export const selectOpenRun = statement((q, v: Values<Own & { scheduleId: string }>) =>
  q
    .select(runOf(v))
    .from(scheduleRuns)
    .where(
      and(
        eq(scheduleRuns.userId, v.userId),
        eq(scheduleRuns.scheduleId, v.scheduleId),
        isNotNull(scheduleRuns.leaseUntil),
      ),
    )
    .orderBy(scheduleRuns.id)
    .limit(atMost(1)),
);

interface NewRun extends Own {
  readonly id: string;
  readonly scheduleId: string;
  readonly dueAt: string;
  readonly expiresAt: string;
  readonly now: string;
}

/** A run that waits from now on. */
export const insertRun = statement((q, v: Values<NewRun>) =>
  q
    .insert(scheduleRuns)
    .values({
      userId: v.userId,
      id: v.id,
      scheduleId: v.scheduleId,
      dueAt: v.dueAt,
      state: 'waiting',
      attempt: null,
      tries: 0,
      leaseUntil: v.now,
      expiresAt: v.expiresAt,
      late: false,
      conversationId: null,
      error: null,
      inputTokens: 0,
      outputTokens: 0,
      searches: 0,
      createdAt: v.now,
      endedAt: null,
    } satisfies NewRow<typeof scheduleRuns>)
    .returning({ ...runColumns, error, conversationId: sql<string | null>`null::uuid` }),
);

const stoppedAt = ({ now }: Values<{ now: string }>) => ({
  state: 'stopped' as const,
  leaseUntil: null,
  endedAt: sql`${now}::timestamptz`,
});

/** Ends what a schedule still has to do; with `waitingOnly`, what runs goes on. */
export const stopRuns = statement(
  (q, v: Values<Own & { scheduleId: string; waitingOnly: boolean; now: string }>) =>
    q
      .update(scheduleRuns)
      .set(stoppedAt(v))
      .where(
        and(
          eq(scheduleRuns.userId, v.userId),
          eq(scheduleRuns.scheduleId, v.scheduleId),
          isNotNull(scheduleRuns.leaseUntil),
          sql`(${scheduleRuns.state} = 'waiting' or not ${v.waitingOnly}::boolean)`,
        ),
      ),
);

/** Ends what all schedules of an account still have to do. */
export const stopAllRuns = statement((q, v: Values<Own & { now: string }>) =>
  q
    .update(scheduleRuns)
    .set(stoppedAt(v))
    .where(and(eq(scheduleRuns.userId, v.userId), isNotNull(scheduleRuns.leaseUntil))),
);

/** The runs since an id, those that did not run aside, and the tokens since another. */
export const selectSpent = statement(
  (q, v: Values<Own & { since: string; sinceMonth: string; max: number }>) => {
    const recent = q
      .select({ createdAt: scheduleRuns.createdAt })
      .from(scheduleRuns)
      .where(
        and(
          eq(scheduleRuns.userId, v.userId),
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
      .where(and(eq(scheduleRuns.userId, v.userId), sql`${scheduleRuns.id} >= ${v.sinceMonth}::uuid`))
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

/** Accounts that have runs that are kept no longer. */
export const selectOldRuns = statement((q, v: Values<{ cutoff: string; limit: number }>) =>
  q
    .select({ userId: scheduleRuns.userId })
    .from(scheduleRuns)
    .where(lt(scheduleRuns.createdAt, v.cutoff))
    .limit(v.limit),
);

/** Ids are in the order of time. */
export const deleteOldRuns = statement((q, v: Values<Own & { before: string }>) =>
  q.delete(scheduleRuns).where(and(eq(scheduleRuns.userId, v.userId), lt(scheduleRuns.id, v.before))),
);
