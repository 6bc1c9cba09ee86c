import type { outsideOutput } from '@jarvis/contract';
import type { z } from 'zod';
import type { Deps } from '../ports/deps.ts';
import { pausedSince } from './paused.ts';
import { selectBacklog } from './show-queries.ts';

/** What operators see of everything that is told outside the app. */
export async function showOutside({ db, clock, settings }: Deps): Promise<z.infer<typeof outsideOutput>> {
  const backlog = await selectBacklog.first(db, {});
  const { waiting = 0, failing = 0, earliest = null } = backlog ?? {};
  return {
    pausedAt: await pausedSince(db),
    push: settings.push,
    webhooks: settings.webhooks,
    waiting,
    failing,
    lateMs: earliest === null ? 0 : Math.max(0, clock.now() - Date.parse(earliest)),
  };
}
