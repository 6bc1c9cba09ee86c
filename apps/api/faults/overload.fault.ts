import { setTimeout as sleep } from 'node:timers/promises';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrowdFigures, crowd, linger } from './support/crowd.ts';
import { call } from './support/http.ts';
import { belowRatesMs, Ledger } from './support/ledger.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import { memoryMb, type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';

const connections = amount(300, 2_000);
/** One account reaches its own share long before the service is overloaded, so an overload needs several. */
const crowdAccounts = amount(2, 6);

describe('overload', () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let ledger: Ledger;
  let person: Person;
  let requests: string[];

  beforeAll(async () => {
    server = await startServer({ env: { DATA_DIR: folder.path, LOG_LEVEL: 'error' } });
    const people = await signUpMany(server.url, crowdAccounts + amount(3, 8));
    const crowdPeople = people.slice(0, crowdAccounts);
    person = crowdPeople[0] as Person;
    requests = await Promise.all(crowdPeople.map(longConversation));
    ledger = new Ledger(server.url, people.slice(crowdAccounts), { pauseMs: belowRatesMs, chat: false });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > 50, 60_000);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await folder.remove();
  });

  /** Makes a conversation that is expensive to read. */
  async function longConversation(of: Person): Promise<string> {
    const headers = bearer(of);
    const made = await call(`${server.url}/api/conversations`, { method: 'POST', body: {}, headers });
    const path = `/api/conversations/${made.body.conversation.id}`;
    const body = { content: 'a'.repeat(8_000) };
    for (let n = 0; n < amount(30, 100); n += 1) {
      const { status } = await call(`${server.url}${path}/messages`, { method: 'POST', body, headers });
      expect(status).toBe(201);
    }
    return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${of.key}\r\n\r\n`;
  }

  /** The other accounts continue to write: their next writes are acknowledged. */
  async function othersAreServed(): Promise<void> {
    const before = ledger.acknowledged;
    await until(
      () => `writes of others are acknowledged: ${JSON.stringify([...ledger.figures.outcomes])}`,
      () => ledger.acknowledged > before + 10,
      20_000,
    );
  }

  /** Soon after, nobody is refused any more. */
  async function calmAgain(): Promise<void> {
    await until(
      'writes are only acknowledged',
      async () => {
        ledger.takeFigures();
        await othersAreServed();
        return [...ledger.takeFigures().outcomes.keys()].every((outcome) => outcome === '201');
      },
      30_000,
    );
    expect((await call(`${server.url}/api/health`)).body.status).toBe('operational');
    expect(server.child.exitCode).toBeNull();
  }

  /** Health is always answered, and others are served. */
  async function servedMeanwhile(work: Promise<unknown>): Promise<void> {
    let over = false;
    const working = work.finally(() => {
      over = true;
    });
    const healthy = async () => {
      while (!over) {
        expect((await call(`${server.url}/api/health`)).status).toBe(200);
        await sleep(50);
      }
    };
    await Promise.all([working, othersAreServed(), healthy()]);
  }

  function expectBounded({ millis, withoutRetryAfter }: CrowdFigures): void {
    // 429: an account of the crowd is over its share; 503: the service is overloaded.
    expect([...millis.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(millis.get(200)?.length).toBeGreaterThan(20);
    expect((millis.get(503)?.length ?? 0) + (millis.get(429)?.length ?? 0)).toBeGreaterThan(0);
    expect(withoutRetryAfter).toBe(0);
  }

  it(`${connections} connections, many times the capacity, from clients that obey Retry-After`, async () => {
    const working = crowd({
      port: server.port,
      connections,
      requests,
      settleMs: amount(1_000, 4_000),
      forMs: amount(1_500, 6_000),
      polite: true,
    });
    await servedMeanwhile(working);
    expectBounded(await working);
    await calmAgain();
  });

  it.runIf(whole)(`${connections} connections from clients that never wait`, async () => {
    const working = crowd({
      port: server.port,
      connections,
      requests,
      settleMs: amount(1_000, 4_000),
      forMs: amount(1_500, 6_000),
      polite: false,
    });
    await servedMeanwhile(working);
    expectBounded(await working);
    await calmAgain();
  });

  it.runIf(whole)(
    `${connections} slow senders, of headers and of bodies; others are served meanwhile`,
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
      await othersAreServed();
      const { outcomes } = ledger.takeFigures();
      expect([...outcomes.keys()]).toEqual(['201']);
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
    `${connections} slow readers of large answers do not fill the memory; others are served meanwhile`,
    async () => {
      const memoryBefore = memoryMb(server.pid);
      const slow = linger(server.port, connections, (socket) => {
        socket.pause();
        socket.write((requests[0] ?? '').repeat(5));
      });
      await sleep(amount(2_000, 5_000));
      await othersAreServed();
      expect(memoryMb(server.pid) - memoryBefore).toBeLessThan(600);
      slow.end();
      await calmAgain();
    },
  );

  it.runIf(whole)('many bodies of the maximum size at once', async () => {
    const body = JSON.stringify({ message: 'Hello', messages: [], more: 'x'.repeat(1_024 * 1_024 - 200) });
    const memoryBefore = memoryMb(server.pid);
    const answers = await Promise.all(
      Array.from({ length: amount(60, 300) }, () =>
        call(`${server.url}/api/jarvis/chat`, {
          method: 'POST',
          agent: false,
          body,
          headers: bearer(person),
          timeoutMs: 60_000,
        }).catch((error: Error) => error),
      ),
    );
    const statuses = answers.map((answer) =>
      answer instanceof Error ? answer.message.replace(/ after.*/, '') : answer.status,
    );
    // A client refused while sending may see the connection closed before it reads the answer.
    expect(
      [...new Set(statuses)].filter(
        (status) => ![200, 429, 503, 'no answer: EPIPE', 'no answer: ECONNRESET'].includes(status),
      ),
    ).toEqual([]);
    expect(statuses).toContain(200);
    expect(memoryMb(server.pid) - memoryBefore).toBeLessThan(600);
    await calmAgain();
  });

  it('has lost no acknowledged write', async () => {
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
    expect(memoryMb(server.pid)).toBeLessThan(900);
  });
});
