import { type Health, healthOutput } from '@jarvis/contract';
import type { Deps } from '../ports/deps.ts';
import { rest, tagged } from '../rest.ts';
import { open, router } from '../trpc.ts';

const documented = tagged('Health', {
  getHealth: {
    summary: 'Report service health',
    description:
      'Says whether the service responds, its data store can be read and written and its session service is ready. Answers `200` in both the healthy and the degraded case, within 1.5 s. Needs no credential.',
  },
});

/** Deadline of the data store, after which it counts as down. */
const checkDeadlineMs = 1_000;

export const healthRouter = router({
  get: open
    .meta(rest('GET', '/health', documented.getHealth))
    .output(healthOutput)
    .query(({ ctx }) => reportHealth(ctx.deps)),
});

/**
 * Availability only, within 1.5 s during any outage. `memory` is the data store, for reading and writing; `auth`, the
 * session service, depends on it. Specification: GET /api/health.
 */
async function reportHealth({ db, clock }: Deps): Promise<Health> {
  const reachable = await db.ping(checkDeadlineMs).then(
    () => true,
    () => false,
  );
  const check = { ok: reachable, detail: reachable ? 'reachable' : 'not reachable' };
  return {
    status: reachable ? 'operational' : 'degraded',
    checks: {
      core: { ok: true, detail: 'responding' },
      memory: check,
      auth: { ok: reachable, detail: reachable ? 'ready' : 'not ready' },
    },
    checkedAt: clock.nowIso(),
  };
}
