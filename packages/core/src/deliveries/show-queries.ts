import { outsideChannels } from '@jarvis/contract';
import {
  and,
  asc,
  atMost,
  desc,
  gt,
  isNotNull,
  type SQLWrapper,
  sql,
  statement,
  type Values,
} from '@jarvis/database';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Builder } from '../db/rows.ts';
import { deliveries } from '../db/schema/deliveries.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { reminders, timeSettings } from '../db/schema/time.ts';

const rowsMax = 500;

const ofState = ({ state, at }: { readonly state: SQLWrapper; readonly at: SQLWrapper }) => ({
  state: sql<string>`${state}`,
  count: sql<number>`count(*)::int`,
  earliest: sql<string>`min(${at})`,
});

/** By state, the pending deliveries of all accounts, soonest first, counted up to a limit for each channel. */
export const selectBacklog = statement((q) => {
  const open = q
    .select({ state: deliveries.state, at: deliveries.nextTryAt })
    .from(deliveries)
    .where(and(sql`${deliveries.channel} = ways.channel`, isNotNull(deliveries.nextTryAt)))
    .orderBy(asc(deliveries.nextTryAt))
    .limit(atMost(rowsMax))
    .as('open');
  return q
    .select(ofState(open))
    .from(sql`unnest(${sql.raw(`array['${outsideChannels.join("','")}']`)}) as ways(channel)`)
    .crossJoinLateral(open)
    .groupBy(open.state);
});

const soonest = (q: Builder, table: PgTable, at: AnyPgColumn) =>
  sql`(${q.select({ at }).from(table).where(isNotNull(at)).orderBy(asc(at)).limit(atMost(1))})`;

/** When the next reminder or day summary, and the next schedule, of any account is due: in the past if a loop is late. */
export const selectEarliestDue = statement((q) =>
  q
    .select({
      told: sql<string | null>`told`,
      schedule: sql<string | null>`schedule`,
    })
    .from(
      sql`(select
        least(${soonest(q, reminders, reminders.nextAt)}, ${soonest(q, timeSettings, timeSettings.nextDayAt)}) as told,
        ${soonest(q, schedules, schedules.nextAt)} as schedule
      ) as due`,
    ),
);

/** By state, the runs of all accounts that have not ended, soonest first, counted up to a limit. */
export const selectRunBacklog = statement((q) => {
  const open = q
    .select({ state: scheduleRuns.state, at: scheduleRuns.leaseUntil })
    .from(scheduleRuns)
    .where(isNotNull(scheduleRuns.leaseUntil))
    .orderBy(asc(scheduleRuns.leaseUntil))
    .limit(atMost(rowsMax))
    .as('open');
  return q.select(ofState(open)).from(open).groupBy(open.state);
});

/** By state, the newest runs of all accounts since a moment, counted up to a limit. */
export const selectRunOutcomes = statement((q, v: Values<{ cutoff: string }>) => {
  const newest = q
    .select({ state: scheduleRuns.state, at: scheduleRuns.createdAt })
    .from(scheduleRuns)
    .where(gt(scheduleRuns.createdAt, sql`${v.cutoff}::timestamptz`))
    .orderBy(desc(scheduleRuns.createdAt))
    .limit(atMost(rowsMax))
    .as('newest');
  return q.select(ofState(newest)).from(newest).groupBy(newest.state);
});
