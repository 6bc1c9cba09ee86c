import type { outsideOutput } from '@jarvis/contract';
import type { z } from 'zod';
import type { Deps } from '../ports/deps.ts';
import { pausedSince } from './paused.ts';
import { selectBacklog, selectEarliestDue } from './show-queries.ts';

/** The state of deliveries for operators: the delay in the app, and the waiting and failing deliveries outside it. */
export async function showOutside({
  db,
  clock,
  settings,
}: Pick<Deps, 'db' | 'clock' | 'settings'>): Promise<z.infer<typeof outsideOutput>> {
  const backlog = await selectBacklog.first(db, {});
  const { waiting = 0, failing = 0, earliest = null } = backlog ?? {};
  const due = await selectEarliestDue.first(db, {});
  const late = (at: string | null = null) => (at === null ? 0 : Math.max(0, clock.now() - Date.parse(at)));
  return {
    pausedAt: await pausedSince(db),
    push: settings.push,
    webhooks: settings.webhooks,
    waiting,
    failing,
    lateMs: late(earliest),
    loopLateMs: late(due?.at),
  };
}
