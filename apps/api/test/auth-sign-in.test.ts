import { newProfile, rates } from '@jarvis/contract';
import { describe, expect, it } from 'vitest';
import { emailOf } from './support/belongings.ts';
import { Client, statusesOf } from './support/client.ts';
import { password, serviceForFile, startService } from './support/service.ts';

const service = await serviceForFile();

const registrationsMax = rates.registrationPerNetwork.limit;

/** A client with the same cookies, like a copied browser profile. */
function copyOf(person: Client): Client {
  const copy = new Client(person.url, person.headers);
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('register', () => {
  it('opens an account, answers 201 with id and address, and signs in', async () => {
    const ada = service.stranger();
    const answer = await ada.post('/api/auth/register', {
      email: ' Ada@Example.org ',
      password,
      confirmPassword: password,
      displayName: ' Ada ',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ user: { id: expect.any(String), email: 'Ada@Example.org' } });
    expect((await ada.get('/api/auth/session')).body).toEqual({
      user: { ...newProfile, id: answer.body.user.id, email: 'Ada@Example.org', displayName: 'Ada' },
    });
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  it('sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await service.stranger().post('/api/auth/register', {
      email: 'cookie@example.org',
      password,
      confirmPassword: password,
    });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^jarvis_session=[A-Za-z0-9_-]{43}; /);
    expect(cookie).toContain('; Path=/');
    expect(cookie).toContain('; HttpOnly');
    expect(cookie).toContain('; SameSite=Lax');
    expect(cookie).not.toContain('Secure');
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? '');
    expect((expires - service.deps.clock.now()) / 86_400_000).toBeCloseTo(30, 2);
  });

  it('answers 409 for an address that has an account, in any letter case', async () => {
    const email = await emailOf(await service.signedUp('taken@example.org'));
    const answer = await service.stranger().post('/api/auth/register', {
      email: email.toUpperCase(),
      password,
      confirmPassword: password,
    });
    expect(answer.status).toBe(409);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('accepts one of several concurrent registrations of one address', async () => {
    service.deps.clock.advance(61);
    const body = { email: 'crowd@example.org', password, confirmPassword: password };
    const answers = await Promise.all(
      Array.from({ length: registrationsMax }, () => service.stranger().post('/api/auth/register', body)),
    );
    expect(statusesOf(answers, 409)).toEqual([201, ...Array(registrationsMax - 1).fill(409)]);
  });

  it('refuses invalid fields with 400 and names them', async () => {
    service.deps.clock.advance(61);
    const good = { email: 'fields@example.org', password, confirmPassword: password };
    for (const [change, path] of [
      [{ email: undefined }, 'email'],
      [{ email: 'nobody' }, 'email'],
      [{ email: `${'a'.repeat(250)}@b.de` }, 'email'],
      [{ password: 'seven77' }, 'password'],
      [{ password: 'x'.repeat(129) }, 'password'],
      [{ confirmPassword: `${password}!` }, 'confirmPassword'],
      [{ displayName: 'x'.repeat(65) }, 'displayName'],
      [{ password: 'nul\u0000nul1' }, 'password'],
    ] as const) {
      const answer = await service.stranger().post('/api/auth/register', { ...good, ...change });
      expect(answer.status, JSON.stringify(change)).toBe(400);
      expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(path);
    }
  });

  it('answers 429 beyond the rate of one network, and works again after a minute', async () => {
    service.deps.clock.advance(61);
    const answers = await Promise.all(
      Array.from({ length: registrationsMax + 3 }, (_, n) =>
        service.stranger().post('/api/auth/register', {
          email: `many-${n}@example.org`,
          password,
          confirmPassword: password,
        }),
      ),
    );
    expect(statusesOf(answers, 201)).toEqual([...Array(registrationsMax).fill(201), ...Array(3).fill(429)]);
    const refused = answers.filter(({ status }) => status === 429);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    service.deps.clock.advance(60);
    expect((await service.stranger().post('/api/auth/register', {})).status).toBe(400);
  });
});

describe('login', () => {
  it('answers with id and address and sets a cookie', async () => {
    const email = await emailOf(await service.signedUp());
    const person = service.stranger();
    const answer = await person.post('/api/auth/login', { email: email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { id: expect.any(String), email } });
    expect((await person.get('/api/auth/session')).body.user.email).toBe(email);
  });

  it('always makes a new session, and ends the browser’s earlier one', async () => {
    const person = await service.signedUp();
    const email = await emailOf(person);
    const before = copyOf(person);
    const fixed = person.cookies.get('jarvis_session');
    await person.post('/api/auth/login', { email, password });
    expect(person.cookies.get('jarvis_session')).not.toBe(fixed);
    expect((await before.get('/api/auth/session')).body).toEqual({ user: null });
    expect((await person.get('/api/auth/session')).body.user.email).toBe(email);
  });

  it('answers 429 beyond the rate of one address, from any number of networks', async () => {
    const behindProxy = await startService({ trustProxy: 1 });
    try {
      await behindProxy.signedUp('target@example.org');
      behindProxy.deps.clock.advance(61);
      const tries = (count: number, network: string) =>
        Promise.all(
          Array.from({ length: count }, (_, n) =>
            behindProxy
              .stranger()
              .post(
                '/api/auth/login',
                { email: 'Target@example.org', password: 'wrong wrong' },
                { 'x-forwarded-for': `${network}.${n}` },
              ),
          ),
        );
      const most = rates.signInPerEmail.limit;
      const half = Math.floor(most / 2);
      for (const [network, count] of [
        ['203.0.113', half],
        ['198.51.100', half - 5],
      ] as const)
        expect(statusesOf(await tries(count, network), 401)).toEqual(Array(count).fill(401));
      const left = most - 2 * half + 5;
      expect(statusesOf(await tries(left + 5, '192.0.2'), 401)).toEqual([
        ...Array(left).fill(401),
        ...Array(5).fill(429),
      ]);
    } finally {
      await behindProxy.close();
    }
  });

  it('answers 429 beyond the rate of one network, and X-Forwarded-For does not help', async () => {
    service.deps.clock.advance(61);
    const most = rates.signInPerNetwork.limit;
    const answers = await Promise.all(
      Array.from({ length: most + 3 }, (_, n) =>
        service
          .stranger()
          .post(
            '/api/auth/login',
            { email: `nobody-${n}@example.org`, password: 'wrong wrong' },
            { 'x-forwarded-for': `203.0.113.${n}` },
          ),
      ),
    );
    expect(statusesOf(answers, 401)).toEqual([...Array(most).fill(401), ...Array(3).fill(429)]);
    service.deps.clock.advance(61);
  });
});

describe('session and logout', () => {
  it('is null when signed out, whatever the cookie contains', async () => {
    const person = service.stranger();
    expect(await person.get('/api/auth/session')).toMatchObject({ status: 200, body: { user: null } });
    for (const value of ['x', 'A'.repeat(43), '"; drop table users', '%00']) {
      person.cookies.set('jarvis_session', value);
      expect((await person.get('/api/auth/session')).body).toEqual({ user: null });
      expect((await person.get('/api/keys')).status).toBe(401);
    }
  });

  it('ends with a logout, on the server too', async () => {
    const person = await service.signedUp();
    const copy = copyOf(person);
    expect(await person.post('/api/auth/logout')).toMatchObject({ status: 200, body: { ok: true } });
    expect(person.cookies.has('jarvis_session')).toBe(false);
    expect((await copy.get('/api/keys')).status).toBe(401);
    expect((await person.post('/api/auth/logout')).status).toBe(401);
  });

  it('lasts 30 days without use, and is extended after half of that', async () => {
    const person = await service.signedUp();
    const day = 86_400;
    service.deps.clock.advance(14 * day);
    expect((await person.get('/api/keys')).headers.getSetCookie()).toEqual([]);
    service.deps.clock.advance(2 * day);
    const extended = await person.get('/api/keys');
    expect(extended.headers.getSetCookie()[0]).toMatch(/^jarvis_session=.*Expires=/);
    service.deps.clock.advance(29 * day);
    expect((await person.get('/api/keys')).status).toBe(200);
    service.deps.clock.advance(30 * day + 1);
    expect((await person.get('/api/keys')).status).toBe(401);
  });

  it('is stored as a hash only', async () => {
    const person = await service.signedUp();
    const token = person.cookies.get('jarvis_session') ?? 'none';
    const rows = await service.deps.db.run('select sessions::text from sessions', []);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('profile', () => {
  it('changes the given fields only', async () => {
    const person = await service.signedUp();
    const before = (await person.get('/api/auth/session')).body.user;
    const answer = await person.patch('/api/auth/profile', {
      displayName: '  Ada  ',
      preferredLanguage: 'de',
      memoryEnabled: false,
      email: 'other@example.org',
    });
    expect(answer.status).toBe(200);
    const after = { ...before, displayName: 'Ada', preferredLanguage: 'de', memoryEnabled: false };
    expect(answer.body).toEqual({ user: after });
    expect((await person.get('/api/auth/session')).body.user).toEqual(after);
    const more = await person.patch('/api/auth/profile', {
      displayName: '',
      webSearchEnabled: false,
      displayNameChangePromptDisabled: true,
    });
    expect(more.body.user).toEqual({
      ...after,
      displayName: '',
      webSearchEnabled: false,
      displayNameChangePromptDisabled: true,
    });
  });

  it('accepts an empty change, and refuses invalid values', async () => {
    const person = await service.signedUp();
    for (const change of [
      {},
      { email: 'other@example.org' },
      { preferredLanguage: 'fr' },
      { memoryEnabled: 'no' },
      { webSearchEnabled: 1 },
      { displayName: 'x'.repeat(65) },
      { displayName: null },
    ]) {
      expect((await person.patch('/api/auth/profile', change)).status, JSON.stringify(change)).toBe(400);
    }
  });
});
