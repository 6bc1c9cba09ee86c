import type { Clock } from './ports/deps.ts';

/** A clock from a function that returns the milliseconds since 1970; timestamps have the contract's form. */
export function clockOf(now: () => number): Clock {
  return { now, nowIso: () => isoOf(now()) };
}

/** Milliseconds since 1970 as a timestamp of the contract. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The machine's own clock. */
export const systemClock: Clock = clockOf(Date.now);

/**
 * The same collaborators with a clock that stands still, for a change that judges a time and then acts on it: a time in
 * the future at the first step is not past at the last.
 */
export function atOneMoment<D extends { readonly clock: Clock }>(deps: D): D {
  const nowMs = deps.clock.now();
  return { ...deps, clock: clockOf(() => nowMs) };
}
