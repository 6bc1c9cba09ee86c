import { and, eq, isNull, sql, statement, type Values } from '@jarvis/database';
import { user } from '../db/account.ts';
import { columns, isOne, type One } from '../db/rows.ts';
import { users } from '../db/schema/accounts.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { timeSettings } from '../db/schema/time.ts';
import { anyDue, claimFirst, setColumns } from '../db/statements.ts';
import type { Spent } from '../ports/turns.ts';
import { reasonIn } from '../schedules/queries.ts';

const isDue = ({ now }: Values<{ now: string }>) => sql`${scheduleRuns.leaseUntil} <= ${now}::timestamptz`;

export const anyRunDue = anyDue(scheduleRuns, scheduleRuns.leaseUntil, isDue);

/** Due, of an account without a running one. */
const isFree = (v: Values<Claim>) =>
  and(
    isDue(v),
    sql`not exists (select from ${scheduleRuns} as other
      where other.user_id = ${scheduleRuns.userId} and other.state = 'running' and other.id <> ${scheduleRuns.id})`,
  );

type Claim = { now: string; until: string; attempt: string; lateBefore: string };

/**
 * Claims a run until `until`; after that, another process may take it. Fails as a unique violation if another process
 * claims a run of the same account at the same moment.
 */
export const claimRun = claimFirst(scheduleRuns, scheduleRuns.leaseUntil, isFree, (v: Values<Claim>) => ({
  state: 'running' as const,
  attempt: sql`${v.attempt}::uuid`,
  tries: sql`${scheduleRuns.tries} + 1`,
  leaseUntil: sql`${v.until}::timestamptz`,
  late: sql`${scheduleRuns.late} or ${scheduleRuns.tries} = 0 and ${scheduleRuns.dueAt} < ${v.lateBefore}::timestamptz`,
}));

/** A run with its schedule and its account. No row when either has been deleted. */
export const selectRunToTake = statement((q, v: Values<One>) =>
  q
    .select({
      ...columns(scheduleRuns, 'userId', 'id', 'scheduleId', 'attempt', 'tries'),
      ...columns(scheduleRuns, 'dueAt', 'expiresAt', 'late', 'createdAt'),
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

/** While this attempt has the run, unless it was stopped. */
const isOfAttempt = (v: Values<One & { attempt: string | null }>) =>
  sql`${scheduleRuns.attempt} = ${v.attempt}::uuid and ${scheduleRuns.state} = 'running'`;

/** A row while this attempt has the run, and the account is not restricted. */
export const selectOwnRun = statement((q, v: Values<One & { attempt: string | null }>) =>
  q
    .select({ id: scheduleRuns.id })
    .from(scheduleRuns)
    .innerJoin(users, eq(users.id, scheduleRuns.userId))
    .where(isOne(scheduleRuns, v, isOfAttempt(v), isNull(users.restrictedAt))),
);

/** Only the attempt that has the run may record its end, and nobody once it was stopped. */
export const endRunTry = setColumns(
  scheduleRuns,
  ['state', 'leaseUntil', 'conversationId', 'error', 'endedAt'],
  isOfAttempt,
);

/** In any state and for any attempt: the tokens were used. */
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
