import type { Deps } from './ports.ts';
import { sweepWindows } from './rate-limit/queries.ts';

/** How often rows that nothing reads any more are removed. */
const sweepEveryMs = 10 * 60_000;

/** Sweeps now and then until stopped. A sweep that fails is logged and tried again next time. */
export function keepHouse(deps: Deps): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = sweep(deps).catch((error: unknown) => {
      deps.log.warn({ message: error instanceof Error ? error.message : 'unknown' }, 'sweep failed');
    });
  }, sweepEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Removes what has expired by the clock: rate windows, sessions, reset tokens, sign-ins under way. */
export async function sweep({ db, clock, settings }: Deps): Promise<void> {
  const longestWindowMs =
    Math.max(...Object.values(settings.rates).map((rate) => rate.windowSeconds)) * 1_000;
  await sweepWindows(db, { before: new Date(clock.now() - longestWindowMs).toISOString() });
}
