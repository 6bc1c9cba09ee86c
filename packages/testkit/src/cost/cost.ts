/** The processor-time clock ticks in steps of up to 4 ms. */
const measuredMs = 40;

/**
 * How many times longer the work takes with twice the size: about 2 for linear work, 4 for quadratic. Measured as
 * processor time of this thread, which other work on the machine hardly affects, and as the minimum of several
 * attempts, because garbage collection only adds; more attempts if the first ones are not clearly below `max`.
 */
export function costOfDoubling(work: (size: number) => void, size: number, max = 3): number {
  const least = (known: number, of: number) =>
    Math.min(
      known,
      processorMs(() => work(of)),
    );
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 1; tries <= 12; tries += 1) {
    once = least(once, size);
    twice = least(twice, 2 * size);
    if (tries >= 2 && twice / once < max - 0.5) break;
  }
  return twice / once;
}

/** This thread's processor time for one run, averaged over enough runs to measure it. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= measuredMs) return ms / runs;
  }
}
