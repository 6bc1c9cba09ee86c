import type { RateName } from '@jarvis/contract';
import type { RateState } from '../context.ts';
import { tooMany } from '../errors.ts';
import type { Deps } from '../ports/deps.ts';
import { countInWindow, selectWindow, uncount } from './queries.ts';

/** Maximum clock difference between machines. A window that began later than this comes from a wrong clock. */
export const clockSkewMsMax = 60_000;

/**
 * Counts one request of `subject` (an account id, a network, an e-mail address) in the fixed window of `name`, which
 * starts with its first request and lives in Postgres, across processes and restarts. Specification: Limits.
 */
export async function takeFromWindow(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  name: RateName,
  subject: string,
): Promise<RateState> {
  const rate = settings.rates[name];
  const nowMs = clock.now();
  const windowMs = rate.windowSeconds * 1_000;
  const counted = await countInWindow.first(db, {
    subject,
    name,
    now: clock.nowIso(),
    cutoff: new Date(nowMs - windowMs).toISOString(),
    ahead: new Date(nowMs + clockSkewMsMax).toISOString(),
    limit: rate.limit,
  });
  const window = counted ?? (await selectWindow.first(db, { subject, name }));
  const endsMs = (window ? Date.parse(window.startedAt) : nowMs) + windowMs;
  return {
    name,
    subject,
    startedAt: counted?.startedAt,
    rate,
    remaining: counted ? Math.max(0, rate.limit - counted.count) : 0,
    resetSeconds: Math.min(rate.windowSeconds, Math.max(1, Math.ceil((endsMs - nowMs) / 1_000))),
    refused: !counted,
  };
}

/** Uncounts a request that another window then refused: a refused request does not count. */
export async function giveBack({ db }: Pick<Deps, 'db'>, state: RateState): Promise<void> {
  const { name, subject, startedAt } = state;
  if (startedAt !== undefined) await uncount(db, { name, subject, startedAt });
}

/** The error for a full window. */
export function refusal(state: RateState): Error {
  const wait = state.resetSeconds === 1 ? '1 second' : `${state.resetSeconds} seconds`;
  return tooMany(`Too many requests. Try again in ${wait}.`, state.resetSeconds);
}

/** The fuller of two windows, for the RateLimit headers. */
export function fuller(first: RateState | undefined, second: RateState): RateState {
  if (!first || second.refused) return second;
  return first.remaining <= second.remaining ? first : second;
}

/** The network of an address: an IPv4 address itself, the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
