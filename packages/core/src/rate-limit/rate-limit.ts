import type { Rate, RateName } from '@jarvis/contract';
import { tooMany } from '../errors.ts';
import type { Deps } from '../ports.ts';
import { countInWindow, type WindowValues, windowStart } from './queries.ts';

/** How a window stands after a request was counted in it. */
export interface RateState {
  readonly name: RateName;
  readonly rate: Rate;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** True when the request was refused, and so not counted. */
  readonly refused: boolean;
}

/**
 * Counts one request of `subject` (an account id, a network, an e-mail address) in the fixed window of
 * `name`, which starts with its first request and lives in Postgres, across processes and restarts.
 * Specification: Limits.
 */
export async function takeFromWindow(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  name: RateName,
  subject: string,
): Promise<RateState> {
  const nowMs = clock.now();
  const counted = await countInWindow.first(db, { subject, ...windowAt(settings, name, nowMs) });
  const startedAt = counted?.startedAt ?? (await windowStart.first(db, { subject, name }))?.startedAt;
  return stateOf(settings, name, nowMs, { startedAt: startedAt ?? null, count: counted?.count ?? null });
}

type Settings = Pick<Deps['settings'], 'rates'>;

/** The values that a window is counted in with at a time. */
export function windowAt({ rates }: Settings, name: RateName, nowMs: number): WindowValues {
  const { limit, windowSeconds } = rates[name];
  const cutoff = new Date(nowMs - windowSeconds * 1_000).toISOString();
  return { name, now: new Date(nowMs).toISOString(), cutoff, limit };
}

/** How a window stands; a count of null is that of a refused request. */
export function stateOf(
  { rates }: Settings,
  name: RateName,
  nowMs: number,
  { startedAt, count }: { startedAt: string | null; count: number | null },
): RateState {
  const rate = rates[name];
  const endsMs = (startedAt === null ? nowMs : Date.parse(startedAt)) + rate.windowSeconds * 1_000;
  return {
    name,
    rate,
    remaining: count === null ? 0 : Math.max(0, rate.limit - count),
    resetSeconds: Math.min(rate.windowSeconds, Math.max(1, Math.ceil((endsMs - nowMs) / 1_000))),
    refused: count === null,
  };
}

/** The refusal of a request that found its window full. */
export function refusal(state: RateState): Error {
  const wait = state.resetSeconds === 1 ? '1 second' : `${state.resetSeconds} seconds`;
  return tooMany(`Too many requests. Try again in ${wait}.`, state.resetSeconds);
}

/** The fuller of two windows: what the RateLimit headers should warn of. */
export function fuller(first: RateState | undefined, second: RateState): RateState {
  if (!first || second.refused) return second;
  return first.remaining <= second.remaining ? first : second;
}

/** The network that an address belongs to: an IPv4 address itself, the /64 of an IPv6 address. */
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
