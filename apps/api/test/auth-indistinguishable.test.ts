import { Argon2Passwords } from '@jarvis/core';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { whole } from '@jarvis/testkit/whole';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClientAnswer } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

/**
 * Nothing may tell whether an address has an account: neither status, body, headers, the order of limits, nor time.
 * Times are compared in adjacent pairs, in changing order: if both do the same work, each is slower about half of the
 * time, on a machine with any load.
 */
const pairs = 60;
/** Half of the pairs plus five standard deviations: chance exceeds it once in a million runs. */
const slowerMax = pairs / 2 + 5 * Math.sqrt(pairs / 4);

const db = await databaseForFile();
/** The texts that the service sent to the database. */
const statements: string[] = [];
const known: string[] = [];
const withoutPassword = 'provider-only@example.org';

const overrides = {
  // The cost of hashing, or its absence, is what times would reveal.
  passwords: new Argon2Passwords(),
  db: db.intercepted(({ text }, proceed) => {
    statements.push(text);
    return proceed();
  }),
};
const service = await serviceForFile({ trustProxy: 1, db, overrides });
for (let n = 0; n < 40; n++) {
  const email = `known-${n}@example.org`;
  known.push(email);
  await service.signedUp(email);
}
await service.signedUp(withoutPassword);
await service.deps.db.run('update users set password_hash = null where email = $1', [withoutPassword]);

beforeEach(() => service.deps.clock.advance(901));

let networks = 0;

/** From a separate network, so that no network limit applies. */
function ask(path: string, body: unknown): Promise<ClientAnswer> {
  networks += 1;
  const from = `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`;
  return service.stranger().post(path, body, { 'x-forwarded-for': from });
}

const login = (email: string) => ask('/api/auth/login', { email, password: 'wrong wrong' });
const forgot = (email: string) => ask('/api/auth/forgot', { email });

/** Everything that a caller sees, except what differs between any two answers. */
function seen({ status, text, headers }: ClientAnswer) {
  const names = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status, text, headers: Object.fromEntries(names) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Mails are sent after their requests are answered; until they are sent, they slow down further requests. */
const mailsSent = () =>
  expect.poll(async () => (await db.run('select count(*)::int from reset_requests', []))[0]?.[0]).toBe(0);

/** How often `one` took longer than `other`, of `pairs`. */
async function timesSlower(one: (n: number) => Promise<unknown>, other: (n: number) => Promise<unknown>) {
  let slower = 0;
  for (let n = 0; n < pairs; n++) {
    const oneFirst = n % 2 === 0;
    await mailsSent();
    const first = await timed(() => (oneFirst ? one(n) : other(n)));
    await mailsSent();
    const second = await timed(() => (oneFirst ? other(n) : one(n)));
    if (first > second === oneFirst) slower += 1;
  }
  return slower;
}

describe('a login', () => {
  const stranger = (n: number) => `unknown-${n}@example.org`;

  it('answers alike for a wrong password, an unknown address and an account without a password', async () => {
    const [first, ...others] = [
      await login(known[0] ?? ''),
      await login('unknown@example.org'),
      await login(withoutPassword),
      await login('not an address'),
      await login(''),
    ].map(seen);
    expect(first?.status).toBe(401);
    for (const other of others) expect(other).toEqual(first);
  });

  it.runIf(whole)('takes as long for an unknown address as for a known one', async () => {
    await login(known[0] ?? '');
    const slower = await timesSlower(
      (n) => login(known[n % known.length] ?? ''),
      (n) => login(stranger(n % known.length)),
    );
    expect(slower).toBeLessThan(slowerMax);
    expect(pairs - slower).toBeLessThan(slowerMax);
  });

  it('is limited at the same attempt, with the same answer, for known and unknown addresses', async () => {
    const sequence = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 32; n++) {
        answers.push(seen(await login(email)));
        if (n === 0)
          await service.deps.db.run(
            "update rate_windows set count = 71 where name = 'signInPerEmail' and count = 1",
            [],
          );
      }
      return answers;
    };
    const ofKnown = await sequence(known[1] ?? '');
    expect(ofKnown.map(({ status }) => status)).toEqual([...Array(30).fill(401), 429, 429]);
    expect(await sequence('nobody-at-all@example.org')).toEqual(ofKnown);
  });
});

describe('a request for a reset link', () => {
  it('answers alike for a known and an unknown address, up to and beyond the limit', async () => {
    const sequence = async (email: string) => {
      const answers = [];
      for (let n = 0; n < 5; n++) answers.push(seen(await forgot(email)));
      return answers;
    };
    const ofKnown = await sequence(known[2] ?? '');
    expect(ofKnown.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(await sequence('unknown@example.org')).toEqual(ofKnown);
  });

  it.runIf(whole)(
    'takes as long for an unknown address as for a known one, though only one gets a mail',
    async () => {
      await mailsSent();
      const before = service.deps.mailer.mails.length;
      // Three for each address in 15 minutes.
      const nextWindow = (n: number) => {
        if (n % (3 * known.length) === 0) service.deps.clock.advance(901);
      };
      const slower = await timesSlower(
        (n) => {
          nextWindow(n);
          return forgot(known[n % known.length] ?? '');
        },
        (n) => forgot(`unknown-${n % known.length}@example.org`),
      );
      expect(slower).toBeLessThan(slowerMax);
      expect(pairs - slower).toBeLessThan(slowerMax);
      await expect.poll(() => service.deps.mailer.mails.length - before).toBe(pairs);
    },
  );

  it('looks up the address only after its answer', async () => {
    service.deps.clock.advance(901);
    // Remaining mails of earlier requests are sent on the same database.
    await mailsSent();
    statements.length = 0;
    await forgot(known[3] ?? '');
    const ofKnown = statements.splice(0);
    await expect.poll(() => statements.some((text) => text.includes('"users"'))).toBe(true);
    await mailsSent();
    statements.length = 0;
    await forgot('unknown@example.org');
    expect(statements).toEqual(ofKnown);
    expect(ofKnown.some((text) => text.includes('"users"'))).toBe(false);
  });
});
