import { ChangeFeed } from '@jarvis/core';
import { MovableClock, silentLog } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { afterAll, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { eventsOf } from './support/event-stream.ts';
import { serviceForFile } from './support/service.ts';
import { startTurn } from './support/turn-stream.ts';

let [ada, bob]: Client[] = [];
/** Statements on tasks wait for it. */
let gate: Promise<void> = Promise.resolve();

let previous: Promise<unknown> = Promise.resolve();

const database = await databaseForFile();
const db = database.intercepted(async ({ text }, proceed) => {
  if (!text.includes('from "tasks"')) return proceed();
  await gate;
  // One after another: on a busy machine, so many at once would wait too long for a connection.
  const own = previous.then(proceed);
  previous = own.then(undefined, () => undefined);
  return own;
});
const clock = new MovableClock();
const changes = new ChangeFeed({ db, clock, log: silentLog });
const service = await serviceForFile({ db, overrides: { clock, changes } });
[ada, bob] = [await service.signedUp(), await service.signedUp()];
afterAll(() => changes.close());

it('one account’s flood is refused for that account only; the others are served meanwhile', async () => {
  const open = Promise.withResolvers<void>();
  gate = open.promise;
  const flood = Array.from({ length: 160 }, async () => ada?.get('/api/tasks'));
  const refused = await Promise.race(flood);
  expect(refused?.status).toBe(429);
  expect(refused?.headers.get('retry-after')).toBe('1');
  expect(refused?.body.error).toContain('at the same time');
  const others = await Promise.all(Array.from({ length: 8 }, () => bob?.get('/api/conversations')));
  expect(others.map((answer) => answer?.status)).toEqual(Array(8).fill(200));
  open.resolve();
  const statuses = (await Promise.all(flood)).map((answer) => answer?.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(128);
  expect(statuses.filter((status) => status === 429)).toHaveLength(32);
});

it('an account has at most twenty streams; one that ends makes room, and other accounts have their own', async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(ada)));
  const refused = eventsOf(ada as Client, 'live.changes', undefined).next();
  await expect(refused).rejects.toThrow('TOO_MANY_REQUESTS');
  const start = (client: Client | undefined) =>
    startTurn(client as Client, { message: 'hello' }).then(
      () => 'started',
      (error) => error.data.code,
    );
  expect(await start(ada)).toBe('TOO_MANY_REQUESTS');
  expect((await ada?.get('/api/conversations'))?.body.conversations).toEqual([]);
  expect(await start(bob)).toBe('started');
  streams[0]?.leave();
  await expect.poll(() => start(ada)).toBe('started');
  for (const { leave } of streams) leave();
});

/** Resolves when the server has accepted it. Holds its answer: fetch ends a stream whose answer nothing refers to. */
async function openStream(client: Client | undefined): Promise<{ leave(): void }> {
  const cookie = [...(client?.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { accept: 'text/event-stream', cookie };
  const { body } = await fetch(`${client?.url}/trpc/live.changes`, { headers });
  return { leave: () => void body?.cancel() };
}
