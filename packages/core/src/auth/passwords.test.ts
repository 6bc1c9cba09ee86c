import { expect, test } from 'vitest';
import { Argon2Passwords, Hashing } from './passwords.ts';

const passwords = new Argon2Passwords();
const hashing = new Hashing({ waitMsMax: 100 });

test('a password is stored as Argon2id with 19 MiB, 2 passes and 1 lane, salted anew each time', async () => {
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test('passwords are taken unchanged: no trimming, no normalising, no cutting', async () => {
  const composed = 'caf\u00e9 12345';
  const stored = await passwords.hash(composed);
  expect(await passwords.verify(composed, stored)).toBe(true);
  for (const other of ['cafe\u0301 12345', `${composed} `, ` ${composed}`, composed.toUpperCase(), '']) {
    expect(await passwords.verify(other, stored)).toBe(false);
  }
  const long = 'x'.repeat(127);
  const storedLong = await passwords.hash(`${long}a`);
  expect(await passwords.verify(`${long}b`, storedLong)).toBe(false);
});

test('a hash is verified with the cost that it was made with', async () => {
  const nonce = Buffer.from('0123456789abcdef');
  const parameters = { memory: 64, passes: 3, parallelism: 1, tagLength: 32 };
  const tag = Buffer.from(await hashing.hash({ message: 'old one', nonce, ...parameters }));
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const stored = `$argon2id$v=19$m=64,t=3,p=1$${plain(nonce)}$${plain(tag)}`;
  expect(await passwords.verify('old one', stored)).toBe(true);
  expect(await passwords.verify('new one', stored)).toBe(false);
});

test('without a stored hash the answer is no, for any password', async () => {
  expect(await passwords.verify('anything at all', null)).toBe(false);
});

test('a queue that would take too long refuses at once, and still serves what it accepted', async () => {
  const job = {
    message: 'x',
    nonce: new Uint8Array(16),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  };
  const all = await Promise.allSettled(Array.from({ length: 30 }, () => hashing.hash(job)));
  const served = all.filter(({ status }) => status === 'fulfilled');
  const refused = all.filter(({ status }) => status === 'rejected');
  expect(served.length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable', details: { retryAfterSeconds: 2 } } });
});

test('the event loop keeps running while as many hashes as possible are computed', async () => {
  let [turns, isOver] = [0, false];
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  await Promise.all(Array.from({ length: 8 }, () => passwords.hash('busy busy')));
  isOver = true;
  // Thousands, however fast the machine computes them.
  expect(turns).toBeGreaterThan(20);
});

test('refused parameters fail alone, and queued hashes are computed', async () => {
  const job = {
    message: 'x',
    nonce: new Uint8Array(16),
    memory: 64,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  };
  const bad = Array.from({ length: 3 }, () => hashing.hash({ ...job, memory: 1 }));
  expect((await Promise.allSettled(bad)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(await hashing.hash(job)).toHaveLength(32);
});
