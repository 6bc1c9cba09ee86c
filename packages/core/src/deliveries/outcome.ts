import { type DeliveryReason, deliveryError } from '@jarvis/contract/delivery-reasons';
import { failureOf } from '../connections/failures.ts';
import type { Deps } from '../ports/deps.ts';
import type { OutsideAnswer, OutsideCall } from '../ports/outside.ts';

/**
 * How an attempt ended; `stopped` and `expired` are not retried, and nothing was sent, unless the target is `gone`: it
 * answered that it no longer exists.
 */
export type Outcome =
  | { readonly state: 'sent' }
  | { readonly state: 'failed'; readonly error: string; readonly retryAfterMs?: number }
  | { readonly state: 'stopped' | 'expired'; readonly error: string; readonly gone?: true };

export const stopped = (reason: DeliveryReason): Outcome => ({
  state: 'stopped',
  error: deliveryError(reason),
});

/** Posts and returns the outcome. */
export async function post(
  { outside, clock }: Pick<Deps, 'outside' | 'clock'>,
  call: OutsideCall,
): Promise<Outcome> {
  let answer: OutsideAnswer;
  try {
    answer = await outside.post(call);
  } catch (error) {
    return { state: 'failed', error: inWords(failureOf(error)) };
  }
  const { status, retryAfter } = answer;
  if (status >= 200 && status < 300) return { state: 'sent' };
  const error = deliveryError('answered', String(status));
  if (status === 404 || status === 410) return { state: 'stopped', error, gone: true };
  return { state: 'failed', error, retryAfterMs: waitOf(retryAfter, clock.now()) };
}

/** The reason of a failed call. */
export const inWords = ({ kind, detail }: ReturnType<typeof failureOf>): string => {
  if (kind === 'tooSlow' || kind === 'certificate') return deliveryError(kind);
  return kind === 'refused' ? detail : deliveryError('noAnswer');
};

/** `Retry-After` in milliseconds, given as seconds or as a date; at most a day. */
function waitOf(retryAfter: string | null, nowMs: number): number {
  if (retryAfter === null) return 0;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 86_400_000) : 0;
}
