import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { originForm } from '../http/request/request-target.ts';
import { Admission, type Refusal } from './admission.ts';
import { type AdmissionLimits, admissionLimits } from './capacity.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A server that answers on command, with low limits. */
async function serverWith(limits: Partial<AdmissionLimits>, proxies: readonly string[] = []) {
  const admission = new Admission(
    { ...admissionLimits, networkConnectionShare: 1, networkBodyShare: 1, ...limits },
    { isProxy: (address) => proxies.includes(address) },
  );
  const refusals: (Refusal | undefined)[] = [];
  const held: (() => void)[] = [];
  const sockets: Socket[] = [];
  const server = createServer((req, res) => {
    req.url = originForm(req.url ?? '/');
    const refusal = admission.enter(req, res);
    refusals.push(refusal);
    if (refusal) return void res.writeHead(503).end();
    if (req.headers.authorization === 'bad') return void res.writeHead(401).end();
    req.resume();
    held.push(() => res.end('done'));
  });
  server.on('connection', (socket) => {
    sockets.push(socket);
    admission.connected(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  opened.push(() => {
    admission.close();
    server.closeAllConnections();
    server.close();
  });
  const ask = (path: string, body?: string, localAddress = '127.0.0.1') =>
    new Promise<number>((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const req = request({ port, host: '127.0.0.1', path, localAddress, agent: false, method });
      req.once('error', reject).once('response', (res) => {
        res.resume().once('end', () => resolve(res.statusCode ?? 0));
      });
      req.end(body);
    });
  const openSocket = (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    opened.push(() => socket.destroy());
    return socket;
  };
  return { admission, refusals, held, sockets, ask, openSocket };
}

function fakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('requests beyond the limit are refused, except health, and each end makes room', async () => {
  // The limit grows every 100 ms while requests are few.
  fakeIntervals();
  const { ask, held, admission, refusals } = await serverWith({ workingMax: 4, workingMin: 1 });
  const first = [ask('/api/tasks'), ask('/api/tasks')];
  await expect.poll(() => held.length).toBe(2);
  expect(await ask('/api/tasks')).toBe(503);
  expect(refusals.at(-1)).toBe('working');
  const health = ask('/api/health?now');
  await expect.poll(() => held.length).toBe(3);
  for (const answer of held.splice(0)) answer();
  expect(await Promise.all([...first, health])).toEqual([200, 200, 200]);
  await expect.poll(() => admission.figures().working).toBe(0);
  const again = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  expect(await again).toBe(200);
});

test('the limit is adapted while requests are open, and until it is whole again', async () => {
  fakeIntervals();
  const { ask, held } = await serverWith({ workingMax: 8, waitingMax: 8 });
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(0);
  const tasks = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(vi.getTimerCount()).toBe(1);
  held[0]?.();
  expect(await tasks).toBe(200);
  const timers = () => {
    vi.advanceTimersByTime(1_000);
    return vi.getTimerCount();
  };
  await expect.poll(timers).toBe(0);
});

test('requests that wait for a model do not keep others out', async () => {
  const { ask, held } = await serverWith({ workingMax: 2, workingMin: 1 });
  const chats = [ask('/api/jarvis/chat'), ask('/trpc/chat.send'), ask('/api/jarvis/chat')];
  await expect.poll(() => held.length).toBe(3);
  const tasks = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(4);
  for (const answer of held) answer();
  expect(await Promise.all([...chats, tasks])).toEqual([200, 200, 200, 200]);
});

test('bodies that are still arriving do not count as work', async () => {
  const { ask, held, openSocket } = await serverWith({ workingMax: 2, workingMin: 1 });
  for (let n = 0; n < 10; n += 1) {
    openSocket().write('POST /api/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    await expect.poll(() => held.length).toBe(n + 1);
    // The count is updated at most every 20 ms.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const tasks = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(11);
  held[10]?.();
  expect(await tasks).toBe(200);
});

test('the connection of a large body that was answered unread pauses, then serves again', async () => {
  const { openSocket, sockets } = await serverWith({ pauseMs: 2_000 });
  const socket = openSocket();
  let heard = '';
  socket.on('data', (bytes) => {
    heard += bytes;
  });
  const head = 'POST /api/tasks HTTP/1.1\r\nhost: x\r\nauthorization: bad\r\ncontent-length: ';
  const small = `${head}1\r\n\r\n1`;
  socket.write(small);
  await expect.poll(() => heard.match(/ 401 /g)).toHaveLength(1);
  expect(sockets[0]?.isPaused()).toBe(false);
  socket.write(`${head}4000000\r\n\r\n`);
  await expect.poll(() => sockets[0]?.isPaused()).toBe(true);
  await expect.poll(() => heard.match(/ 401 /g)).toHaveLength(2);
  socket.write('x'.repeat(4_000_000));
  socket.write(small);
  await expect.poll(() => heard.match(/ 401 /g)).toHaveLength(3);
});

test('large bodies have a common limit, small ones are not counted', async () => {
  const { ask, refusals, held } = await serverWith({ bodyBytesMax: 50_000 });
  const large = ask('/api/jarvis/chat', 'x'.repeat(40_000));
  await expect.poll(() => held.length).toBe(1);
  expect(await ask('/api/jarvis/chat', 'x'.repeat(40_000)).catch(() => 503)).toBe(503);
  expect(refusals.at(-1)).toBe('bodies');
  const small = ask('/api/jarvis/chat', 'x'.repeat(10_000));
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  expect(await Promise.all([large, small])).toEqual([200, 200]);
});

test('requests that wait for others of their account keep nobody out', async () => {
  const { ask, held, admission, refusals } = await serverWith({ workingMax: 4, workingMin: 1 });
  const queued = [ask('/api/tasks'), ask('/api/tasks')];
  await expect.poll(() => held.length).toBe(2);
  for (const { req } of admission.open()) req.answer = { queued: 1 };
  expect(admission.figures()).toMatchObject({ working: 0, queued: 2 });
  const other = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(3);
  for (const answer of held) answer();
  expect(await Promise.all([...queued, other])).toEqual([200, 200, 200]);
  expect(refusals).toEqual([undefined, undefined, undefined]);
});

test('each connection beyond the limit gets one answer, a refusal', async () => {
  const { ask, refusals, openSocket } = await serverWith({ connectionsMax: 1 });
  await once(openSocket(), 'connect');
  expect(await ask('/api/tasks')).toBe(503);
  expect(refusals).toEqual(['connections']);
});

test.each([
  '/trpc//chat.send',
  '/trpc/chat%2Esend',
  '/trpc/tasks.list,chat.send?batch=1',
  'http://jarvis.example/trpc/chat.send',
  'http://jarvis.example/api/jarvis/chat',
  '/mcp',
])('%s counts as waiting for a model, however it is spelled', async (path) => {
  const { ask, held, admission } = await serverWith({});
  const chat = ask(path);
  await expect.poll(() => held.length).toBe(1);
  expect(admission.figures()).toMatchObject({ working: 0, waiting: 1 });
  held[0]?.();
  expect(await chat).toBe(200);
});

/** Sends only the head of a request with a chunked body. */
function beginBody(socket: Socket): Socket {
  socket.write('POST /api/jarvis/chat HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n');
  return socket;
}

const mib = 1024 * 1024;
const large = 'x'.repeat(40_000);

test('slow bodies count at their received bytes, and keep no larger ones out', async () => {
  const { ask, held, openSocket, refusals } = await serverWith({ bodyBytesMax: 2 * mib, slowBodyMs: 0 });
  for (let n = 0; n < 8; n += 1) beginBody(openSocket());
  await expect.poll(() => held.length).toBe(8);
  const asked = ask('/api/jarvis/chat', large);
  await expect.poll(() => held.length).toBe(9);
  held[8]?.();
  expect(await asked).toBe(200);
  expect(refusals).toEqual(Array(9).fill(undefined));
});

test('slow bodies that exceed the limit after all are cut off, the oldest first', async () => {
  const { held, openSocket } = await serverWith({ bodyBytesMax: 1.5 * mib, slowBodyMs: 0 });
  const first = beginBody(openSocket());
  await expect.poll(() => held.length).toBe(1);
  const second = beginBody(openSocket());
  await expect.poll(() => held.length).toBe(2);
  for (const socket of [first, second])
    socket.write(`${(900_000).toString(16)}\r\n${'x'.repeat(900_000)}\r\n`);
  await expect.poll(() => first.destroyed).toBe(true);
  expect(second.destroyed).toBe(false);
});

test('one network gets its share of the large bodies, and leaves the rest to others', async () => {
  const { ask, held, openSocket, refusals } = await serverWith({
    bodyBytesMax: 4 * mib,
    networkBodyShare: 0.25,
    slowBodyMs: 60_000,
  });
  beginBody(openSocket('127.0.0.2'));
  await expect.poll(() => held.length).toBe(1);
  expect(await ask('/api/jarvis/chat', large, '127.0.0.2').catch(() => 503)).toBe(503);
  const other = ask('/api/jarvis/chat', large, '127.0.0.3');
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  expect(await other).toBe(200);
  expect(refusals).toEqual([undefined, 'bodies', undefined]);
});

test('one network gets its share of the connections, unless it is a proxy', async () => {
  const limits = { connectionsMax: 20, networkConnectionShare: 0.1 };
  const { ask, held, openSocket, refusals } = await serverWith(limits, ['127.0.0.4']);
  const hold = async (localAddress: string) => {
    const socket = openSocket(localAddress);
    await once(socket, 'connect');
    return socket;
  };
  for (let n = 0; n < 2; n += 1) await hold('127.0.0.2');
  expect(await ask('/api/tasks', undefined, '127.0.0.2')).toBe(503);
  expect(refusals).toEqual(['connections']);
  for (let n = 0; n < 2; n += 1) await hold('127.0.0.2');
  const beyond = await hold('127.0.0.2');
  await expect.poll(() => beyond.destroyed || beyond.readableEnded || !beyond.resume().readable).toBe(true);
  for (let n = 0; n < 5; n += 1) await hold('127.0.0.4');
  const asked = [ask('/api/tasks', undefined, '127.0.0.3'), ask('/api/tasks', undefined, '127.0.0.4')];
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  expect(await Promise.all(asked)).toEqual([200, 200]);
});

test('clients that read nothing are disconnected, however few they are', async () => {
  const { held, openSocket, admission } = await serverWith({ unreadBytesMax: mib });
  openSocket().write('GET /api/tasks HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => held.length).toBe(1);
  const [res] = admission.open();
  res?.end('x'.repeat(32 * mib));
  await expect.poll(() => res?.destroyed).toBe(true);
});
