import type { OutsideChannel } from '@jarvis/contract';
import { deliveryError } from '@jarvis/contract/delivery-reasons';
import { isoOf } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { claimDelivery, endDeliveryTry, selectToDeliver, type ToDeliver } from './deliver-queries.ts';
import type { Outcome } from './outcome.ts';
import { sendOne } from './send.ts';

/** Simultaneous deliveries of a channel in this process. */
export const deliveriesAtOnce = 10;
/** After this time, another process may retry the delivery. */
const leaseMs = 2 * 60_000;
const minuteMs = 60_000;
/** The delays after each failed try; the last one repeats. */
const backOffMs = [10_000, minuteMs, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs];

/**
 * Returns a round of sending the due deliveries of a channel, of all accounts. Each is sent at least once, even if
 * processes are killed; a receiver recognises a duplicate by its id. A failed delivery is retried until it expires.
 * Each channel has its own rounds, so that a slow mail server does not delay the others.
 */
export const deliverer =
  (channel: OutsideChannel) =>
  async (deps: Deps, beginNext = () => {}): Promise<void> => {
    const { db, clock } = deps;
    for (;;) {
      const attempt = newId(clock.now());
      const until = isoOf(clock.now() + leaseMs);
      const claimed = await claimDelivery.first(db, { channel, now: clock.nowIso(), until, attempt });
      if (!claimed) return;
      beginNext();
      await deliverOne(deps, claimed);
    }
  };

/** Attempts a claimed delivery. Never rejects because of a target. */
export async function deliverOne(deps: Deps, claimed: { userId: string; id: string }): Promise<void> {
  const delivery = await selectToDeliver.first(deps.db, claimed);
  // The delivery was deleted with its account.
  if (!delivery) return;
  const { clock, log } = deps;
  const outcome = await sendOne(deps, delivery).catch((error: unknown): Outcome => {
    log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'a delivery failed unexpectedly');
    return { state: 'failed', error: deliveryError('notPrepared') };
  });
  const { userId, id, attempt, tries } = delivery;
  const ended = { userId, id, attempt, tries, error: null, nextTryAt: null, sentAt: null };
  await endDeliveryTry(deps.db, { ...ended, ...endOf(delivery, outcome, clock.now()) });
}

function endOf({ tries, expiresAt, notificationId }: ToDeliver, outcome: Outcome, nowMs: number) {
  if (outcome.state === 'sent') return { state: outcome.state, sentAt: isoOf(nowMs) };
  const { state, error } = outcome;
  // Claiming it has counted a try.
  if (state !== 'failed') return { state, error, tries: outcome.gone ? tries : tries - 1 };
  // A test reports its result at once, and is not retried.
  if (notificationId === null) return { state, error };
  const delayMs = backOffMs[Math.min(tries, backOffMs.length) - 1] ?? 0;
  const nextMs = nowMs + Math.max(delayMs, outcome.retryAfterMs ?? 0);
  if (nextMs >= Date.parse(expiresAt)) return { state: 'expired', error } as const;
  return { state, error, nextTryAt: isoOf(nextMs) };
}
