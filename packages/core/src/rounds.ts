import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@jarvis/database';
import type { Deps } from './ports/deps.ts';

/**
 * A round of work: takes pieces until none is left. It calls `beginNext` when it has taken one, so that a slow piece does
 * not delay the rest.
 */
type Work = (deps: Deps, beginNext: () => void) => Promise<void>;

/** How long the end of the process waits for running work. */
const closeTimeoutMs = 1_000;

/** A failure that lasts is logged again after this time: at every round, an outage of a night would fill the log. */
const toldEveryMs = 60_000;

/** Repeats `work`, one round at a time, and logs failures. Returns a function that ends it. */
export function repeat(everyMs: number, failure: string, deps: Deps, work: Work): () => Promise<void> {
  const { begin, end } = rounds(failure, deps, work);
  const timer = setInterval(begin, everyMs).unref();
  return () => {
    clearInterval(timer);
    return end();
  };
}

/** Rounds of `work`, of which at most `atOnce` run at a time, and whose failures are logged. */
export function rounds(failure: string, deps: Deps, work: Work, atOnce = 1) {
  const running = new Set<Promise<void>>();
  let told: { readonly message: string; readonly at: number } | undefined;
  const tell = (error: unknown) => {
    const message = reasonOf(error);
    const at = performance.now();
    if (told?.message === message && at - told.at < toldEveryMs) return;
    told = { message, at };
    deps.log.warn({ message }, failure);
  };
  const begin = () => {
    if (running.size >= atOnce) return;
    const round = work(deps, begin)
      .then(() => {
        told = undefined;
      }, tell)
      .finally(() => {
        running.delete(round);
      });
    running.add(round);
  };
  const end = async () => {
    // The next process retries a mail that hangs.
    await Promise.race([Promise.all(running), pause(closeTimeoutMs, undefined, { ref: false })]);
  };
  return { begin, end };
}
