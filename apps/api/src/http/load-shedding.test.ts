import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Admission, type AdmissionLimits, admissionLimits, type Refusal } from './load-shedding.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A server that answers when it is told to, with limits that are soon reached. */
async function serverWith(limits: Partial<AdmissionLimits>) {
  const admission = new Admission({ ...admissionLimits, ...limits });
  const refusals: (Refusal | undefined)[] = [];
  const held: (() => void)[] = [];
  const server: Server = createServer((req, res) => {
    const refusal = admission.enter(req, res);
    refusals.push(refusal);
    if (refusal) return void res.writeHead(503).end();
    req.resume();
    held.push(() => res.end('done'));
  });
  server.on('connection', (socket) => admission.connected(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  opened.push(() => {
    admission.close();
    server.closeAllConnections();
    server.close();
  });
  const ask = (path: string, headers: Record<string, string | number> = {}, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const req = request({
        port,
        host: '127.0.0.1',
        path,
        headers,
        agent: false,
        method: body === undefined ? 'GET' : 'POST',
      });
      req.once('error', reject).once('response', (res) => {
        res.resume().once('end', () => resolve(res.statusCode ?? 0));
      });
      req.end(body);
    });
  return { admission, refusals, held, port, ask };
}

test('what is beyond the number is refused, health never, and what ends makes room', async () => {
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

test('waiting for a model does not keep others out', async () => {
  const { ask, held } = await serverWith({ workingMax: 2, workingMin: 1 });
  const chats = [ask('/api/jarvis/chat'), ask('/trpc/chat.send'), ask('/api/jarvis/chat')];
  await expect.poll(() => held.length).toBe(3);
  const tasks = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(4);
  for (const answer of held) answer();
  expect(await Promise.all([...chats, tasks])).toEqual([200, 200, 200, 200]);
});

test('bodies that are still on their way do not count as work', async () => {
  const { ask, held, port } = await serverWith({ workingMax: 2, workingMin: 1 });
  for (let n = 0; n < 10; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{');
    opened.push(() => socket.destroy());
    await expect.poll(() => held.length).toBe(n + 1);
    // The count is taken anew at most every 20 ms.
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const tasks = ask('/api/tasks');
  await expect.poll(() => held.length).toBe(11);
  held[10]?.();
  expect(await tasks).toBe(200);
});

test('large bodies are bounded together, small ones are not counted', async () => {
  const { ask, refusals, held } = await serverWith({ bodyBytesMax: 50_000 });
  const large = ask('/api/jarvis/chat', {}, 'x'.repeat(40_000));
  await expect.poll(() => held.length).toBe(1);
  expect(await ask('/api/jarvis/chat', {}, 'x'.repeat(40_000)).catch(() => 503)).toBe(503);
  expect(refusals.at(-1)).toBe('bodies');
  const small = ask('/api/jarvis/chat', {}, 'x'.repeat(10_000));
  await expect.poll(() => held.length).toBe(2);
  for (const answer of held) answer();
  expect(await Promise.all([large, small])).toEqual([200, 200]);
});

test('connections beyond the number are answered once, with a refusal', async () => {
  const { ask, refusals, port } = await serverWith({ connectionsMax: 1 });
  const socket = connect(port, '127.0.0.1');
  opened.push(() => socket.destroy());
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  expect(await ask('/api/tasks')).toBe(503);
  expect(refusals).toEqual(['connections']);
});
