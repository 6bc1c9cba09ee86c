import type { OutsideChannel } from '@jarvis/contract';
import { reasonOf } from '@jarvis/database';
import { clockWatcher } from './clock-went-back.ts';
import { deliverer, deliveriesAtOnce } from './deliveries/deliver.ts';
import { type Due, selectDue } from './due-queries.ts';
import { readWaitingFiles } from './files/reading.ts';
import type { Deps } from './ports/deps.ts';
import { repeat, rounds } from './rounds.ts';
import { planner } from './schedule-runs/plan.ts';
import { runner } from './schedule-runs/run.ts';
import { tellDays } from './telling/tell-days.ts';
import { tellReminders } from './telling/tell-reminders.ts';
import { meetZoneDatabase } from './time/zone-database.ts';

const everyMs = 1_000;

/**
 * Runs due reminders, summaries, deliveries and schedules, and reads documents, until stopped. Several processes share
 * the work. A failure is logged and retried.
 */
export function keepTime(deps: Deps): () => Promise<void> {
  let isStopped = false;
  void meetZoneDatabase(deps).catch((error: unknown) => {
    // A start that fails, or is ended at once, closes the database.
    if (isStopped) return;
    deps.log.warn({ reason: reasonOf(error) }, 'dates could not be computed with the new time zones');
  });
  const runs = runner();
  const deliveries = (channel: OutsideChannel) =>
    rounds(`telling by ${channel} failed`, deps, deliverer(channel), deliveriesAtOnce);
  const kinds: Readonly<Record<keyof Due | 'clock', ReturnType<typeof rounds>>> = {
    clock: rounds('watching for a clock that went back failed', deps, clockWatcher()),
    reminders: rounds('telling what is due failed', deps, tellReminders),
    days: rounds('summing up days failed', deps, tellDays),
    schedules: rounds('planning runs failed', deps, planner()),
    runs: rounds('running what is due failed', deps, runs.round, deps.settings.scheduleConcurrency),
    documents: rounds('documents could not be read', deps, readWaitingFiles),
    push: deliveries('push'),
    mail: deliveries('mail'),
    webhook: deliveries('webhook'),
  };
  const stopLooking = repeat(everyMs, 'looking for what is due failed', deps, async ({ db, clock }) => {
    let due: Due | undefined;
    try {
      due = await selectDue.first(db, { now: clock.nowIso() });
    } finally {
      // If it failed, anything may be due: a locked table must stop only the work on it.
      for (const [kind, { begin }] of Object.entries(kinds))
        if (!isStopped && (due?.[kind as keyof Due] ?? true)) begin();
    }
  });
  return async () => {
    isStopped = true;
    runs.stop();
    await Promise.all([stopLooking(), ...Object.values(kinds).map(({ end }) => end())]);
  };
}
