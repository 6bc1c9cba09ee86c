import { isDeepStrictEqual } from 'node:util';
import type { RunReason } from '@jarvis/contract';
import { isoOf } from '../clock.ts';
import { holdAccount } from '../db/account.ts';
import { pausedSince } from '../deliveries/paused.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { setNextRun } from '../schedules/queries.ts';
import { lateMsMax } from '../schedules/schedules.ts';
import { refusedRun } from '../schedules/spent.ts';
import { type Calendar, loadCalendar } from '../time/load-calendar.ts';
import { dueTimes, missedMax } from './due-times.ts';
import {
  type DueSchedule,
  holdDueSchedule,
  insertPlannedRuns,
  type OneDue,
  type PlannedRun,
  selectDueSchedule,
  selectDueSchedules,
} from './plan-queries.ts';

const batchRows = 20;
/** How long a schedule that could not be planned is left out. */
const leftOutMs = 60_000;

/**
 * Returns a round of planning, to be called repeatedly. Each due time of a schedule gets one run, in the transaction that
 * sets the next time. After a downtime only the latest time runs, if it is late by at most half of its period and 12
 * hours; the others are missed. Nothing is planned while operators have paused deliveries outside the app, or switched
 * schedules off. A schedule that cannot be planned stops no other, and is retried after a minute.
 */
export function planner(): (deps: Deps) => Promise<void> {
  /** The end of each schedule's exclusion, in milliseconds. */
  const failing = new Map<string, number>();
  return async (deps) => {
    const { db, clock, settings } = deps;
    if (!settings.schedules) return;
    const nowMs = clock.now();
    for (const [id, untilMs] of failing) if (untilMs <= nowMs) failing.delete(id);
    for (;;) {
      const now = clock.nowIso();
      if (await pausedSince(db)) return;
      const due = await selectDueSchedules(db, { now, limit: batchRows, leftOut: [...failing.keys()] });
      const calendar = await loadCalendar();
      /** Or left out. */
      let planned = 0;
      for (const { userId, id } of due) {
        try {
          if (!(await planSchedule(deps, calendar, { userId, id, now }))) continue;
          deps.changes.publish(userId, 'schedules');
        } catch (error) {
          deps.log.error({ schedule: id, error: String(error) }, 'a schedule could not be planned');
          failing.set(id, nowMs + leftOutMs);
        }
        planned += 1;
      }
      if (planned < batchRows) return;
    }
  };
}

/** False if it was planned or changed meanwhile: its times are calculated before it is locked. */
async function planSchedule(deps: Deps, calendar: Calendar, one: OneDue): Promise<boolean> {
  const schedule = await selectDueSchedule.first(deps.db, one);
  if (!schedule) return false;
  const { userId, id, restrictedAt } = schedule;
  const nowMs = Date.parse(one.now);
  const { come, to } = await dueTimes(deps, calendar, schedule, nowMs);
  return deps.db.transaction(async (tx) => {
    // The account first, as in every other change that locks both.
    await holdAccount.first(tx, { userId });
    const held = await holdDueSchedule.first(tx, one);
    if (!isDeepStrictEqual(held, schedule)) return false;
    const refusal =
      restrictedAt === null ? (await refusedRun({ ...deps, db: tx }, userId))?.reason : 'account_restricted';
    const rows = runsOf(schedule, come, to && Date.parse(to.at), nowMs, refusal);
    await insertPlannedRuns(tx, { rows: JSON.stringify(rows) });
    const next = { nextLocal: to?.local ?? null, nextAt: to?.at ?? null };
    await setNextRun(tx, { userId, id, ...next, state: to ? 'active' : 'finished' });
    return true;
  });
}

/** The latest of the times runs, unless that is too late or refused; the others were missed. */
function runsOf(
  { userId, id: scheduleId }: DueSchedule,
  come: readonly number[],
  nextMs: number | undefined,
  nowMs: number,
  refusal: RunReason | undefined,
): PlannedRun[] {
  const [latest = nowMs, before] = come.toReversed();
  const periodMs = nextMs === undefined ? latest - (before ?? Number.NEGATIVE_INFINITY) : nextMs - latest;
  const expiresMs = latest + Math.min(periodMs / 2, lateMsMax);
  return come.slice(-missedMax).map((dueMs) => {
    const isTime = dueMs === latest && nowMs <= expiresMs;
    const runs = isTime && refusal === undefined;
    return {
      ...{ userId, id: newId(nowMs), scheduleId, dueAt: isoOf(dueMs) },
      state: runs ? 'waiting' : 'missed',
      leaseUntil: runs ? isoOf(nowMs) : null,
      expiresAt: isoOf(expiresMs),
      error: isTime ? (refusal ?? null) : null,
      createdAt: isoOf(nowMs),
      endedAt: runs ? null : isoOf(nowMs),
    };
  });
}
