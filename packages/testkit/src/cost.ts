/** The clock of processor time ticks in steps of up to 4 ms. */
const measuredMs = 40;

/**
 * How many times as long the work takes with twice the size: about 2 when it grows in proportion, 4 when by the
 * square. Counted in processor time of this thread, which other work of the machine does not add to, and the least
 * of a few tries, because the collection of garbage only adds.
 */
export function costOfDoubling(work: (size: number) => void, size: number): number {
  const least = (of: number) => Math.min(...[1, 2, 3].map(() => processorMs(() => work(of))));
  return least(2 * size) / least(size);
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
