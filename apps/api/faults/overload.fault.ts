import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrowdFigures, crowd, linger } from './support/crowd.ts';
import { call } from './support/http.ts';
import { Ledger, percentile } from './support/ledger.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import { memoryMb, type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';
import { amount, whole } from './support/scale.ts';

/** Issue G, 6. Generous, because the crowd shares the machine's cores with the service. */
const acceptedMsP50 = 2_500;
const acceptedMsP99 = 5_000;
/** Those who do not wait as they are told are read from only once in a second. */
const refusedMsP50 = 1_500;
const connections = amount(300, 2_000);

describe('overload', () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let ledger: Ledger;
  let person: Person;
  let request: string;
  let calmMs: number;

  beforeAll(async () => {
    server = await startServer({ env: { DATA_DIR: folder.path, LOG_LEVEL: 'error' } });
    const people = await signUpMany(server.url, amount(4, 9));
    person = people[0] as Person;
    const { body } = await call(`${server.url}/api/conversations`, {
      method: 'POST',
      body: {},
      headers: bearer(person),
    });
    for (let n = 0; n < amount(30, 100); n += 1) {
      await call(`${server.url}/api/conversations/${body.conversation.id}/messages`, {
        method: 'POST',
        body: { content: 'a'.repeat(8_000) },
        headers: bearer(person),
      });
    }
    request = get(`/api/conversations/${body.conversation.id}`);
    ledger = new Ledger(server.url, people.slice(1), { pauseMs: 20, chat: false });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > 50, 20_000);
    await sleep(500);
    calmMs = percentile(ledger.takeFigures().millis, 95);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await folder.remove();
  });

  const get = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.key}\r\n\r\n`;

  /** All is as before, 5 s after. */
  async function calmAgain(): Promise<void> {
    await sleep(amount(1_500, 5_000));
    ledger.takeFigures();
    await sleep(1_000);
    const { outcomes, millis } = ledger.takeFigures();
    expect([...outcomes.keys()].filter((outcome) => !['201', '429'].includes(outcome))).toEqual([]);
    expect(percentile(millis, 95)).toBeLessThan(calmMs * 10 + 500);
    expect((await call(`${server.url}/api/health`)).body.status).toBe('operational');
    expect(server.child.exitCode).toBeNull();
  }

  async function healthMeanwhile(work: Promise<unknown>): Promise<number> {
    let slowest = 0;
    let over = false;
    void work.finally(() => {
      over = true;
    });
    while (!over) {
      const { status, ms } = await call(`${server.url}/api/health`);
      expect(status).toBe(200);
      slowest = Math.max(slowest, ms);
      await sleep(50);
    }
    return slowest;
  }

  function expectBounded({ millis, withoutRetryAfter }: CrowdFigures): void {
    const accepted = millis.get(200) ?? [];
    // 429: the crowd is one account, and over its share; 503: the service is overloaded.
    const refused = [...(millis.get(503) ?? []), ...(millis.get(429) ?? [])];
    expect([...millis.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(accepted.length).toBeGreaterThan(20);
    expect(percentile(accepted, 50)).toBeLessThan(acceptedMsP50 + calmMs * 10);
    expect(percentile(accepted, 99)).toBeLessThan(acceptedMsP99 + calmMs * 25);
    if (refused.length > 0) expect(percentile(refused, 50)).toBeLessThan(refusedMsP50);
    expect(withoutRetryAfter).toBe(0);
  }

  it(`${connections} connections, many times the load that it can carry, from clients that wait as they are told`, async () => {
    const working = crowd({
      port: server.port,
      connections,
      request,
      settleMs: amount(1_000, 4_000),
      forMs: amount(1_500, 6_000),
      polite: true,
    });
    const slowest = await healthMeanwhile(working);
    expectBounded(await working);
    expect(slowest).toBeLessThan(4_000);
    await calmAgain();
  });

  it.runIf(whole)(`${connections} connections of clients that never wait`, async () => {
    const figures = await crowd({
      port: server.port,
      connections,
      request,
      settleMs: amount(1_000, 4_000),
      forMs: amount(1_500, 6_000),
      polite: false,
    });
    expectBounded(figures);
    await calmAgain();
  });

  it.runIf(whole)(
    `${connections} slow senders: of headers, and of bodies; others are served meanwhile`,
    async () => {
      const memoryBefore = memoryMb(server.pid);
      const drip = (head: string) => (socket: import('node:net').Socket) => {
        socket.write(head);
        const timer = setInterval(() => socket.write('x'), 500);
        socket.once('close', () => clearInterval(timer));
      };
      const slow = [
        linger(server.port, connections / 2, drip('GET /api/tasks HTTP/1.1\r\nhost: localhost\r\nx-slow: ')),
        linger(
          server.port,
          connections / 2,
          drip(
            `POST /api/tasks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.key}\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{"title":"`,
          ),
        ),
      ];
      await sleep(amount(1_500, 4_000));
      ledger.takeFigures();
      await sleep(1_000);
      const { outcomes, millis } = ledger.takeFigures();
      expect([...outcomes.keys()].filter((outcome) => !['201', '429'].includes(outcome))).toEqual([]);
      expect(percentile(millis, 95)).toBeLessThan(calmMs * 10 + 1_000);
      expect(memoryMb(server.pid) - memoryBefore).toBeLessThan(150);
      if (amount(0, 1) === 1) {
        await until('slow headers are ended', () => slow[0]?.open() === 0, 20_000);
        await until('slow bodies are ended', () => slow[1]?.open() === 0, 40_000);
      }
      for (const { end } of slow) end();
      await calmAgain();
    },
  );

  it.runIf(whole)(
    `${connections} slow readers of large answers do not fill the memory, and others are served meanwhile`,
    async () => {
      const memoryBefore = memoryMb(server.pid);
      const slow = linger(server.port, connections, (socket) => {
        socket.pause();
        socket.write(request.repeat(5));
      });
      await sleep(amount(2_000, 5_000));
      ledger.takeFigures();
      const before = ledger.acknowledged;
      await until('writes are acknowledged', () => ledger.acknowledged > before + 10, 10_000);
      expect(memoryMb(server.pid) - memoryBefore).toBeLessThan(600);
      slow.end();
      await calmAgain();
    },
  );

  it.runIf(whole)('bodies at the limit, many at once', async () => {
    const body = JSON.stringify({ message: 'Hello', messages: [], more: 'x'.repeat(1_024 * 1_024 - 200) });
    const memoryBefore = memoryMb(server.pid);
    const answers = await Promise.all(
      Array.from({ length: amount(60, 300) }, () =>
        call(`${server.url}/api/jarvis/chat`, {
          method: 'POST',
          agent: false,
          body,
          headers: bearer(person),
        }).catch((error: Error) => error),
      ),
    );
    const statuses = answers.map((answer) =>
      answer instanceof Error ? answer.message.replace(/ after.*/, '') : answer.status,
    );
    // Refused in the middle of sending, a client may see the connection closed before it reads the answer.
    expect(
      [...new Set(statuses)].filter(
        (status) => ![200, 429, 503, 'no answer: EPIPE', 'no answer: ECONNRESET'].includes(status),
      ),
    ).toEqual([]);
    expect(statuses).toContain(200);
    expect(memoryMb(server.pid) - memoryBefore).toBeLessThan(600);
    await calmAgain();
  });

  it('has lost nothing of what it acknowledged meanwhile', async () => {
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
    expect(memoryMb(server.pid)).toBeLessThan(900);
  });
});
