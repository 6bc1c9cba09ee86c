import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Deps } from './ports/deps.ts';
import { repeat, rounds } from './rounds.ts';

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

test('slow pieces do not delay the others while fewer rounds run than may', async () => {
  const pieces = ['slow', 'one', 'slow too', 'two', 'three'];
  const taken = async () => pieces.shift();
  const done: string[] = [];
  const slow = Promise.withResolvers<void>();
  const { begin, end } = rounds('work failed', {} as Deps, deliver, 3);
  async function deliver(_: Deps, beginNext: () => void) {
    for (let piece = await taken(); piece; piece = await taken()) {
      beginNext();
      if (piece.startsWith('slow')) await slow.promise;
      done.push(piece);
    }
  }
  begin();
  await vi.waitFor(() => expect(done).toEqual(['one', 'two', 'three']));
  pieces.push('four', 'slow, the third', 'five');
  begin();
  await vi.waitFor(() => expect(done.at(-1)).toBe('four'));
  begin();
  expect(pieces).toEqual(['five']);
  slow.resolve();
  await end();
  expect(done.slice(4)).toEqual(['slow', 'slow too', 'slow, the third', 'five']);
});
