import { setImmediate } from 'node:timers/promises';
import { isoOf } from '../clock.ts';
import type { Deps } from '../ports/deps.ts';
import { nextTimes } from '../schedules/schedules.ts';
import type { Calendar } from '../time/load-calendar.ts';
import { knownZone } from '../time/local.ts';
import type { DueSchedule } from './plan-queries.ts';

/** The number of missed times that the history shows after a downtime. */
export const missedMax = 100;
const dayMs = 24 * 60 * 60_000;
/** The maximum number of searches for the times of a downtime; `occurrences` bounds the work of each. */
const looksMax = 64;

/**
 * The due times, earliest first: at least the first one and the latest `missedMax`; and the next future time, if any.
 */
export async function dueTimes(
  { settings, log }: Pick<Deps, 'settings' | 'log'>,
  calendar: Calendar,
  { id, zone, timeZone, nextAt, ...rule }: DueSchedule,
  nowMs: number,
): Promise<{ come: number[]; to: { local: string; at: string } | undefined }> {
  const accountZone = knownZone(timeZone, settings.defaultTimeZone);
  const wall = { ...rule, timeZone: knownZone(zone, accountZone) };
  const firstMs = Date.parse(nextAt ?? isoOf(nowMs));
  try {
    // Usually the next one is in the future.
    const second = nextTimes(calendar, wall, firstMs, 1)[0];
    if (!second || Date.parse(second.at) > nowMs) return { come: [firstMs], to: second };
    const come: number[] = [];
    let untilMs = nowMs;
    let spanMs = dayMs;
    for (let look = 0; look < looksMax && untilMs > firstMs && come.length < missedMax; look += 1) {
      const fromMs = Math.max(firstMs, untilMs - spanMs);
      const times = nextTimes(calendar, wall, fromMs, missedMax + 1, untilMs).map(({ at }) => Date.parse(at));
      // A list that is costly to find ends early.
      const isWhole = nextTimes(calendar, wall, times.at(-1) ?? fromMs, 1, untilMs).length === 0;
      if (isWhole) {
        come.unshift(...times);
        untilMs = fromMs;
        spanMs *= 2;
      } else {
        // Only its first times are known, and the latest are needed.
        spanMs = (untilMs - fromMs) / 2;
      }
      // Lets requests run in between.
      await setImmediate();
    }
    if (untilMs > firstMs && come.length < missedMax)
      log.warn({ schedule: id, shown: come.length }, 'missed times of a schedule are not shown');
    return { come: [firstMs, ...come], to: nextTimes(calendar, wall, nowMs, 1)[0] };
  } catch (error) {
    // A rule that this release no longer reads must not stop the schedules of others.
    log.error({ schedule: id, error: String(error) }, 'the next time of a schedule could not be computed');
    return { come: [firstMs], to: undefined };
  }
}
