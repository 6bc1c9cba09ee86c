import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterAll, expect, test } from 'vitest';
import { HashingThreads } from './hashing-threads.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

const threads = new HashingThreads({ threadsMax: 1, waitMsMax: 100 });
afterAll(() => threads.close());

test('a password is stored as Argon2id with 19 MiB, 2 passes and 1 lane, salted anew each time', async () => {
  const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test('passwords are taken as they are: no trimming, no normalising, no cutting', async () => {
  const composed = 'caf\u00e9 12345';
  const stored = await hashPassword(composed);
  expect(await verifyPassword(composed, stored)).toBe(true);
  for (const other of ['cafe\u0301 12345', `${composed} `, ` ${composed}`, composed.toUpperCase(), '']) {
    expect(await verifyPassword(other, stored)).toBe(false);
  }
  const long = 'x'.repeat(127);
  const storedLong = await hashPassword(`${long}a`);
  expect(await verifyPassword(`${long}b`, storedLong)).toBe(false);
});

test('a hash that was made with another cost is verified by its own', async () => {
  const nonce = Buffer.from('0123456789abcdef');
  const parameters = { memory: 64, passes: 3, parallelism: 1, tagLength: 32 };
  const tag = Buffer.from(await threads.hash({ message: 'old one', nonce, parameters }));
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const stored = `$argon2id$v=19$m=64,t=3,p=1$${plain(nonce)}$${plain(tag)}`;
  expect(await verifyPassword('old one', stored)).toBe(true);
  expect(await verifyPassword('new one', stored)).toBe(false);
});

test('without a stored hash the answer is no, whatever the password', async () => {
  expect(await verifyPassword('anything at all', null)).toBe(false);
});

test('a queue that would take too long is refused at once, and what was accepted is still served', async () => {
  const job = {
    message: 'x',
    nonce: new Uint8Array(16),
    parameters: { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 },
  };
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => threads.hash(job)));
  const served = all.filter(({ status }) => status === 'fulfilled');
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(served.length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', retryAfterSeconds: 2 } });
});

test('the event loop goes on while as many hashes as possible are computed', async () => {
  let turns = 0;
  const counting = setInterval(() => turns++, 1);
  await Promise.all(Array.from({ length: 8 * availableParallelism() }, () => hashPassword('busy busy')));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(20);
});

test.runIf(process.platform === 'linux')('only the hashing threads have the lowest priority', async () => {
  await hashPassword('busy busy');
  const nice = new Map<string, number>();
  for (const thread of readdirSync('/proc/self/task')) {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    nice.set(thread, Number(fields[16]));
  }
  const lowest = [...nice.values()].filter((value) => value === 19);
  expect(lowest.length).toBeGreaterThanOrEqual(1);
  // The service's threads, and the one that this file started.
  expect(lowest.length).toBeLessThanOrEqual(availableParallelism() + 1);
  expect(nice.get(String(process.pid))).toBeLessThan(19);
});
