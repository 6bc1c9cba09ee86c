import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutsideChannel } from './channels.ts';
import {
  claimDelivery,
  endDeliveryTry,
  isAnyDeliveryDue,
  selectToDeliver,
  type ToDeliver,
} from './deliver-queries.ts';
import type { Outcome } from './outcome.ts';
import { sendOne } from './send.ts';

/** Deliveries of a channel at the same time in this process. */
export const workers = 10;
/** An attempt that has not ended by then is another process's. */
const leaseMs = 2 * 60_000;
const secondMs = 1_000;
const minuteMs = 60_000;
/** The delays after each failed try; the last one again and again. */
const backOffMs = [10 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs];

/**
 * Sends what is due over a channel, of all accounts, until nothing is: each at least once, also when processes are
 * killed, and the second of two is recognisable by its id. What fails is tried again until it expires. Channels are
 * apart, so that a slow mail server does not hold back the others.
 */
export const deliver = (deps: Deps, channel: OutsideChannel): Promise<void> => deliverer(channel)(deps);

/**
 * A round of `deliver`, to be called again and again, also while earlier ones have not ended: it starts as many workers
 * as are free, so that those that wait for a slow target leave the others their work.
 */
export function deliverer(channel: OutsideChannel): (deps: Deps) => Promise<void> {
  let active = 0;
  const counted = async (deps: Deps) => {
    active += 1;
    try {
      await work(deps, channel);
    } finally {
      active -= 1;
    }
  };
  return async (deps) => {
    if (active >= workers) return;
    if (!(await isAnyDeliveryDue.first(deps.db, { channel, now: deps.clock.nowIso() }))) return;
    await Promise.all(Array.from({ length: workers - active }, () => counted(deps)));
  };
}

async function work(deps: Deps, channel: OutsideChannel): Promise<void> {
  const { db, clock } = deps;
  for (;;) {
    const attempt = newId(clock.now());
    const until = new Date(clock.now() + leaseMs).toISOString();
    const claimed = await claimDelivery.first(db, { channel, now: clock.nowIso(), until, attempt });
    if (!claimed) return;
    await deliverOne(deps, claimed);
  }
}

/** Makes the attempt of a delivery that was claimed. Never throws for what is outside. */
export async function deliverOne(deps: Deps, claimed: { userId: string; id: string }): Promise<void> {
  const delivery = await selectToDeliver.first(deps.db, claimed);
  // Deleted with its account.
  if (!delivery) return;
  const { clock, log } = deps;
  const outcome = await sendOne(deps, delivery).catch((error: unknown): Outcome => {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a delivery failed unexpectedly');
    return { state: 'failed', error: 'It could not be prepared.' };
  });
  const { userId, id, attempt } = delivery;
  const ended = { userId, id, attempt, error: null, nextTryAt: null, sentAt: null };
  if (outcome.state === 'sent') {
    await endDeliveryTry(deps.db, { ...ended, state: 'sent', sentAt: clock.nowIso() });
  } else if (outcome.state === 'failed') {
    await endDeliveryTry(deps.db, {
      ...ended,
      error: outcome.error,
      ...nextTry(delivery, outcome, clock.now()),
    });
  } else {
    await endDeliveryTry(deps.db, { ...ended, ...outcome });
  }
}

function nextTry(
  { tries, expiresAt, notificationId }: ToDeliver,
  { retryAfterMs = 0 }: Extract<Outcome, { state: 'failed' }>,
  nowMs: number,
): { state: 'failed' | 'expired'; nextTryAt: string | null } {
  // A test says at once how it went.
  if (notificationId === null) return { state: 'failed', nextTryAt: null };
  const delayMs = backOffMs[Math.min(tries, backOffMs.length) - 1] ?? 0;
  const nextMs = nowMs + Math.max(delayMs, retryAfterMs);
  if (nextMs >= Date.parse(expiresAt)) return { state: 'expired', nextTryAt: null };
  return { state: 'failed', nextTryAt: new Date(nextMs).toISOString() };
}
