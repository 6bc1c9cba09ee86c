/** The clock of processor time ticks in steps of up to 4 ms. */
const measuredMs = 40;

/**
 * How many times as long the work takes with twice the size: about 2 when it grows in proportion, 4 when by the
 * square. Counted in processor time of this thread, which other work of the machine adds little to, and the least of
 * some tries, because the collection of garbage only adds: of more of them where the first do not show proportion.
 */
export function costOfDoubling(work: (size: number) => void, size: number): number {
  let [once, twice] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let tries = 1; tries <= 12; tries += 1) {
    once = Math.min(
      once,
      processorMs(() => work(size)),
    );
    twice = Math.min(
      twice,
      processorMs(() => work(2 * size)),
    );
    if (tries >= 3 && twice / once < 2.5) break;
  }
  return twice / once;
}

/** Processor time of this thread for one run, of as many runs as it takes to measure it. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    if (ms >= measuredMs) return ms / runs;
  }
}
