import type { RunReason, ScheduleRun } from '@jarvis/contract';
import { and, asc, atMost, eq, isNull, sql, statement, type Values } from '@jarvis/database';
import { user } from '../db/account.ts';
import { columns, given, isOne, type One } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { timeSettings } from '../db/schema/time.ts';
import { anyDue } from '../db/statements.ts';
import type { Spent } from '../ports/turns.ts';
import { reasonIn } from '../schedules/queries.ts';

const isDue = ({ now }: Values<{ now: string }>) => sql`${scheduleRuns.leaseUntil} <= ${now}::timestamptz`;

export const isAnyRunDue = anyDue(scheduleRuns, scheduleRuns.id, scheduleRuns.leaseUntil, isDue);

/**
 * Takes the run that has waited longest, of all accounts but those that have one running, until `until`: then another
 * process takes it, if this one has died. No row when none is due. A unique index refuses a second one of an account
 * that is taken at the same moment.
 */
export const claimRun = statement(
  (q, v: Values<{ now: string; until: string; attempt: string; lateBefore: string }>) => {
    const due = q
      .select({ userId: scheduleRuns.userId, id: scheduleRuns.id })
      .from(scheduleRuns)
      .where(
        and(
          isDue(v),
          sql`not exists (select from ${scheduleRuns} as other
            where other.user_id = ${scheduleRuns.userId} and other.state = 'running' and other.id <> ${scheduleRuns.id})`,
        ),
      )
      .orderBy(asc(scheduleRuns.leaseUntil))
      .limit(atMost(1))
      .for('update', { skipLocked: true })
      .as('due');
    return q
      .update(scheduleRuns)
      .set({
        state: 'running',
        attempt: sql`${v.attempt}::uuid`,
        tries: sql`${scheduleRuns.tries} + 1`,
        leaseUntil: sql`${v.until}::timestamptz`,
        late: sql`${scheduleRuns.late} or ${scheduleRuns.tries} = 0 and ${scheduleRuns.dueAt} < ${v.lateBefore}::timestamptz`,
      })
      .from(due)
      .where(and(eq(scheduleRuns.userId, due.userId), eq(scheduleRuns.id, due.id)))
      .returning({ userId: scheduleRuns.userId, id: scheduleRuns.id });
  },
);

/** A run with its schedule and its account. No row when either has been deleted. */
export const selectRunToTake = statement((q, v: Values<One>) =>
  q
    .select({
      ...columns(
        scheduleRuns,
        'userId',
        'id',
        'scheduleId',
        'dueAt',
        'attempt',
        'tries',
        'expiresAt',
        'late',
        'createdAt',
      ),
      error: reasonIn(scheduleRuns.error),
      ...columns(schedules, 'title', 'prompt', 'zone', 'webSearch', 'notify', 'model'),
      user,
      restrictedAt: users.restrictedAt,
      timeZone: timeSettings.timeZone,
    })
    .from(scheduleRuns)
    .innerJoin(
      schedules,
      and(eq(schedules.userId, scheduleRuns.userId), eq(schedules.id, scheduleRuns.scheduleId)),
    )
    .innerJoin(users, eq(users.id, scheduleRuns.userId))
    .leftJoin(timeSettings, eq(timeSettings.userId, scheduleRuns.userId))
    .where(isOne(scheduleRuns, v)),
);
export type RunToTake = Awaited<ReturnType<typeof selectRunToTake>>[number];

/** The attempt that has it, unless it was stopped. */
const isOwnAttempt = (v: Values<One & { attempt: string | null }>) =>
  isOne(
    scheduleRuns,
    v,
    sql`${scheduleRuns.attempt} = ${v.attempt}::uuid and ${scheduleRuns.state} = 'running'`,
  );

/** A row while this attempt has the run, and its account may have it. */
export const selectOwnRun = statement((q, v: Values<One & { attempt: string | null }>) =>
  q
    .select({ id: scheduleRuns.id })
    .from(scheduleRuns)
    .innerJoin(users, eq(users.id, scheduleRuns.userId))
    .where(and(isOwnAttempt(v), isNull(users.restrictedAt))),
);

type End = Pick<
  typeof scheduleRuns.$inferSelect,
  'userId' | 'id' | 'attempt' | 'leaseUntil' | 'conversationId' | 'endedAt'
> & {
  state: Exclude<ScheduleRun['state'], 'running'>;
  error: RunReason | null;
};

/** Only the attempt that has it says how it ended, and nobody once it was stopped. */
export const endRunTry = statement((q, v: Values<End>) =>
  q
    .update(scheduleRuns)
    .set(given(columns(v, 'state', 'leaseUntil', 'conversationId', 'error', 'endedAt')))
    .where(isOwnAttempt(v))
    .returning({ id: scheduleRuns.id }),
);

/** Whoever has the run, and in whatever state it is: it was used. */
export const addSpent = statement((q, v: Values<One & Spent>) =>
  q
    .update(scheduleRuns)
    .set({
      inputTokens: sql`${scheduleRuns.inputTokens} + ${v.inputTokens}::integer`,
      outputTokens: sql`${scheduleRuns.outputTokens} + ${v.outputTokens}::integer`,
      searches: sql`${scheduleRuns.searches} + ${v.searches}::integer`,
    })
    .where(isOne(scheduleRuns, v)),
);

/** The runs that have failed since one succeeded. */
export const setFailures = statement((q, v: Values<One & { failures: number }>) =>
  q
    .update(schedules)
    .set(given(columns(v, 'failures')))
    .where(isOne(schedules, v)),
);

/** No row unless it was active. */
export const pauseSchedule = statement((q, v: Values<One & { reason: RunReason }>) =>
  q
    .update(schedules)
    .set({ state: 'paused', reason: sql`${v.reason}`, nextLocal: null, nextAt: null })
    .where(isOne(schedules, v, eq(schedules.state, 'active')))
    .returning({ id: schedules.id }),
);
