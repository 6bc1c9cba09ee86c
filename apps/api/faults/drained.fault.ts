import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { PlainCluster, ScriptedModel } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterEach, describe, expect, it } from 'vitest';
import { hasHaProxy, startHaProxy } from './support/balancer.ts';
import { call, NoAnswer } from './support/http.ts';
import { Ledger } from './support/ledger.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import {
  freePort,
  goneWithin,
  isAlive,
  postmasterOf,
  type ServerProcess,
  startServer,
  temporaryFolder,
  until,
} from './support/process.ts';

/** Ended and restarted one by one. */
describe('ended with a signal under load', () => {
  const opened: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    while (opened.length > 0) await opened.pop()?.();
  });

  function folder(): string {
    const made = temporaryFolder();
    opened.push(made.remove);
    return made.path;
  }

  async function serve(env: Record<string, string>, program?: readonly string[]): Promise<ServerProcess> {
    const server = await startServer({
      env: { TRUST_PROXY: '1', LOG_LEVEL: 'warn', ...env },
      ...(program && { program }),
    });
    opened.push(() => server.stop('SIGKILL'));
    return server;
  }

  for (const [name, env] of [
    ['one process', {}],
    ['two processes behind one port (WEB_CONCURRENCY=2)', { WEB_CONCURRENCY: '2' }],
  ] as const) {
    it.runIf(whole || name === 'one process')(
      `${name}: answers accepted requests, ends streams, accepts nothing new, exits with 0 within 10 s`,
      async () => {
        const dataDir = folder();
        const server = await serve({ DATA_DIR: dataDir, ...env });
        const people = await signUpMany(server.url, amount(4, 12));
        const ledger = new Ledger(server.url, people, { pauseMs: 0 });
        ledger.start();
        const stream = openStream(server.url, people[0] as Person);
        await until('the stream has begun', () => stream.begun(), 5_000);
        await until('writes are acknowledged', () => ledger.acknowledged > 100, 60_000);
        ledger.takeFigures();
        const postmaster = postmasterOf(dataDir) ?? 0;

        const stopped = server.stop('SIGTERM');
        const told = await stream.ended;
        const { code, ms } = await stopped;
        expect(code).toBe(0);
        expect(ms).toBeLessThan(10_000);
        expect(told.text).toContain('retry: ');
        expect(told.whole).toBe(true);
        await expect(call(`${server.url}/api/health`, { agent: false })).rejects.toThrow(NoAnswer);
        expect(await goneWithin(postmaster, 2_000)).toBe(true);

        await ledger.stop();
        const { outcomes } = ledger.takeFigures();
        // Every client retries refused connections; a reset connection carried a request. The primary of a cluster
        // resets accepted connections when no worker is left: their requests were not begun.
        const harmless = [
          '200',
          '201',
          '429',
          'ECONNREFUSED',
          ...(name === 'one process' ? [] : ['ECONNRESET']),
        ];
        expect([...outcomes.keys()].filter((outcome) => !harmless.includes(outcome))).toEqual([]);
        const again = await serve({ DATA_DIR: dataDir });
        expect(await ledger.problems(again.url)).toEqual([]);
      },
    );
  }

  it('the text so far of a streamed reply is stored, and its reader is told so', async () => {
    const dataDir = folder();
    const model = await ScriptedModel.start();
    opened.push(() => model.close());
    model.otherwise = () => ({ say: 'word '.repeat(200), pieceMs: 100 });
    const env = { DATA_DIR: dataDir, MODEL: 'openai-compatible:scripted', MODEL_BASE_URL: model.url };
    const server = await serve(env);
    const [person] = await signUpMany(server.url, 1);
    const headers = bearer(person as Person);
    const streamed = call(`${server.url}/api/jarvis/chat`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, accept: 'text/event-stream' },
      body: { message: 'a story' },
    });
    await until('the model was asked', () => model.requests.length > 0, 10_000);
    const { code, ms } = await server.stop('SIGTERM');
    expect([code, ms < 10_000]).toEqual([0, true]);
    const { text } = await streamed;
    expect(text).toMatch(/data: \[DONE\]\n\n$/);
    const { reply, conversationId } = JSON.parse(
      /\{"type":"data-answer","data":(.*)\}\n/.exec(text)?.[1] ?? '',
    );
    expect(reply).toMatch(/^word /);
    const again = await serve(env);
    const { messages } = (await call(`${again.url}/api/conversations/${conversationId}`, { headers })).body;
    expect(messages.at(-1).content).toBe(reply);
  });

  it.runIf(whole)('waits for a slow request, and cuts off one that never ends', async () => {
    const server = await serve({ DATA_DIR: folder() });
    const [person] = await signUpMany(server.url, 1);
    // Hashing takes time: many concurrent requests stay in flight for a second or more.
    const logins = Array.from({ length: 20 }, (_, n) =>
      call(`${server.url}/api/auth/login`, {
        method: 'POST',
        agent: false,
        headers: { 'x-forwarded-for': `10.9.0.${n}` },
        body: { email: person?.email, password: 'wrong password' },
      }),
    );
    const forever = new Promise<number>((resolve) => {
      const startedAt = performance.now();
      // Sends its header, announces a body, and never sends it.
      const req = get(`${server.url}/api/health`, {
        agent: false,
        method: 'POST',
        headers: { 'content-length': '10' },
      });
      req.once('close', () => resolve(performance.now() - startedAt)).once('error', () => {});
      req.flushHeaders();
    });
    // Connections are accepted in order.
    await call(`${server.url}/api/health`, { agent: false });
    const { code, ms } = await server.stop('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    for (const answer of await Promise.all(logins)) expect(answer.status).toBe(401);
    expect(await forever).toBeLessThan(10_000);
  });

  it.runIf(whole && hasHaProxy)(
    'a rolling restart of two processes behind HAProxy loses nothing',
    async () => {
      const dataDir = folder();
      const cluster = await PlainCluster.create(join(dataDir, 'cluster'));
      opened.push(() => cluster.remove());
      const ports = [await freePort(), await freePort()];
      const start = (port: number | undefined) =>
        serve({ DATA_DIR: dataDir, DATABASE_URL: cluster.url, PORT: String(port) });
      const servers = [];
      for (const port of ports) servers.push(await start(port));
      const { url, usesAll, close } = await startHaProxy(join(dataDir, 'haproxy'), ports);
      opened.push(close);
      const ledger = new Ledger(url, await signUpMany(url, amount(4, 12)), { pauseMs: 3 });
      ledger.start();
      for (let round = 0; round < amount(2, 6); round += 1) {
        const before = ledger.acknowledged;
        // Longer than a rate's window: writers may have used theirs up.
        await until('writes are acknowledged', () => ledger.acknowledged > before + 50, 70_000);
        const { code } = (await servers[round % 2]?.stop('SIGTERM')) ?? {};
        expect(code).toBe(0);
        servers[round % 2] = await start(ports[round % 2]);
        await until('HAProxy has seen the new process', usesAll, 30_000);
      }
      await ledger.stop();
      expect(await ledger.problems()).toEqual([]);
      // The balancer itself answered no request for lack of a server, and cut none off. A process that is alone beside
      // one that starts may be overloaded, and say so.
      const { outcomes } = ledger.takeFigures();
      const harmless = ['200', '201', '429', '503'];
      expect([...outcomes.keys()].filter((outcome) => !harmless.includes(outcome))).toEqual([]);
    },
  );

  it.runIf(whole && hasHaProxy)(
    'HAProxy keeps a process whose health answers late, as it does while the database is silent',
    async () => {
      let asked = 0;
      const late = createServer((_req, res) => {
        asked += 1;
        setTimeout(() => res.end('{}'), 1_300);
      });
      const port = await freePort();
      late.listen(port, '127.0.0.1');
      opened.push(async () => late.close());
      const { url, close } = await startHaProxy(join(folder(), 'haproxy'), [port]);
      opened.push(close);
      await until('it was checked often enough to count as down', () => asked > 5, 30_000);
      expect((await call(`${url}/`, { agent: false })).status).toBe(200);
    },
  );

  // npm forwards no SIGHUP: a closed terminal sends it to the service, too.
  for (const [signal, ...command] of [
    ['SIGTERM', 'npm', 'start', '--silent'],
    ['SIGINT', 'npm', 'start', '--silent'],
    ['SIGHUP'],
  ] as const) {
    it.runIf(whole)(`${command[0] ?? 'the service'} ends its server and Postgres on ${signal}`, async () => {
      const dataDir = folder();
      const server = await serve({ DATA_DIR: dataDir }, command.length > 0 ? [...command] : undefined);
      const postmaster = postmasterOf(dataDir) ?? 0;
      expect(isAlive(postmaster)).toBe(true);
      await server.stop(signal);
      await until(
        'the port is free',
        () =>
          call(server.url, { agent: false }).then(
            () => false,
            () => true,
          ),
        10_000,
      );
      expect(await goneWithin(postmaster, 10_000)).toBe(true);
    });
  }
});

/** The web app's stream of changes, as a browser holds it open. */
function openStream(url: string, person: Person) {
  let text = '';
  let begun = false;
  const ended = new Promise<{ text: string; whole: boolean }>((resolve) => {
    const req = get(
      `${url}/trpc/live.changes`,
      { agent: false, headers: { cookie: person.cookie, accept: 'text/event-stream' } },
      (res) => {
        begun = res.statusCode === 200;
        res.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        res.once('close', () => resolve({ text, whole: res.complete }));
      },
    );
    req.once('error', () => resolve({ text, whole: false }));
  });
  return { begun: () => begun, ended };
}
