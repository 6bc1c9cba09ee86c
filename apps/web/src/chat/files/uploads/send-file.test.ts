import { limits } from '@jarvis/contract/limits';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isSessionEnded, tellSessionOpen } from '../../../data/browser/session-state.ts';
import { sendFile, TooSlow } from './send-file.ts';

type Answer =
  | number
  | 'no network'
  | { readonly status: number; readonly body?: object; readonly wait?: string };

const asked: string[] = [];
/** The service answers in this order; after that, it accepts everything. */
let answers: Answer[] = [];
let user: object | null = null;
const begun = { status: 201, body: { file: { id: 'f' } } };

beforeEach(() => {
  asked.length = 0;
  user = null;
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', signal }: RequestInit = {}) => {
    signal?.throwIfAborted();
    if (path.startsWith('/trpc/account.session')) return Response.json([{ result: { data: { user } } }]);
    asked.push(`${method} ${path.replace(/^\/api\/files/, '').replace(/\?.*/, '')}`);
    const next = answers.shift() ?? 200;
    if (next === 'no network') throw new TypeError('Failed to fetch');
    const { status, body = { file: { id: 'f' } }, wait } = typeof next === 'number' ? { status: next } : next;
    const headers = wait === undefined ? {} : { 'retry-after': wait };
    return new Response(status === 204 ? null : JSON.stringify(body), { status, headers });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const send = (bytes = 10) => {
  const ending = new AbortController();
  const seen: (number | boolean | string)[] = [];
  const done = sendFile(new File([new Uint8Array(bytes)], 'plan.pdf'), {
    signal: ending.signal,
    onBegun: (id) => seen.push(id),
    onProgress: (sent) => seen.push(sent),
    onOffline: (offline) => seen.push(offline),
  });
  done.catch(() => undefined);
  return { done, seen, ending };
};

test('a file is sent in parts, the last of them shorter', async () => {
  const bytes = limits.filePartBytes + 1;
  answers = [begun, 204, 204];
  const { done, seen } = send(bytes);
  expect(await done).toEqual({ id: 'f' });
  expect(asked).toEqual(['POST ', 'PUT /f/parts/0', 'PUT /f/parts/1', 'POST /f/finish']);
  expect(seen).toEqual(['f', limits.filePartBytes, bytes]);
});

test('a part whose connection is lost is sent again once the service is reachable', async () => {
  answers = [begun, 'no network', 'no network', 200, 204];
  const { done, seen } = send();
  await vi.advanceTimersByTimeAsync(6_000);
  await done;
  expect(asked.slice(1, -1)).toEqual([
    'PUT /f/parts/0',
    'GET /api/health',
    'GET /api/health',
    'PUT /f/parts/0',
  ]);
  expect(seen).toEqual(['f', true, false, 10]);
});

test('a part that is lost repeatedly while the service is reachable is not retried for ever', async () => {
  answers = [begun, ...Array.from({ length: 4 }, () => [408, 200] as const).flat(), 408];
  const { done } = send();
  await vi.advanceTimersByTimeAsync(12_000);
  await expect(done).rejects.toThrow(TooSlow);
  expect(asked.filter((request) => request === 'PUT /f/parts/0')).toHaveLength(5);

  // Outages in between do not count as a slow connection.
  const outage = ['no network', 'no network', 200] as const;
  answers = [begun, ...Array.from({ length: 8 }, () => outage).flat(), 204];
  const later = send();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await later.done).toEqual({ id: 'f' });
});

test('a part that timed out on the service is sent again', async () => {
  answers = [begun, 408, 200, 204];
  const { done } = send();
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(asked.filter((one) => one.startsWith('PUT'))).toHaveLength(2);
});

test('an upload whose session ends continues after the sign-in', async () => {
  answers = [begun, 401, 204];
  const { done, seen } = send();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isSessionEnded()).toBe(true);
  expect(asked.at(-1)).toBe('PUT /f/parts/0');
  tellSessionOpen('ada');
  await vi.advanceTimersByTimeAsync(3_000);
  await done;
  expect(asked.slice(-2)).toEqual(['PUT /f/parts/0', 'POST /f/finish']);
  expect(seen).toEqual(['f', 10]);
});

test('a part that is refused during an open session is sent again after a pause', async () => {
  user = { id: 'ada' };
  answers = [begun, 401, 401, 204];
  const { done } = send();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toEqual(['POST ', 'PUT /f/parts/0']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await done).toEqual({ id: 'f' });
});

test('a busy service is retried after Retry-After, and less often the longer it is busy', async () => {
  const busy = { status: 429, wait: '1' };
  answers = [busy, busy, busy, busy, begun, 204];
  const { done } = send();
  const begins = () => asked.filter((one) => one === 'POST ').length;
  await vi.advanceTimersByTimeAsync(7_000);
  expect(begins()).toBe(4);
  await vi.advanceTimersByTimeAsync(8_000);
  await done;
  expect(begins()).toBe(5);
});

test('a file that was removed before it was complete is sent again from the start, and a refused one fails with a reason', async () => {
  answers = [begun, 404, begun, 204];
  const { done, seen } = send();
  await done;
  expect(seen).toEqual(['f', 0, 'f', 10]);
  answers = [{ status: 400, body: { error: 'There is no room.' } }];
  await expect(send().done).rejects.toMatchObject({ status: 400 });
});

test('a file that is cancelled while the service is unreachable sends no more requests', async () => {
  answers = [begun, 'no network', 'no network', 'no network'];
  const { done, ending } = send();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path === '/api/health') ending.abort();
    return fetch(path, init);
  });
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(done).rejects.toThrow('abort');
  expect(asked.filter((request) => request === 'GET /api/health')).toHaveLength(1);
});

test('a file that is cancelled while it begins reports its id, with which it can be removed', async () => {
  answers = [begun];
  const { done, ending, seen } = send();
  ending.abort();
  await expect(done).rejects.toThrow('abort');
  expect(seen).toEqual(['f']);
  expect(asked).toEqual(['POST ']);
});

test('a cancelled file sends no more requests, also while it waits', async () => {
  answers = [begun, 503];
  const { done, ending } = send();
  await vi.advanceTimersByTimeAsync(0);
  ending.abort();
  await expect(done).rejects.toThrow('abort');
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(before);
});
