import { isoOf } from './clock.ts';
import { hastenDeliveries } from './deliveries/deliver-queries.ts';
import { firstIdAt } from './ids.ts';
import type { Deps, WriteDeps } from './ports/deps.ts';
import { clockSkewMsMax } from './rate-limit/rate-limit.ts';
import { deletePlannedFrom, hastenRuns, selectLastMade } from './schedule-runs/plan-queries.ts';
import { leaseMs } from './schedule-runs/run.ts';
import { setNextRun } from './schedules/queries.ts';
import { nextTimes } from './schedules/schedules.ts';
import { setNextDays } from './telling/day-queries.ts';
import { knownZone, nextDay, type Place } from './time/local.ts';
import { moveTasks } from './time/move-dates.ts';
import { selectPlannedSchedules, selectTimeSettings } from './time/queries.ts';
import { forEachAccount } from './time/zone-database.ts';

/**
 * Returns a round, to be called repeatedly, that plans reminders, summaries, schedules and deliveries anew after the
 * clock went back: a clock that was ahead has told and skipped what is still to come. A clock that went back while no
 * process ran shows by what was made later than now.
 */
export function clockWatcher(): (deps: Deps) => Promise<void> {
  let lastMs: number | undefined;
  return async (deps) => {
    lastMs ??= Date.parse((await selectLastMade.first(deps.db, {}))?.at ?? deps.clock.nowIso());
    if (lastMs > deps.clock.now() + clockSkewMsMax) {
      deps.log.warn({}, 'the clock went back: what it planned while it was ahead is planned anew');
      const latest = isoOf(deps.clock.now() + waitedMsMax);
      await hastenDeliveries(deps.db, { now: deps.clock.nowIso(), latest });
      await forEachAccount(deps, 'an account’s dates could not be planned anew', (held, place) =>
        planAnew({ ...deps, ...held }, place),
      );
    }
    lastMs = deps.clock.now();
  };
}

/** Quiet hours end within a day, and a retry comes sooner. */
const waitedMsMax = 24 * 60 * 60_000;

async function planAnew(deps: WriteDeps, place: Place): Promise<void> {
  const { db, clock } = deps;
  const { userId, calendar, timeZone } = place;
  const nowMs = clock.now();
  await deletePlannedFrom(db, { userId, from: firstIdAt(nowMs + clockSkewMsMax) });
  await hastenRuns(db, { userId, now: clock.nowIso(), until: isoOf(nowMs + leaseMs(deps)) });
  await moveTasks(deps, place, true);
  for (const { id, zone, nextAt, ...rule } of await selectPlannedSchedules(db, { userId })) {
    const wall = { ...rule, timeZone: knownZone(zone, timeZone) };
    const [next] = nextTimes(calendar, wall, nowMs, 1);
    if (next && (nextAt === null || next.at < nextAt))
      await setNextRun(db, { userId, id, nextLocal: next.local, nextAt: next.at, state: 'active' });
  }
  const day = (await selectTimeSettings.first(db, { userId }))?.nextDayAt ?? null;
  const at = nextDay(place, nowMs);
  if (day !== null && at < day) await setNextDays(db, { rows: JSON.stringify([{ userId, at }]) });
}
