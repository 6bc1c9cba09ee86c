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
