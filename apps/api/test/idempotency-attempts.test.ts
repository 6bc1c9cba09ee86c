import { sweep } from '@jarvis/core';
import { MovableClock } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Client, ClientAnswer } from './support/client.ts';
import { serviceForFile, startService, type TestService } from './support/service.ts';

let ada: Client;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });

beforeEach(async () => {
  ada = await service.signedUp();
});

let keys = 0;
const newKey = () => `key-${++keys}`;
const send = (path: string, body: unknown, key: string, as = ada) =>
  as.post(path, body, { 'idempotency-key': key });
const chat = (key: string, as = ada) => send('/api/jarvis/chat', { message: 'Hello' }, key, as);
const replayed = ({ headers }: ClientAnswer) => headers.get('idempotent-replayed') === 'true';

/** Lets time pass for an attempt, by the database's clock. */
const later = (key: string, seconds: number) =>
  service.deps.db.run(
    `update idempotency_keys set attempt_ends_at = attempt_ends_at - make_interval(secs => $2) where id = $1`,
    [key, seconds],
  );

/** A reply that the test releases. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  model.script({
    by: (async function* () {
      await promise;
      yield 'There you are.';
    })(),
  });
  return resolve;
}

it('an attempt sends heartbeats while its work runs, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const go = held();
  const key = newKey();
  const first = chat(key);
  await expect.poll(() => model.waiting).toBe(1);
  const leftMs = async (from = 'now()') => {
    const [[ms] = []] = await service.deps.db.run(
      `select extract(epoch from attempt_ends_at - ${from}) * 1000 from idempotency_keys where id = $1`,
      [key],
    );
    return Number(ms);
  };
  await later(key, 12);
  const [[begun] = []] = await service.deps.db.run('select now()::text', []);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => leftMs(`'${begun}'::timestamptz`)).toBeGreaterThan(13_000);
  go();
  expect((await first).status).toBe(200);
  await later(key, 12);
  vi.advanceTimersByTime(50_000);
  expect((await chat(key)).text).toBe((await first).text);
  expect(await leftMs()).toBeLessThan(4_000);
});

describe.each([
  ['ahead', 1],
  ['behind', -1],
])('a machine whose clock is a day %s', (_, days) => {
  let odd: TestService;
  beforeAll(async () => {
    const clock = new MovableClock(Date.now() + days * 24 * 60 * 60_000);
    odd = await startService({ db: service.deps.db, overrides: { model: model.model, clock } });
  });
  afterAll(() => odd.close());

  /** The same person at that machine. */
  const there = () => {
    const client = odd.stranger();
    for (const [name, value] of ada.cookies) client.cookies.set(name, value);
    return client;
  };

  it('does nothing twice, and prevents nothing from being done', async () => {
    const task = newKey();
    const made = await send('/api/tasks', { title: 'Milk' }, task);
    expect((await send('/api/tasks', { title: 'Milk' }, task, there())).text).toBe(made.text);
    await sweep(odd.deps);
    expect((await send('/api/tasks', { title: 'Milk' }, task)).text).toBe(made.text);

    const go = held();
    const asked = newKey();
    const first = chat(asked, there());
    await expect.poll(() => model.waiting).toBe(1);
    expect((await chat(asked)).status).toBe(409);
    await later(asked, 15);
    const again = await chat(asked);
    expect([again.status, replayed(again)]).toEqual([200, false]);
    go();
    expect((await first).status).toBe(500);
  });
});

it('an attempt past its maximum time has ended', async () => {
  const key = newKey();
  await chat(key);
  await service.deps.db.run(
    `update idempotency_keys set outcome = null, attempt_ends_at = now() + interval '1 day' where id = $1`,
    [key],
  );
  const answer = await chat(key);
  expect([answer.status, replayed(answer)]).toEqual([200, false]);
});
