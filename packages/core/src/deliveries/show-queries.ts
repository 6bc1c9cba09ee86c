import { endedRunStates } from '@jarvis/contract';
import { and, asc, atMost, desc, gt, isNotNull, sql, statement, type Values } from '@jarvis/database';
import { deliveries } from '../db/schema/deliveries.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { reminders, timeSettings } from '../db/schema/time.ts';
import { outsideChannels } from './channels.ts';

const rowsMax = 500;

/** The pending deliveries of all accounts, soonest first, counted up to a limit for each channel. */
export const selectBacklog = statement((q) => {
  const open = q
    .select({ state: deliveries.state, nextTryAt: deliveries.nextTryAt })
    .from(deliveries)
    .where(and(sql`${deliveries.channel} = ways.channel`, isNotNull(deliveries.nextTryAt)))
    .orderBy(asc(deliveries.nextTryAt))
    .limit(atMost(rowsMax))
    .as('open');
  return q
    .select({
      waiting: sql<number>`(count(*) filter (where ${open.state} = 'waiting'))::int`,
      failing: sql<number>`(count(*) filter (where ${open.state} = 'failed'))::int`,
      earliest: sql<string | null>`min(${open.nextTryAt})`,
    })
    .from(sql`unnest(${sql.raw(`array['${outsideChannels.join("','")}']`)}) as ways(channel)`)
    .crossJoinLateral(open);
});

/** When the next reminder or day summary of any account is due: in the past if the loop is late. */
export const selectEarliestDue = statement((q) => {
  const next = q
    .select({ at: reminders.nextAt })
    .from(reminders)
    .where(isNotNull(reminders.nextAt))
    .orderBy(asc(reminders.nextAt))
    .limit(atMost(1));
  const day = q
    .select({ at: timeSettings.nextDayAt })
    .from(timeSettings)
    .where(isNotNull(timeSettings.nextDayAt))
    .orderBy(asc(timeSettings.nextDayAt))
    .limit(atMost(1));
  return q
    .select({ at: sql<string | null>`least(next.at, day.at)`.as('at') })
    .from(sql`(select (${next}) as at) as next, (select (${day}) as at) as day`);
});

/** The runs of all accounts that have not ended, soonest first, counted up to a limit; the earliest of schedules too. */
export const selectRunBacklog = statement((q) => {
  const open = q
    .select({ state: scheduleRuns.state, at: scheduleRuns.leaseUntil })
    .from(scheduleRuns)
    .where(isNotNull(scheduleRuns.leaseUntil))
    .orderBy(asc(scheduleRuns.leaseUntil))
    .limit(atMost(rowsMax))
    .as('open');
  const next = q
    .select({ at: schedules.nextAt })
    .from(schedules)
    .where(isNotNull(schedules.nextAt))
    .orderBy(asc(schedules.nextAt))
    .limit(atMost(1));
  return q
    .select({
      waiting: sql<number>`(count(*) filter (where ${open.state} = 'waiting'))::int`,
      running: sql<number>`(count(*) filter (where ${open.state} = 'running'))::int`,
      earliest: sql<string | null>`least(min(${open.at}), (${next}))`,
    })
    .from(open);
});

/** How the newest runs of all accounts since a moment ended, counted up to a limit. */
export const selectRunOutcomes = statement((q, v: Values<{ cutoff: string }>) => {
  const newest = q
    .select({ state: scheduleRuns.state })
    .from(scheduleRuns)
    .where(gt(scheduleRuns.createdAt, sql`${v.cutoff}::timestamptz`))
    .orderBy(desc(scheduleRuns.createdAt))
    .limit(atMost(rowsMax))
    .as('newest');
  const count = (state: string) =>
    sql<number>`(count(*) filter (where ${newest.state} = ${sql.raw(`'${state}'`)}))::int`;
  const [done, nothing, failed, missed, stopped] = endedRunStates;
  return q
    .select({
      done: count(done),
      nothing: count(nothing),
      failed: count(failed),
      missed: count(missed),
      stopped: count(stopped),
    })
    .from(newest);
});
