import type { Clock } from './ports/deps.ts';

/** A clock by what tells the milliseconds since 1970; every timestamp has the form of the contract. */
export function clockOf(now: () => number): Clock {
  return { now, nowIso: () => new Date(now()).toISOString() };
}

/** The machine's own clock. */
export const systemClock: Clock = clockOf(Date.now);
