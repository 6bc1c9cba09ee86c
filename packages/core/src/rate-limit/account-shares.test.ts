import { expect, test } from 'vitest';
import { AccountShares } from './account-shares.ts';

const limits = { requestsMax: 2, queuedMax: 3, streamsMax: 2 };

/** A request that ends on command. */
function aRequest(shares: AccountShares, userId: string) {
  const controller = new AbortController();
  const work = Promise.withResolvers<string>();
  const answer: { queued?: number; queuedMs?: number } = {};
  const state = { began: false };
  const outcome = shares.run(userId, { signal: controller.signal, answer }, () => {
    state.began = true;
    return work.promise;
  });
  outcome.catch(() => {});
  return { state, answer, outcome, end: () => work.resolve('done'), leave: () => controller.abort() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('requests of one account queue for each other, and not for those of another account', async () => {
  const shares = new AccountShares(limits);
  const ada = Array.from({ length: 4 }, () => aRequest(shares, 'ada'));
  const bob = aRequest(shares, 'bob');
  await settled();
  expect(ada.map(({ state }) => state.began)).toEqual([true, true, false, false]);
  expect(ada.map(({ answer }) => answer.queued)).toEqual([undefined, undefined, 1, 1]);
  expect(bob.state.began).toBe(true);
  ada[1]?.end();
  await settled();
  expect(ada.map(({ state }) => state.began)).toEqual([true, true, true, false]);
  expect(ada[2]?.answer).toEqual({ queued: 0, queuedMs: expect.any(Number) });
});

test('busy accounts share half of the process’s capacity, each at least one slot, and more when it grows', async () => {
  const shares = new AccountShares({ ...limits, requestsMax: 16, queuedMax: 100 });
  shares.fit(32);
  const [ada, bob] = ['ada', 'bob'].map((id) => Array.from({ length: 30 }, () => aRequest(shares, id)));
  const begun = (requests = ada) => requests?.filter(({ state }) => state.began).length;
  await settled();
  expect([begun(ada), begun(bob)]).toEqual([16, 8]);
  for (const { end } of ada?.slice(0, 10) ?? []) end();
  await settled();
  // Ten of sixteen have ended, and two took their place.
  expect(begun(ada)).toBe(18);
  shares.fit(2);
  ada?.[10]?.end();
  await settled();
  expect(begun(ada)).toBe(18);
  shares.fit(500);
  ada?.[11]?.end();
  await settled();
  expect(begun(ada)).toBe(28);
  for (const { end } of [...(ada ?? []), ...(bob ?? [])]) end();
  await Promise.all([...(ada ?? []), ...(bob ?? [])].map(({ outcome }) => outcome));
  expect([begun(ada), begun(bob)]).toEqual([30, 30]);
});

test('requests beyond the queue are refused with tooMany, for that account only', async () => {
  const shares = new AccountShares(limits);
  const ada = Array.from({ length: 6 }, () => aRequest(shares, 'ada'));
  await expect(ada[5]?.outcome).rejects.toMatchObject({
    kind: 'tooMany',
    details: { retryAfterSeconds: 1 },
  });
  const bob = aRequest(shares, 'bob');
  bob.end();
  expect(await bob.outcome).toBe('done');
  for (const { end } of ada) end();
  expect(await Promise.all(ada.slice(0, 5).map(({ outcome }) => outcome))).toHaveLength(5);
});

test('a caller that leaves the queue never begins, and takes no slot', async () => {
  const shares = new AccountShares(limits);
  const ada = Array.from({ length: 4 }, () => aRequest(shares, 'ada'));
  ada[2]?.leave();
  await expect(ada[2]?.outcome).rejects.toThrow();
  for (const { end } of ada) end();
  expect(await ada[3]?.outcome).toBe('done');
  expect(ada[2]?.state.began).toBe(false);
  const again = Array.from({ length: 2 }, () => aRequest(shares, 'ada'));
  await settled();
  expect(again.map(({ state }) => state.began)).toEqual([true, true]);
});

test('a stream’s slot is free again when it ends, and when its reader leaves before it begins', () => {
  const shares = new AccountShares(limits);
  const reader = new AbortController();
  shares.openStream('ada', reader.signal);
  const close = shares.openStream('ada', new AbortController().signal);
  const open = () => shares.openStream('ada', new AbortController().signal);
  expect(open).toThrow('Too many streams');
  shares.openStream('bob', new AbortController().signal);
  reader.abort();
  open();
  expect(open).toThrow('Too many streams');
  close();
  close();
  open();
  expect(open).toThrow('Too many streams');
});
