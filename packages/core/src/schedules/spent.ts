import { type RunReason, shownRefusals } from '@jarvis/contract';
import { isoOf } from '../clock.ts';
import { type DomainError, tooMany } from '../errors.ts';
import { firstIdAt } from '../ids.ts';
import type { RuleDeps } from '../ports/deps.ts';
import { selectSpent } from './runs-queries.ts';

const dayMs = 24 * 60 * 60_000;
const monthDays = 30;

/**
 * Why the account may not run a schedule now; undefined if it may. Lock the account first: concurrent runs could exceed
 * a limit together.
 */
export async function refusedRun(
  { db, clock, settings }: RuleDeps,
  userId: string,
): Promise<{ readonly reason: RunReason; readonly error: DomainError } | undefined> {
  const { scheduleRunsPerDay: max, scheduleTokensPerMonth } = settings;
  const nowMs = clock.now();
  const since = firstIdAt(nowMs - dayMs);
  const sinceMonth = scheduleTokensPerMonth === undefined ? since : firstIdAt(nowMs - monthDays * dayMs);
  const spent = await selectSpent.first(db, { userId, since, sinceMonth });
  const { runs = 0, tokens = 0, earliest = null } = spent ?? {};
  if (runs >= max) {
    const freeMs = Date.parse(earliest ?? isoOf(nowMs)) + dayMs - nowMs;
    return {
      reason: 'runs_used_up',
      error: tooMany(shownRefusals.runsUsedUp, Math.max(1, Math.ceil(freeMs / 1_000))),
    };
  }
  if (scheduleTokensPerMonth === undefined || tokens < scheduleTokensPerMonth) return undefined;
  return {
    reason: 'tokens_used_up',
    error: tooMany(shownRefusals.tokensUsedUp, dayMs / 1_000),
  };
}
