import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from './ports/deps.ts';
import { repeat } from './workers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a failure is logged at once, every minute while it lasts, and again after a success', async () => {
  const logged: unknown[] = [];
  const log = { warn: ({ message }: { message: string }) => logged.push(message) };
  let failure: string | undefined = 'unreachable';
  const stop = repeat(1_000, 'work failed', { log } as unknown as Deps, async () => {
    if (failure) throw new Error(failure);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logged).toEqual(['unreachable']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(logged).toEqual(['unreachable', 'unreachable']);
  failure = 'another';
  await vi.advanceTimersByTimeAsync(1_000);
  failure = undefined;
  await vi.advanceTimersByTimeAsync(1_000);
  failure = 'another';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(logged).toEqual(['unreachable', 'unreachable', 'another', 'another']);
  vi.useRealTimers();
  await stop();
});
