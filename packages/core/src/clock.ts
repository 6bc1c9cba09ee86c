import type { Clock } from './ports/deps.ts';

/** A clock from a function that returns the milliseconds since 1970; timestamps have the contract's form. */
export function clockOf(now: () => number): Clock {
  return { now, nowIso: () => new Date(now()).toISOString() };
}

/** The machine's own clock. */
export const systemClock: Clock = clockOf(Date.now);

/** Stands still, for steps that decide by one moment: a time that is in the future at the first is not past at the last. */
export function stopped(clock: Clock): Clock {
  const nowMs = clock.now();
  return clockOf(() => nowMs);
}
