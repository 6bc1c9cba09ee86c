import { appRouter } from '@jarvis/core';
import { expect, it, onTestFinished } from 'vitest';
import type { Client } from './support/client.ts';
import { password, startService } from './support/service.ts';

async function freshService() {
  const service = await startService();
  onTestFinished(() => service.close());
  return service;
}

const isOperator = async (who: Client) =>
  (await who.get('/trpc/setup.connections')).body.result.data.operator as boolean;
const isFirst = async (who: Client) =>
  (await who.get('/trpc/setup.signInOptions')).body.result.data.firstAccount as boolean;

it('the first account of an installation is its operator, and no other', async () => {
  const service = await freshService();
  expect(await isFirst(service.stranger())).toBe(true);
  const first = await service.signedUp();
  expect(await isFirst(service.stranger())).toBe(false);
  const second = await service.signedUp();
  expect(await isOperator(first)).toBe(true);
  expect(await isOperator(second)).toBe(false);
  for (const path of ['/api/auth/session', '/api/auth/export']) {
    expect((await first.get(path)).text).not.toMatch(/operator/i);
  }
});

it('one of many concurrent registrations becomes the operator', async () => {
  const service = await freshService();
  const people = Array.from({ length: 8 }, () => service.stranger());
  const answers = await Promise.all(
    people.map((person, n) =>
      person.post('/api/auth/register', {
        email: `at-once-${n}@example.org`,
        password,
        confirmPassword: password,
      }),
    ),
  );
  const registered = people.filter((_, n) => answers[n]?.status === 201);
  const operators = await Promise.all(registered.map(isOperator));
  expect(operators.filter(Boolean)).toHaveLength(1);
});

it('nobody becomes the operator by the deletion of the first account', async () => {
  const service = await freshService();
  const first = await service.signedUp();
  const deleted = await first.post('/api/auth/delete', { password });
  expect(deleted.status).toBe(200);
  expect(await isFirst(service.stranger())).toBe(false);
  expect(await isOperator(await service.signedUp())).toBe(false);
});

it.each(['connections', 'accounts', 'registration'] as const)(
  'every procedure of %s is for operators only, in a browser session',
  async (room) => {
    const service = await freshService();
    const operator = await service.signedUp();
    const others = [
      [await service.signedUp(), 403],
      [await service.withKey(operator), 401],
      [service.stranger(), 401],
    ] as const;
    const names = Object.keys(appRouter[room]);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      for (const [who, refusal] of others) {
        const statuses = [
          (await who.get(`/trpc/${room}.${name}?input=%7B%7D`)).status,
          (await who.post(`/trpc/${room}.${name}`, {})).status,
        ];
        // The one that has another method.
        expect([name, statuses.filter((status) => status !== 405)]).toEqual([name, [refusal]]);
      }
    }
  },
);
