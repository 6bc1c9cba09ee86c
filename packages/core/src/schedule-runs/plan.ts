import { setImmediate } from 'node:timers/promises';
import { holdAccount } from '../db/account.ts';
import { pausedSince } from '../deliveries/paused.ts';
import type { DomainError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { lateMsMax, nextTimes } from '../schedules/schedules.ts';
import { refusedRun } from '../schedules/spent.ts';
import { type Calendar, loadCalendar } from '../time/occurrences.ts';
import { knownZone } from '../time/settings.ts';
import {
  type DueSchedule,
  insertPlannedRuns,
  isAnyScheduleDue,
  type PlannedRun,
  setNextRuns,
  takeDueSchedules,
} from './plan-queries.ts';

const batchRows = 20;
/** Of a downtime the history shows as many. */
const missedMax = 100;
/** Times that are counted one by one after a long downtime; the rest is looked at from the last hours on. */
const countedMax = 1_000;

/**
 * Gives each time of a schedule that has come its run, once, in the transaction that sets the next time. After a
 * downtime only the latest runs, within half of its period and 12 hours; the others are missed. Nothing is planned while
 * operators have paused everything outside, or switched schedules off: it is late then.
 */
export async function planRuns(deps: Deps): Promise<void> {
  if (!deps.settings.schedules) return;
  for (;;) if ((await planBatch(deps)) < batchRows) return;
}

async function planBatch(deps: Deps): Promise<number> {
  const { db, clock, changes } = deps;
  const nowMs = clock.now();
  const now = clock.nowIso();
  if (!(await isAnyScheduleDue.first(db, { now })) || (await pausedSince(db))) return 0;
  const calendar = await loadCalendar();
  const userIds = await db.transaction(async (tx) => {
    const due = await takeDueSchedules(tx, { now, limit: batchRows });
    const next: { userId: string; id: string; local: string | null; at: string | null }[] = [];
    // In one order, so that two processes never wait for each other's accounts.
    for (const schedule of due.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))) {
      const { userId, id, restrictedAt } = schedule;
      await holdAccount.first(tx, { userId });
      const refusal = restrictedAt === null ? await refusedRun({ ...deps, db: tx }, userId) : restricted;
      const { come, to } = timesOf(deps, calendar, schedule, nowMs);
      const rows = runsOf(schedule, come, to && Date.parse(to.at), nowMs, refusal);
      // One by one, because each counts towards the limit of the next.
      await insertPlannedRuns(tx, { rows: JSON.stringify(rows) });
      next.push({ userId, id, local: to?.local ?? null, at: to?.at ?? null });
      // Requests are answered in between.
      await setImmediate();
    }
    await setNextRuns(tx, { rows: JSON.stringify(next) });
    return due.map(({ userId }) => userId);
  });
  for (const userId of new Set(userIds)) changes.publish(userId, 'schedules');
  return userIds.length;
}

const restricted = { message: 'The account is restricted.' };

/** The times that have come, earliest first, and the next one. */
function timesOf(
  { settings, log }: Deps,
  calendar: Calendar,
  { id, zone, timeZone, nextAt, ...rule }: DueSchedule,
  nowMs: number,
): { come: number[]; to: { local: string; at: string } | undefined } {
  const accountZone = knownZone(timeZone, settings.defaultTimeZone);
  const wall = { ...rule, timeZone: knownZone(zone, accountZone) };
  const come = [Date.parse(nextAt ?? new Date(nowMs).toISOString())];
  try {
    // Most often the next one is yet to come.
    for (let count = 1; ; count = missedMax) {
      const last = come.at(-1) ?? nowMs;
      const after = come.length < countedMax ? last : Math.max(last, nowMs - lateMsMax);
      const times = nextTimes(calendar, wall, after, count);
      const to = times.find(({ at }) => Date.parse(at) > nowMs);
      come.push(...times.map(({ at }) => Date.parse(at)).filter((atMs) => atMs <= nowMs));
      if (to || times.length === 0) return { come, to };
    }
  } catch (error) {
    // A rule that this release no longer reads must not keep the schedules of all others.
    log.error({ schedule: id, error: String(error) }, 'the next time of a schedule could not be worked out');
    return { come, to: undefined };
  }
}

/** The latest of the times runs, unless that is too late or refused; the others were missed. */
function runsOf(
  { userId, id: scheduleId }: DueSchedule,
  come: readonly number[],
  nextMs: number | undefined,
  nowMs: number,
  refusal: Pick<DomainError, 'message'> | undefined,
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
      error: isTime ? (refusal?.message ?? null) : null,
      createdAt: iso(nowMs),
      endedAt: runs ? null : iso(nowMs),
    };
  });
}
