import { outsideChannels } from '@jarvis/contract';
import { reasonOf } from '@jarvis/database';
import { clockWatcher } from './clock-went-back.ts';
import { deliverer, deliveriesAtOnce } from './deliveries/deliver.ts';
import type { Deps } from './ports/deps.ts';
import { planner } from './schedule-runs/plan.ts';
import { runner } from './schedule-runs/run.ts';
import { tellDays } from './telling/tell-days.ts';
import { tellReminders } from './telling/tell-reminders.ts';
import { meetZoneDatabase } from './time/zone-database.ts';
import { repeat } from './workers.ts';

/** The interval of the polls; each reads one row of an index, or none. */
const everyMs = 1_000;

/**
 * Runs due reminders, summaries, deliveries and schedules until stopped. Several processes share the work. A failure is
 * logged and retried.
 */
export function keepTime(deps: Deps): () => Promise<void> {
  let isStopped = false;
  void meetZoneDatabase(deps).catch((error: unknown) => {
    // A start that fails, or is ended at once, closes the database.
    if (isStopped) return;
    deps.log.warn({ reason: reasonOf(error) }, 'dates could not be computed with the new time zones');
  });
  const runs = runner();
  const stops = [
    repeat(everyMs, 'watching for a clock that went back failed', deps, clockWatcher()),
    repeat(everyMs, 'telling what is due failed', deps, tellReminders),
    repeat(everyMs, 'summing up days failed', deps, tellDays),
    repeat(everyMs, 'planning runs failed', deps, planner()),
    repeat(everyMs, 'running what is due failed', deps, runs.round, deps.settings.scheduleConcurrency),
    ...outsideChannels.map((channel) =>
      repeat(everyMs, `telling by ${channel} failed`, deps, deliverer(channel), deliveriesAtOnce),
    ),
  ];
  return async () => {
    isStopped = true;
    runs.stop();
    await Promise.all(stops.map((stop) => stop()));
  };
}
