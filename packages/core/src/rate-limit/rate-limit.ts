import { type RateName, rates } from '@jarvis/contract';
import type { Context, RateState } from '../context.ts';
import { tooMany } from '../errors.ts';
import { countInWindow, selectWindow, uncount } from './queries.ts';

/** Maximum clock difference between machines. A window that began later than this comes from a wrong clock. */
export const clockSkewMsMax = 60_000;

/**
 * Counts a call of `subject` (an account id, a network, an e-mail address) in the fixed window of `name`, which starts
 * with its first request and lives in Postgres, across processes and restarts; of several windows, the transport shows
 * the fullest. Throws tooMany when the window is full; then the call does not count in the window of its rung, either.
 * Specification: Limits.
 */
export async function countCall(
  { deps, answer, counted: ofRung }: Context,
  name: RateName,
  subject: string,
): Promise<RateState> {
  const { db, clock } = deps;
  const rate = rates[name];
  const nowMs = clock.now();
  const windowMs = rate.windowSeconds * 1_000;
  const counted = await countInWindow.first(db, {
    subject,
    name,
    now: clock.nowIso(),
    cutoff: new Date(nowMs - windowMs).toISOString(),
    ahead: new Date(nowMs + clockSkewMsMax).toISOString(),
    limit: rate.limit,
  });
  const window = counted ?? (await selectWindow.first(db, { subject, name }));
  const endsMs = (window ? Date.parse(window.startedAt) : nowMs) + windowMs;
  const remaining = counted ? Math.max(0, rate.limit - counted.count) : 0;
  const resetSeconds = Math.min(rate.windowSeconds, Math.max(1, Math.ceil((endsMs - nowMs) / 1_000)));
  const state = { name, subject, rate, remaining, resetSeconds, startedAt: counted?.startedAt };
  if (!counted || !answer.rateLimit || remaining < answer.rateLimit.remaining) answer.rateLimit = state;
  if (counted) return state;
  if (ofRung?.startedAt !== undefined) await uncount(db, { ...ofRung, startedAt: ofRung.startedAt });
  const wait = resetSeconds === 1 ? '1 second' : `${resetSeconds} seconds`;
  throw tooMany(`Too many requests. Try again in ${wait}.`, resetSeconds);
}
