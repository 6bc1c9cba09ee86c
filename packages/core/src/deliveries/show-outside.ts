import type { outsideOutput } from '@jarvis/contract';
import type { z } from 'zod';
import type { Deps } from '../ports/deps.ts';
import { pausedSince } from './paused.ts';
import { selectBacklog, selectEarliestDue, selectRunBacklog, selectRunOutcomes } from './show-queries.ts';

const hourMs = 60 * 60_000;

/** The state of deliveries and runs for operators: the delay in the app, and the waiting and failed ones. */
export async function showOutside({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<z.infer<typeof outsideOutput>> {
  const backlog = await selectBacklog.first(db, {});
  const { waiting = 0, failing = 0, earliest = null } = backlog ?? {};
  const due = await selectEarliestDue.first(db, {});
  const {
    waiting: runsWaiting = 0,
    running = 0,
    earliest: nextRun = null,
  } = (await selectRunBacklog.first(db, {})) ?? {};
  const cutoff = new Date(clock.now() - hourMs).toISOString();
  const lastHour = await selectRunOutcomes.first(db, { cutoff });
  const late = (at: string | null = null) => (at === null ? 0 : Math.max(0, clock.now() - Date.parse(at)));
  return {
    pausedAt: await pausedSince(db),
    push: settings.push,
    webhooks: settings.webhooks,
    waiting,
    failing,
    lateMs: late(earliest),
    loopLateMs: late(due?.at),
    runs: {
      ...{ waiting: runsWaiting, running },
      lateMs: settings.schedules ? late(nextRun) : 0,
      lastHour: lastHour ?? { done: 0, nothing: 0, failed: 0, missed: 0, stopped: 0 },
    },
  };
}
