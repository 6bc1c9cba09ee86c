import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { RunReason } from '@jarvis/contract';
import { holdAccount } from '../db/account.ts';
import { pausedSince } from '../deliveries/paused.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { lateMsMax, nextTimes } from '../schedules/schedules.ts';
import { refusedRun } from '../schedules/spent.ts';
import { type Calendar, loadCalendar } from '../time/occurrences.ts';
import { knownZone } from '../time/settings.ts';
import {
  type DueSchedule,
  holdDueSchedule,
  insertPlannedRuns,
  isAnyScheduleDue,
  type PlannedRun,
  selectDueSchedule,
  selectDueSchedules,
  setNextRun,
} from './plan-queries.ts';

const batchRows = 20;
/** Of a downtime the history shows as many. */
const missedMax = 100;
const dayMs = 24 * 60 * 60_000;
/** Looks into the past for the times of a downtime; `occurrences` bounds the work of each. */
const looksMax = 32;

/**
 * Gives each time of a schedule that has come its run, once, in the transaction that sets the next time. After a
 * downtime only the latest runs, within half of its period and 12 hours; the others are missed. Nothing is planned while
 * operators have paused everything outside, or switched schedules off: it is late then.
 */
export async function planRuns(deps: Deps): Promise<void> {
  if (!deps.settings.schedules) return;
  for (;;) if ((await planBatch(deps)) < batchRows) return;
}

/** How many were planned. One that fails holds up no other. */
async function planBatch(deps: Deps): Promise<number> {
  const { db, clock, changes, log } = deps;
  const now = clock.nowIso();
  if (!(await isAnyScheduleDue.first(db, { now })) || (await pausedSince(db))) return 0;
  const calendar = await loadCalendar();
  let planned = 0;
  for (const { userId, id } of await selectDueSchedules(db, { now, limit: batchRows })) {
    try {
      if (!(await planSchedule(deps, calendar, { userId, id, now }))) continue;
      planned += 1;
      changes.publish(userId, 'schedules');
    } catch (error) {
      log.error({ schedule: id, error: String(error) }, 'a schedule could not be planned');
    }
  }
  return planned;
}

/** False where it was planned or changed meanwhile: its times are worked out before it is locked. */
async function planSchedule(
  deps: Deps,
  calendar: Calendar,
  one: { readonly userId: string; readonly id: string; readonly now: string },
): Promise<boolean> {
  const schedule = await selectDueSchedule.first(deps.db, one);
  if (!schedule) return false;
  const { userId, id, restrictedAt } = schedule;
  const nowMs = Date.parse(one.now);
  const { come, to } = await timesOf(deps, calendar, schedule, nowMs);
  return deps.db.transaction(async (tx) => {
    // The account first, as all that changes both.
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

/** The times that have come, the latest `missedMax` at least, earliest first, and the next one. */
async function timesOf(
  { settings, log }: Deps,
  calendar: Calendar,
  { id, zone, timeZone, nextAt, ...rule }: DueSchedule,
  nowMs: number,
): Promise<{ come: number[]; to: { local: string; at: string } | undefined }> {
  const accountZone = knownZone(timeZone, settings.defaultTimeZone);
  const wall = { ...rule, timeZone: knownZone(zone, accountZone) };
  const firstMs = Date.parse(nextAt ?? new Date(nowMs).toISOString());
  try {
    // Most often the next one is yet to come.
    const second = nextTimes(calendar, wall, firstMs, 1)[0];
    if (!second || Date.parse(second.at) > nowMs) return { come: [firstMs], to: second };
    const come: number[] = [];
    let untilMs = nowMs;
    let spanMs = dayMs;
    let growth = 2;
    for (let look = 0; look < looksMax && untilMs > firstMs && come.length < missedMax; look += 1) {
      const fromMs = Math.max(firstMs, untilMs - spanMs);
      const times = nextTimes(calendar, wall, fromMs, missedMax + 1, untilMs);
      if (times.length > missedMax) {
        // Only its first ones are known: the latest are looked for in shorter spans from here on.
        growth = 1;
        spanMs = (untilMs - fromMs) / 2;
      } else {
        come.unshift(...times.map(({ at }) => Date.parse(at)));
        untilMs = fromMs;
        spanMs *= growth;
      }
      // Requests are answered in between.
      await setImmediate();
    }
    return { come: [firstMs, ...come], to: nextTimes(calendar, wall, nowMs, 1)[0] };
  } catch (error) {
    // A rule that this release no longer reads must not keep the schedules of all others.
    log.error({ schedule: id, error: String(error) }, 'the next time of a schedule could not be worked out');
    return { come: [firstMs], to: undefined };
  }
}

/** The latest of the times runs, unless that is too late or refused; the others were missed. */
function runsOf(
  { userId, id: scheduleId }: DueSchedule,
  come: readonly number[],
  nextMs: number | undefined,
  nowMs: number,
  refusal: RunReason | undefined,
): PlannedRun[] {
  const iso = (ms: number) => new Date(ms).toISOString();
  const [latest = nowMs, before] = come.toReversed();
  const periodMs =
    nextMs === undefined
      ? before === undefined
        ? Number.POSITIVE_INFINITY
        : latest - before
      : nextMs - latest;
  const expiresMs = latest + Math.min(periodMs / 2, lateMsMax);
  return come.slice(-missedMax).map((dueMs) => {
    const isTime = dueMs === latest && nowMs <= expiresMs;
    const runs = isTime && refusal === undefined;
    return {
      ...{ userId, id: newId(nowMs), scheduleId, dueAt: iso(dueMs) },
      state: runs ? 'waiting' : 'missed',
      leaseUntil: runs ? iso(nowMs) : null,
      expiresAt: iso(expiresMs),
      error: isTime ? (refusal ?? null) : null,
      createdAt: iso(nowMs),
      endedAt: runs ? null : iso(nowMs),
    };
  });
}
