import { setTimeout as pause } from 'node:timers/promises';
import { reasonOf } from '@jarvis/database';
import type { Deps } from './ports/deps.ts';

/**
 * Returns a round of work, to be called repeatedly, even while earlier rounds run: if any is due, it starts as many
 * workers as are free, so that workers that wait for something slow do not stop the rest. Each takes pieces until none
 * is left.
 */
export function workers(
  atOnce: (deps: Deps) => number,
  isAnyDue: (deps: Deps) => Promise<unknown>,
  takeOne: (deps: Deps) => Promise<boolean>,
): (deps: Deps) => Promise<void> {
  let active = 0;
  const work = async (deps: Deps) => {
    active += 1;
    try {
      while (await takeOne(deps));
    } finally {
      active -= 1;
    }
  };
  return async (deps) => {
    if (active >= atOnce(deps) || !(await isAnyDue(deps))) return;
    await Promise.all(Array.from({ length: Math.max(0, atOnce(deps) - active) }, () => work(deps)));
  };
}

/** How long the end of the process waits for running work. */
const closeTimeoutMs = 1_000;

/** A failure that lasts is logged again after this time: at every round, an outage of a night would fill the log. */
const toldEveryMs = 60_000;

/** Repeats `work`, at most `atOnce` times at a time, and logs failures. Returns a function that ends it. */
export function repeat(
  everyMs: number,
  failure: string,
  deps: Deps,
  work: (deps: Deps) => Promise<void>,
  atOnce = 1,
): () => Promise<void> {
  const running = new Set<Promise<void>>();
  let told: { readonly message: string; readonly at: number } | undefined;
  const tell = (error: unknown) => {
    const message = reasonOf(error);
    const at = performance.now();
    if (told?.message === message && at - told.at < toldEveryMs) return;
    told = { message, at };
    deps.log.warn({ message }, failure);
  };
  const timer = setInterval(() => {
    if (running.size >= atOnce) return;
    const round = work(deps)
      .then(() => {
        told = undefined;
      }, tell)
      .finally(() => {
        running.delete(round);
      });
    running.add(round);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    // The next process retries a mail that hangs.
    await Promise.race([Promise.all(running), pause(closeTimeoutMs, undefined, { ref: false })]);
  };
}
