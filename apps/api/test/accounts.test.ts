import { beforeEach, describe, expect, it } from 'vitest';
import { emailOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { password, serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const operator = await service.signedUp('first.operator@example.org');

let person: Client;
let email: string;

beforeEach(async () => {
  person = await service.signedUp();
  email = await emailOf(person);
});

const call = (name: string, input: unknown, who = operator) => who.post(`/trpc/accounts.${name}`, input);
const list = async (input: object = {}) => {
  const query = encodeURIComponent(JSON.stringify(input));
  const answer = await operator.get(`/trpc/accounts.list?input=${query}`);
  expect(answer.status).toBe(200);
  return answer.body.result.data as {
    accounts: { id: string; email: string; operator: boolean; restrictedReason: string | null }[];
    next: string | null;
  };
};
const signIn = (secret = password) => service.stranger().post('/api/auth/login', { email, password: secret });
const reset = (link: string, secret: string) =>
  service.stranger().post('/api/auth/reset', {
    token: new URL(link).searchParams.get('token'),
    password: secret,
    confirmPassword: secret,
  });

describe('the list', () => {
  it('is newest first, by pages, without a duplicate or a gap while accounts are opened', async () => {
    await service.deps.db.run(
      `insert into users (id, email, email_key, display_name, preferred_language, memory_enabled,
         web_search_enabled, display_name_change_prompt_disabled, created_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n || '@listed.example',
         'p' || n || '@listed.example', 'Secret name', 'auto', true, true, false, now()
       from generate_series(1, 120) n`,
      [],
    );
    const first = await list({ q: 'LISTED.example' });
    expect(first.accounts).toHaveLength(50);
    expect(first.accounts[0]?.email).toBe('p120@listed.example');
    const newer = await service.signedUp('newer@listed.example');
    const second = await list({ q: 'listed.example', cursor: first.next });
    const third = await list({ q: 'listed.example', cursor: second.next });
    expect(third.next).toBeNull();
    const all = [first, second, third].flatMap(({ accounts }) => accounts.map((one) => one.email));
    expect(all).toEqual(Array.from({ length: 120 }, (_, n) => `p${120 - n}@listed.example`));
    const unsearched = [await list()];
    for (let next = unsearched[0]?.next; next; next = unsearched.at(-1)?.next) {
      unsearched.push(await list({ cursor: next }));
    }
    expect(unsearched.slice(0, -1).map(({ accounts }) => accounts.length)).toEqual([50, 50]);
    const everybody = unsearched.flatMap(({ accounts }) => accounts.map((one) => one.email));
    expect(everybody[0]).toBe(await emailOf(newer));
    expect(everybody.filter((one) => /^p\d+@listed/.test(one))).toEqual(all);
    expect(new Set(everybody).size).toBe(everybody.length);
  });

  it('matches addresses, tolerates odd searches, and finds nothing in people’s texts', async () => {
    await person.patch('/api/auth/profile', { displayName: 'Unfindable' });
    await person.post('/api/tasks', { title: 'Unfindable' });
    expect((await list({ q: 'unfindable' })).accounts).toEqual([]);
    expect((await list({ q: ' FIRST.Operator ' })).accounts).toMatchObject([{ operator: true }]);
    for (const q of ['%', '_', '\\', 'a\u2028b', "'"]) expect((await list({ q })).accounts).toEqual([]);
    const shown = (await list({ q: email })).accounts;
    expect(Object.keys(shown[0] ?? {}).sort()).toEqual(
      ['id', 'email', 'createdAt', 'restrictedAt', 'restrictedReason', 'operator', 'addressProven'].sort(),
    );
    const malformed = encodeURIComponent(JSON.stringify({ cursor: 'x' }));
    expect((await operator.get(`/trpc/accounts.list?input=${malformed}`)).status).toBe(404);
  });

  it('reads a bounded number of accounts for a page, and continues from there', async () => {
    await service.deps.db.run(
      `insert into users (id, email, email_key, display_name, preferred_language, memory_enabled,
         web_search_enabled, display_name_change_prompt_disabled, created_at)
       select ('00000000-0000-6000-8000-' || lpad(n::text, 12, '0'))::uuid, 'q' || n || '@many.example',
         'q' || n || '@many.example', '', 'auto', true, true, false, now()
       from generate_series(1, 10500) n`,
      [],
    );
    let page = await list({ q: 'q1@many' });
    let pages = 1;
    while (page.accounts.length === 0 && page.next !== null) {
      page = await list({ q: 'q1@many', cursor: page.next });
      pages += 1;
    }
    expect(page.accounts).toMatchObject([{ email: 'q1@many.example' }]);
    expect(pages).toBe(2);
  });
});

it('a restricted account is refused from its next request on, with the reason for operators, until it is unrestricted', async () => {
  const program = await service.withKey(person);
  expect((await call('restrict', { email: email.toUpperCase(), reason: 'Sends spam' })).status).toBe(200);
  for (const who of [person, program]) {
    const refused = await who.get('/api/tasks');
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain('spam');
  }
  expect((await list({ q: email })).accounts).toMatchObject([{ restrictedReason: 'Sends spam' }]);
  expect((await call('unrestrict', { email })).status).toBe(200);
  for (const who of [person, program]) expect((await who.get('/api/tasks')).status).toBe(200);
});

it('all sessions end but the caller’s; keys stay', async () => {
  const program = await service.withKey(person);
  await signIn();
  expect((await call('endSessions', { email })).body.result.data).toEqual({ ok: true, ended: 2 });
  expect((await person.get('/api/keys')).status).toBe(401);
  expect((await program.get('/api/tasks')).status).toBe(200);
  const own = await call('endSessions', { email: 'first.operator@example.org' });
  expect(own.body.result.data).toEqual({ ok: true, ended: 0 });
  expect((await operator.get('/api/keys')).status).toBe(200);
});

it('a reset link is shown once, and works once', async () => {
  const { link, expiresAt } = (await call('makeResetLink', { email })).body.result.data;
  expect(link).toMatch(/^http:\/\/localhost:3000\/reset\?token=[\w-]{43}$/);
  expect(Date.parse(expiresAt) - service.deps.clock.now()).toBe(30 * 60_000);
  expect((await reset(link, 'by the link')).status).toBe(200);
  expect((await reset(link, 'by the link')).status).toBe(400);
  expect((await signIn('by the link')).status).toBe(200);
});

it('an unknown account is not found, by every operation', async () => {
  const nobody = { email: 'nobody@example.org' };
  for (const name of ['restrict', 'unrestrict', 'endSessions', 'makeResetLink']) {
    expect([name, (await call(name, nobody)).status]).toEqual([name, 404]);
  }
  expect((await call('setOperator', { ...nobody, operator: true })).status).toBe(404);
  expect((await call('restrict', { email, reason: 'x'.repeat(201) })).status).toBe(400);
  expect((await call('restrict', { email, reason: 'a\nb' })).status).toBe(400);
});

describe('operators', () => {
  it('are appointed and dismissed by operators, from the next request on', async () => {
    expect((await call('setOperator', { email, operator: true })).status).toBe(200);
    expect((await person.get('/trpc/registration.show')).status).toBe(200);
    expect((await call('setOperator', { email, operator: false })).status).toBe(200);
    expect((await person.get('/trpc/registration.show')).status).toBe(403);
  });

  it('cannot lock themselves out, however they spell their address', async () => {
    for (const own of ['first.operator@example.org', ' FIRST.operator@EXAMPLE.org ']) {
      expect((await call('restrict', { email: own, reason: '' })).status).toBe(409);
      expect((await call('setOperator', { email: own, operator: false })).status).toBe(409);
    }
    expect((await operator.get('/trpc/registration.show')).status).toBe(200);
  });

  it('who lock each other out at the same time: one remains', async () => {
    await call('setOperator', { email, operator: true });
    const own = 'first.operator@example.org';
    const restore = () =>
      service.deps.db.run(`update users set operator = true, restricted_at = null where email in ($1, $2)`, [
        own,
        email,
      ]);
    for (const [name, fields] of [
      ['restrict', {}],
      ['setOperator', { operator: false }],
      ['restrict', {}],
      ['setOperator', { operator: false }],
    ] as const) {
      const answers = await Promise.all([
        call(name, { email, ...fields }),
        call(name, { email: own, ...fields }, person),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const left = await service.deps.db.run(
        'select email from users where operator and restricted_at is null',
        [],
      );
      expect(left).toHaveLength(1);
      await restore();
    }
    await call('setOperator', { email, operator: false });
  });
});
