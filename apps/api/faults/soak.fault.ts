import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PlainCluster } from '@jarvis/testkit';
import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, NoAnswer } from './support/http.ts';
import { bearer, type Person, password, signUpMany } from './support/people.ts';
import { temporaryFolder } from './support/process.ts';

const hours = 8;
const seconds = amount(8, 120);
const speed = (hours * 3_600) / seconds;

describe.runIf(whole)(`eight hours in ${seconds} s`, () => {
  const folder = temporaryFolder();
  let cluster: PlainCluster;
  let service: ChildProcess;
  let url: string;
  let people: Person[];

  beforeAll(async () => {
    cluster = await PlainCluster.create(join(folder.path, 'cluster'), { autovacuum_naptime: '1s' });
    service = fork(fileURLToPath(new URL('./support/fast-service.ts', import.meta.url)), [String(speed)], {
      execArgv: ['--expose-gc'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PORT: '0',
        DATABASE_URL: cluster.url,
        DATA_DIR: folder.path,
        TRUST_PROXY: '1',
        MODEL: 'builtin',
      },
    });
    const { port } = await answer<{ port: number }>();
    url = `http://127.0.0.1:${port}`;
    people = await signUpMany(url, amount(4, 8));
  });
  afterAll(async () => {
    service?.kill('SIGKILL');
    await cluster?.remove();
    await folder.remove();
  });

  const answer = <T>() =>
    new Promise<T>((resolve) => service.once('message', (message) => resolve(message as T)));

  function ask<T>(message: object): Promise<T> {
    const told = answer<T>();
    service.send(message);
    return told;
  }

  /** A person's activity over time; at its end only expiring data remains. */
  async function aWhile(person: Person): Promise<number> {
    const headers = bearer(person);
    const send = (method: string, path: string, body?: unknown, more: Record<string, string> = headers) =>
      call(url + path, { method, headers: more, ...(body === undefined ? {} : { body }) });
    const login = await send(
      'POST',
      '/api/auth/login',
      { email: person.email, password },
      { 'x-forwarded-for': '10.1.2.3' },
    );
    const cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
    await send('POST', '/api/auth/forgot', { email: person.email }, { 'x-forwarded-for': '10.1.2.4' });
    const { body: made } = await send('POST', '/api/tasks', { title: 'for a while' });
    if (made.task) await send('DELETE', `/api/tasks/${made.task.id}`);
    const { body: chat } = await send('POST', '/api/jarvis/chat', { message: 'What is 2 + 2?' });
    if (chat.conversationId) await send('DELETE', `/api/conversations/${chat.conversationId}`);
    await send('GET', '/api/memories', undefined, { cookie });
    if (Math.random() < 0.5) await send('POST', '/api/auth/logout', {}, { cookie });
    return login.status;
  }

  const rows = async () => {
    const [row] = await cluster.sql(
      `select (select count(*) from sessions)::int, (select count(*) from reset_tokens)::int,
         (select count(*) from rate_windows)::int, (select count(*) from conversations)::int,
         pg_database_size(current_database())::int / 1048576`,
    );
    const [sessions, resetTokens, rateWindows, conversations, megabytes] = row as number[];
    return { sessions, resetTokens, rateWindows, conversations, megabytes };
  };

  it('memory, handles and the database do not grow', async () => {
    const until = Date.now() + seconds * 1_000;
    const statuses = new Set<number>();
    const work = Promise.all(
      people.map(async (person) => {
        while (Date.now() < until) {
          try {
            statuses.add(await aWhile(person));
          } catch (error) {
            if (!(error instanceof NoAnswer)) throw error;
          }
        }
      }),
    );
    await sleep(seconds * 400);
    const [early, earlyRows] = [await ask<Figures>({ ask: 'measure' }), await rows()];
    await work;
    await sleep(1_000);
    const [late, lateRows] = [await ask<Figures>({ ask: 'measure' }), await rows()];
    expect(statuses).toContain(200);
    expect([...statuses].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    expect(late.now - early.now).toBeGreaterThan(3 * 3_600_000);
    expect(late.heapMb - early.heapMb).toBeLessThan(15);
    expect(late.handles - early.handles).toBeLessThan(10);
    // Reset links live for 30 minutes, windows for at most 15; a sweep runs every 10.
    expect(lateRows.resetTokens).toBeLessThan(people.length * 40);
    expect(lateRows.rateWindows).toBeLessThan(people.length * 20);
    expect(Number(lateRows.megabytes) - Number(earlyRows.megabytes)).toBeLessThan(12);
  });

  it('a session ends after 30 days without use, a reset link after 30 minutes, and both are removed', async () => {
    const person = people[0] as Person;
    expect((await call(`${url}/api/keys`, { headers: { cookie: person.cookie } })).status).toBe(200);
    await ask({ ask: 'advance', seconds: 31 * 86_400 });
    expect((await call(`${url}/api/keys`, { headers: { cookie: person.cookie } })).status).toBe(401);
    expect((await call(`${url}/api/tasks`, { headers: bearer(person) })).status).toBe(200);
    expect(await rows()).toMatchObject({ sessions: 0, resetTokens: 0 });
  });
});

interface Figures {
  readonly heapMb: number;
  readonly handles: number;
  readonly now: number;
}
