import { expect, it } from 'vitest';
import { pause as realPause, retryingFetch } from '../src/retry.ts';

/** A fetch with these answers in sequence; records its requests and pauses. */
function scripted(...answers: readonly (Response | Error)[]) {
  const requests: { key: string | null; body: string }[] = [];
  const pauses: number[] = [];
  const queue = [...answers];
  const fetch = retryingFetch({
    retries: 2,
    timeoutMsOf: () => 50,
    async fetch(request) {
      requests.push({ key: request.headers.get('idempotency-key'), body: await request.text() });
      const answer = queue.shift() ?? new Response('{}');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    pause: async (ms) => void pauses.push(ms),
  });
  const send = (method: string, path: string, body?: string) =>
    fetch(new Request(`http://jarvis.test${path}`, { method, ...(body === undefined ? {} : { body }) }));
  return { send, requests, pauses };
}

const answer = (status: number, headers: Record<string, string> = {}) =>
  new Response('{}', { status, headers });
const lost = () => new TypeError('fetch failed');

it.for([
  ...['/api/tasks', '/api/reminders', '/api/schedules'],
  ...['/api/jarvis/chat', '/api/conversations', '/api/conversations/x/messages'],
])('repeats a lost POST of %s with the same key and body', async (path) => {
  const { send, requests } = scripted(lost(), answer(502), answer(201));
  expect((await send('POST', path, '{"title":"x"}')).status).toBe(201);
  expect(requests).toHaveLength(3);
  expect(new Set(requests.map(({ key, body }) => `${key} ${body}`)).size).toBe(1);
  expect(requests[0]).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), body: '{"title":"x"}' });
});

/** A JSON answer whose connection is lost before its end. */
function cut() {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
}

it('repeats a POST with the same key when its answer is cut in its body', async () => {
  const { send, requests } = scripted(cut(), answer(201));
  expect((await send('POST', '/api/tasks', '{"title":"x"}')).status).toBe(201);
  expect(requests).toHaveLength(2);
  expect(requests[1]).toEqual(requests[0]);
  const deletion = scripted(cut());
  await expect(deletion.send('DELETE', '/api/tasks/x')).rejects.toThrow('terminated');
  expect(deletion.requests).toHaveLength(1);
});

it('gives each request its own key', async () => {
  const { send, requests } = scripted();
  await send('POST', '/api/tasks', '{}');
  await send('POST', '/api/tasks', '{}');
  expect(requests[0]?.key).not.toBe(requests[1]?.key);
});

it('repeats no request that would change something twice, or find nothing', async () => {
  for (const [method, path] of [
    ['POST', '/api/keys'],
    ['DELETE', '/api/tasks/x'],
  ] as const) {
    const { send, requests } = scripted(lost());
    await expect(send(method, path)).rejects.toThrow('fetch failed');
    expect(requests).toEqual([{ key: null, body: '' }]);
  }
});

it('waits as long as Retry-After says, in seconds or as a date, up to a maximum', async () => {
  const { send, pauses } = scripted(answer(429, { 'retry-after': '7' }), answer(503, { 'retry-after': '0' }));
  expect((await send('DELETE', '/api/tasks/x')).status).toBe(200);
  expect(pauses).toEqual([7_000, 0]);

  const date = scripted(answer(429, { 'retry-after': new Date(Date.now() + 9_000).toUTCString() }));
  await date.send('GET', '/api/tasks');
  expect(date.pauses[0]).toBeGreaterThan(7_000);
  expect(date.pauses[0]).toBeLessThanOrEqual(9_000);

  const long = scripted(answer(429, { 'retry-after': '900' }));
  expect((await long.send('GET', '/api/tasks')).status).toBe(429);
  expect(long.pauses).toEqual([]);
});

it('an unreadable Retry-After does not shorten the pause', async () => {
  const { send, pauses } = scripted(
    answer(429, { 'retry-after': 'soon' }),
    answer(503, { 'retry-after': '-5' }),
  );
  await send('GET', '/api/tasks');
  expect(pauses[0]).toBeGreaterThanOrEqual(250);
  expect(pauses[1]).toBe(0);
});

it('gives up after its retries, with the last answer or the last failure', async () => {
  const refusing = scripted(answer(503), answer(503), answer(503));
  expect((await refusing.send('GET', '/api/tasks')).status).toBe(503);
  expect(refusing.requests).toHaveLength(3);
  const away = scripted(lost(), lost(), lost());
  await expect(away.send('GET', '/api/tasks')).rejects.toThrow('fetch failed');
  expect(away.requests).toHaveLength(3);
});

it('asks again for the outcome of a running attempt, and returns any other conflict', async () => {
  const underWay = scripted(lost(), answer(409), answer(409), answer(409), answer(200));
  expect((await underWay.send('POST', '/api/jarvis/chat', '{}')).status).toBe(200);
  expect(underWay.requests).toHaveLength(5);
  const conflict = scripted(answer(409));
  expect((await conflict.send('POST', '/api/auth/register', '{}')).status).toBe(409);
});

it.for([400, 401, 403, 404, 422, 500, 504])('returns %i as the answer', async (status) => {
  const { send, requests } = scripted(answer(status));
  expect((await send('POST', '/api/tasks', '{}')).status).toBe(status);
  expect(requests).toHaveLength(1);
});

it('ends a pause when the caller aborts', async () => {
  const caller = new AbortController();
  const waiting = realPause(600_000, caller.signal);
  caller.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  await expect(realPause(600_000, caller.signal)).rejects.toThrow('enough');
});
