import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { patiently } from './patiently.ts';

const refused = (code: string, retryAfterSeconds?: number) =>
  new TRPCClientError('refused', { result: { error: { data: { code, retryAfterSeconds } } } as never });

test('after too many calls, waits as told; throws any other failure', async () => {
  const answers = [refused('TOO_MANY_REQUESTS', 42), refused('TOO_MANY_REQUESTS'), 'done'];
  const pauses: number[] = [];
  const call = async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await patiently(call, pause)).toBe('done');
  expect(pauses).toEqual([42_000, 1_000]);
  answers.push(refused('NOT_FOUND'));
  await expect(patiently(call, pause)).rejects.toThrow('refused');
});

test('repeats a call that the service or the connection fails, up to four times', async () => {
  let left = 4;
  const pauses: number[] = [];
  const call = async () => {
    if (left === 0) return 'done';
    left -= 1;
    throw left % 2 === 0 ? refused('SERVICE_UNAVAILABLE') : new TRPCClientError('no network');
  };
  const pause = async (ms: number) => void pauses.push(ms);
  expect(await patiently(call, pause)).toBe('done');
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
  left = 5;
  await expect(patiently(call, pause)).rejects.toThrow('refused');
});
