import type { Deps } from '../ports/deps.ts';
import { repeat } from '../workers.ts';
import { type RunToTake, selectOwnRun } from './run-queries.ts';

/** How often a process checks whether its runs are still wanted. */
const everyMs = 500;

/**
 * Does the work of a run. Its signal aborts with `ending`, and within a second after this attempt has lost the run: its
 * schedule or account was deleted, it was stopped, another process has taken it, or the account was restricted.
 */
export async function whileClaimed<T>(
  deps: Deps,
  { userId, id, attempt }: RunToTake,
  ending: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const stop = repeat(everyMs, 'a run could not be looked up', deps, async ({ db }) => {
    if (!(await selectOwnRun.first(db, { userId, id, attempt }))) lost.abort();
  });
  try {
    return await work(AbortSignal.any([ending, lost.signal]));
  } finally {
    void stop();
  }
}
