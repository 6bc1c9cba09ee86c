import type { Deps } from '../ports/deps.ts';
import { type RunToTake, selectOwnRun } from './run-queries.ts';

/** How often a process checks whether its runs are still wanted. */
const everyMs = 500;

/**
 * Does the work of a run. Its signal aborts with `ending`, and within a second after this attempt has lost the run: its
 * schedule or account was deleted, it was stopped, another process has taken it, or the account was restricted.
 */
export async function whileClaimed<T>(
  { db, log }: Deps,
  { userId, id, attempt }: RunToTake,
  ending: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let looking = false;
  const look = async () => {
    if (looking) return;
    looking = true;
    try {
      if (!(await selectOwnRun.first(db, { userId, id, attempt }))) lost.abort();
    } catch (error) {
      log.warn({ run: id, error: String(error) }, 'a run could not be looked up');
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), everyMs);
  try {
    return await work(AbortSignal.any([ending, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}
