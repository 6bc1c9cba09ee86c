import { type Clock, clockOf, type Log, systemClock } from '@jarvis/core';
import type { Database } from '@jarvis/database';

const everyMs = 60_000;
/** What NTP leaves, at most; the machine's own clock counts then. */
const toleratedMs = 2_000;

/**
 * The machine's clock, moved to the database's if they differ: the processes of a service then agree when a reminder
 * is due, a code expires and a rate window ends, even if one machine's clock is wrong.
 */
export async function agreedClock(
  db: Database,
  log: Log,
  opened: AsyncDisposableStack,
  machine: Pick<Clock, 'now'> = systemClock,
): Promise<Clock> {
  let aheadMs = 0;
  const compare = async () => {
    const askedAt = machine.now();
    const [row] = await db.run('select extract(epoch from clock_timestamp())::float8 * 1000', []);
    const tookMs = machine.now() - askedAt;
    const differenceMs = Math.round(askedAt + tookMs / 2 - Number(row?.[0]));
    if (Math.abs(differenceMs - aheadMs) <= toleratedMs + tookMs / 2) return;
    aheadMs = Math.abs(differenceMs) <= toleratedMs ? 0 : differenceMs;
    log.warn({ aheadMs }, 'the clock of this machine differs from the database’s, which is used');
  };
  await compare();
  const timer = setInterval(() => void compare().catch(() => {}), everyMs);
  opened.defer(() => clearInterval(timer));
  return clockOf(() => machine.now() - aheadMs);
}
