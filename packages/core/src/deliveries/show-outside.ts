import { endedRunStates, type outsideOutput } from '@jarvis/contract';
import type { z } from 'zod';
import type { RuleDeps } from '../ports/deps.ts';
import { pausedSince } from './paused.ts';
import { selectBacklog, selectEarliestDue, selectRunBacklog, selectRunOutcomes } from './show-queries.ts';

const hourMs = 60 * 60_000;

type OutsideState = z.infer<typeof outsideOutput>;
type ByState = Awaited<ReturnType<typeof selectBacklog>>;

/** The state of deliveries and runs for operators: the delay in the app, and the waiting and failed ones. */
export async function showOutside({ db, clock, settings }: RuleDeps): Promise<OutsideState> {
  const deliveries = await selectBacklog(db, {});
  const due = await selectEarliestDue.first(db, {});
  const runs = await selectRunBacklog(db, {});
  const ended = await selectRunOutcomes(db, { cutoff: new Date(clock.now() - hourMs).toISOString() });
  const count = (rows: ByState, wanted: string) => rows.find(({ state }) => state === wanted)?.count ?? 0;
  const late = (at: string | null = null, rows: ByState = []) =>
    Math.max(
      0,
      ...[at, ...rows.map(({ earliest }) => earliest)].map((time) =>
        time === null ? 0 : clock.now() - Date.parse(time),
      ),
    );
  return {
    pausedAt: await pausedSince(db),
    waiting: count(deliveries, 'waiting'),
    failing: count(deliveries, 'failed'),
    lateMs: late(null, deliveries),
    loopLateMs: late(due?.told),
    runs: {
      waiting: count(runs, 'waiting'),
      running: count(runs, 'running'),
      lateMs: settings.schedules ? late(due?.schedule, runs) : 0,
      lastHour: Object.fromEntries(
        endedRunStates.map((state) => [state, count(ended, state)]),
      ) as OutsideState['runs']['lastHour'],
    },
  };
}
