import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from './listen.ts';

const { setTimeout: realTimeout } = globalThis;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it.each([
  ['arrived while the process was stopped is read', 'cd', /^HTTP\/1.1 200 /],
  ['has not arrived is refused', 'c', /^HTTP\/1.1 408 /],
])('at its deadline a body that %s', async (_, rest, answer) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { port, close } = await listen(
    (req, res) => {
      req.resume().on('end', () => res.end());
      begin();
    },
    '127.0.0.1',
    0,
  );
  const client = connect(port, '127.0.0.1');
  await once(client, 'connect');
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\nab');
  await begun;
  // Among the event loop's timers, as after SIGCONT: the bytes are there, and not read yet.
  realTimeout(() => {
    client.write(rest);
    vi.advanceTimersByTime(30_000);
  });
  expect(await text(client)).toMatch(answer);
  await close();
});
