import { endedRunStates, type outsideOutput } from '@jarvis/contract';
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
import type { z } from 'zod';
import type { Builder } from '../db/rows.ts';
import { deliveries } from '../db/schema/deliveries.ts';
import { scheduleRuns, schedules } from '../db/schema/schedules.ts';
import { reminders, timeSettings } from '../db/schema/time.ts';
import type { Deps } from '../ports/deps.ts';
import { outsideChannels } from './channels.ts';
import { pausedSince } from './paused.ts';

const rowsMax = 500;

const ofState = ({ state, at }: { readonly state: SQLWrapper; readonly at: SQLWrapper }) => ({
  state: sql<string>`${state}`,
  count: sql<number>`count(*)::int`,
  earliest: sql<string>`min(${at})`,
});

/** By state, the pending deliveries of all accounts, soonest first, counted up to a limit for each channel. */
const selectBacklog = statement((q) => {
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
const selectEarliestDue = statement((q) =>
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
const selectRunBacklog = statement((q) => {
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
const selectRunOutcomes = statement((q, v: Values<{ cutoff: string }>) => {
  const newest = q
    .select({ state: scheduleRuns.state, at: scheduleRuns.createdAt })
    .from(scheduleRuns)
    .where(gt(scheduleRuns.createdAt, sql`${v.cutoff}::timestamptz`))
    .orderBy(desc(scheduleRuns.createdAt))
    .limit(atMost(rowsMax))
    .as('newest');
  return q.select(ofState(newest)).from(newest).groupBy(newest.state);
});

const hourMs = 60 * 60_000;

type OutsideState = z.infer<typeof outsideOutput>;
type ByState = Awaited<ReturnType<typeof selectBacklog>>;

/** The state of deliveries and runs for operators: the delay in the app, and the waiting and failed ones. */
export async function showOutside({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<OutsideState> {
  const deliveries = await selectBacklog(db, {});
  const due = await selectEarliestDue.first(db, {});
  const runs = await selectRunBacklog(db, {});
  const ended = await selectRunOutcomes(db, { cutoff: new Date(clock.now() - hourMs).toISOString() });
  const count = (rows: ByState, wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
  const late = (at: string | null = null, rows: ByState = []) =>
    Math.max(
      0,
      ...[at, ...rows.map(({ earliest }) => earliest)].map((time) =>
        time === null ? 0 : clock.now() - Date.parse(time),
      ),
    );
  return {
    pausedAt: await pausedSince(db),
    push: settings.push,
    webhooks: settings.webhooks,
    waiting: count(deliveries, 'waiting'),
    failing: count(deliveries, 'failed'),
    lateMs: late(null, deliveries),
    loopLateMs: late(due?.told),
    runs: {
      waiting: count(runs, 'waiting'),
      running: count(runs, 'running'),
      lateMs: settings.schedules ? late(due?.schedule, runs) : 0,
      lastHour: Object.fromEntries(
        endedRunStates.map((state) => [state, count(ended, state)]),
      ) as OutsideState['runs']['lastHour'],
    },
  };
}
