import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { backedUpSchema } from '@jarvis/core';
import { backUp } from '@jarvis/database';
import { lockWaits } from '@jarvis/testkit';
import { clientId, clientSecret } from '@jarvis/testkit/issuer';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../src/log/log.ts';
import { statusesOf } from './support/client.ts';
import { comeBackFrom, GithubStandIn } from './support/identity-providers.ts';
import { password, type ServiceOptions, serviceForFile, startService } from './support/service.ts';

let people = 0;

const providers = () => ({
  github: { clientId, clientSecret, url: github.url, apiUrl: `${github.url}/api`, providerMsMax: 3_000 },
});

const github = await GithubStandIn.start();
const service = await serviceForFile({ providers: providers() });
const operator = await service.signedUp();
const somebody = await service.signedUp();

beforeEach(async () => {
  service.deps.clock.advance(61);
  await service.deps.db.run(
    `delete from installation_settings where name <> 'first-account'; delete from invitations`,
    [],
    { prepared: false },
  );
});
afterAll(() => github.close());

const call = async (name: string, input?: unknown) =>
  (await operator.post(`/trpc/registration.${name}`, input)).body.result.data;
const show = async () => (await operator.get('/trpc/registration.show')).body.result.data;
const setMode = (mode: string) => call('change', { mode });
const invite = async (note = 'Grace', days = 7): Promise<{ id: string; link: string; token: string }> => {
  const made = await call('invite', { note, days });
  return { ...made, token: new URL(made.link).searchParams.get('invitation') ?? '' };
};
const newEmail = () => `invited-${++people}@example.org`;
const registration = (fields: object = {}) => ({
  email: newEmail(),
  password,
  confirmPassword: password,
  ...fields,
});
const register = (fields?: object, at = service) =>
  at.stranger().post('/api/auth/register', registration(fields));
const registerByRpc = (fields?: object) =>
  service.stranger().post('/trpc/account.register', registration(fields));
const accounts = async () => (await service.deps.db.run('select 1 from users', [])).length;

/** Signs in through GitHub as a new person, with these fields in the address; returns the final address. */
async function signInWithGithub(query = '', at = service): Promise<string> {
  people += 1;
  github.person = { id: String(people), name: 'Grace' };
  github.addresses = [{ email: `github-${people}@example.org`, primary: true, verified: true }];
  const browser = at.stranger();
  const out = await browser.get(`/api/auth/oauth/github${query}`);
  const back = await comeBackFrom(out.headers.get('location') ?? '', 'http://localhost:3000');
  return (await browser.get(back)).headers.get('location') ?? '';
}

async function another(options: ServiceOptions = {}) {
  const other = await startService({ providers: providers(), ...options });
  onTestFinished(() => other.close());
  return other;
}

describe('closed', () => {
  it('is a 403 for everybody, on every process, by REST, RPC and identity providers, until it is open', async () => {
    const other = await another({ db: service.deps.db });
    expect(await show()).toEqual({ mode: 'open', decidedBy: 'nobody', invitations: [] });
    const invitation = await invite();
    await setMode('closed');
    expect(await show()).toMatchObject({ mode: 'closed', decidedBy: 'operator' });
    const before = await accounts();
    for (const answer of [
      await register(),
      await register({}, other),
      await registerByRpc(),
      await register({ invitation: invitation.token }),
      // Nothing is revealed about addresses with an account.
      await register({ email: (await operator.get('/api/auth/session')).body.user.email }),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('Registration is closed here.');
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await signInWithGithub()).toBe('/sign-in?error=denied');
    expect(await signInWithGithub(`?invitation=${invitation.token}`)).toBe('/sign-in?error=denied');
    expect(await accounts()).toBe(before);
    const signInOptions = (await service.stranger().get('/trpc/setup.signInOptions')).body.result.data;
    expect(signInOptions).toMatchObject({ firstAccount: false, registration: 'closed' });

    await setMode('open');
    expect((await register({}, other)).status).toBe(201);
    expect(await signInWithGithub()).toBe('/');
  });

  it('does not affect existing accounts, nor those of identity providers', async () => {
    expect(await signInWithGithub()).toBe('/');
    const [{ email = '' } = {}] = github.addresses as { email?: string }[];
    await setMode('closed');
    const browser = service.stranger();
    const out = await browser.get('/api/auth/oauth/github');
    const back = await comeBackFrom(out.headers.get('location') ?? '', 'http://localhost:3000');
    expect((await browser.get(back)).headers.get('location')).toBe('/');
    expect((await browser.get('/api/auth/session')).body.user.email).toBe(email);
    expect((await somebody.get('/api/tasks')).status).toBe(200);
  });

  it('lets the first account of an installation be opened, once among many at the same time', async () => {
    const fresh = await another();
    const closed = await another({
      db: fresh.deps.db,
      overrides: { settings: { ...fresh.deps.settings, registration: 'closed' } },
    });
    expect((await closed.stranger().get('/trpc/setup.signInOptions')).body.result.data.registration).toBe(
      'open',
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => register({}, closed)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await fresh.deps.db.run('select operator from users', [])).toEqual([[true]]);
    expect((await register({}, closed)).status).toBe(403);
  });
});

describe('by invitation', () => {
  beforeEach(() => setMode('invitation'));

  it('is a 403 without a link, and one account for each link', async () => {
    const { token, link } = await invite();
    expect(link).toBe(`http://localhost:3000/register?invitation=${token}`);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    for (const answer of [await register(), await registerByRpc()]) {
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('by invitation');
    }
    expect(await signInWithGithub()).toBe('/sign-in?error=denied');
    expect((await register({ invitation: token })).status).toBe(201);
    const again = await registerByRpc({ invitation: token });
    expect(again.status).toBe(400);
    expect(again.text).toContain('This invitation is not valid');
    expect((await show()).invitations).toEqual([]);
  });

  it('holds with identity providers, where the sign-in carries the link', async () => {
    const { token } = await invite();
    expect(await signInWithGithub(`?invitation=${token}`)).toBe('/');
    expect(await signInWithGithub(`?invitation=${token}`)).toBe('/sign-in?error=denied');
    for (const odd of ['?invitation=x&invitation=y', '?invitation=%00'])
      expect(await signInWithGithub(odd)).toBe('/sign-in?error=denied');
  });

  it('has one winner among many concurrent uses of a link', async () => {
    const { token } = await invite();
    const answers = await Promise.all(Array.from({ length: 10 }, () => register({ invitation: token })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('keeps a link whose registration failed', async () => {
    const { token } = await invite();
    const { email } = (await somebody.get('/api/auth/session')).body.user;
    expect((await register({ invitation: token, email })).status).toBe(409);
    expect((await register({ invitation: token, password: 'short' })).status).toBe(400);
    expect((await register({ invitation: token })).status).toBe(201);
  });

  it('answers the same for an unknown, revoked, expired or odd link', async () => {
    const revoked = await invite();
    expect((await show()).invitations).toMatchObject([{ id: revoked.id, note: 'Grace' }]);
    await call('revokeInvitation', { id: revoked.id });
    expect((await operator.post('/trpc/registration.revokeInvitation', { id: revoked.id })).status).toBe(404);
    const expired = await invite('', 1);
    service.deps.clock.advance(86_400);
    const texts = new Set<string>();
    for (const invitation of [revoked.token, expired.token, expired.id, 'x'.repeat(43), '', '\u2028']) {
      const answer = await register({ invitation });
      expect(answer.status).toBe(400);
      texts.add(answer.body.error);
    }
    expect(texts.size).toBe(1);
    expect((await show()).invitations).toEqual([]);
  });

  it('stores only the hash of a link, and shows the link once', async () => {
    const { token } = await invite();
    const folder = await mkdtemp(join(tmpdir(), 'registration-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await backUp(service.deps.db, join(folder, 'backup'), service.deps.clock.nowIso(), backedUpSchema);
    const bytes = await readFile(join(folder, 'backup'));
    const backup = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
    const rows = await service.deps.db.run('select i::text from invitations i', []);
    for (const text of [backup, JSON.stringify(rows), JSON.stringify(await show())]) {
      expect(text).toContain('Grace');
      expect(text).not.toContain(token);
    }
  });

  it('has a bounded number of links, with a bounded lifetime', async () => {
    for (const [note, days] of [
      ['', 0],
      ['', 31],
      ['', 1.5],
      ['a\nb', 7],
      ['x'.repeat(81), 7],
    ]) {
      expect((await operator.post('/trpc/registration.invite', { note, days })).status).toBe(400);
    }
    await service.deps.db.run(
      `insert into invitations select n::text, '', now(), $1::timestamptz from generate_series(1, 100) n`,
      [new Date(service.deps.clock.now() + 60_000).toISOString()],
    );
    expect((await operator.post('/trpc/registration.invite', { note: '', days: 7 })).status).toBe(409);
    service.deps.clock.advance(61);
    expect((await invite()).token).not.toBe('');
  });

  it('has no more of them by many concurrent requests, because nobody could see and revoke them', async () => {
    await service.deps.db.run(
      `insert into invitations select n::text, '', now(), $1::timestamptz from generate_series(1, 99) n`,
      [new Date(service.deps.clock.now() + 60_000).toISOString()],
    );
    const { db } = service.deps;
    const asked = await db.transaction(async (tx) => {
      // Until this transaction ends no invitation is stored, but all can be counted.
      await tx.run('lock table invitations in exclusive mode', []);
      const each = Array.from({ length: 8 }, () =>
        operator.post('/trpc/registration.invite', { note: '', days: 7 }),
      );
      await expect.poll(() => lockWaits(db)).toBeGreaterThan(1);
      return { each };
    });
    expect(statusesOf(await Promise.all(asked.each), 409)).toEqual([200, ...Array(7).fill(409)]);
    expect(await db.run('select count(*)::int from invitations', [])).toEqual([[100]]);
  });
});

it('an invitation is used up also when everybody may register, and an invalid one does no harm', async () => {
  const { token } = await invite();
  expect((await register({ invitation: token })).status).toBe(201);
  expect((await show()).invitations).toEqual([]);
  expect((await register({ invitation: token })).status).toBe(201);
});

it('the environment’s value takes precedence, and cannot be changed in the browser', async () => {
  const settings = { ...service.deps.settings, registration: 'invitation' as const };
  const decided = await another({ db: service.deps.db, overrides: { settings } });
  const there = decided.stranger();
  for (const [name, value] of operator.cookies) there.cookies.set(name, value);
  const shown = async () => (await there.get('/trpc/registration.show')).body.result.data;
  expect(await shown()).toMatchObject({ mode: 'invitation', decidedBy: 'environment' });
  const refused = await there.post('/trpc/registration.change', { mode: 'open' });
  expect(refused.status).toBe(409);
  expect(refused.body.error.message).toContain('REGISTRATION');
  expect((await register({}, decided)).status).toBe(403);
  expect((await operator.post('/trpc/registration.change', { mode: 'everybody' })).status).toBe(400);
});

it('no link, password or key that an operator enters is in a log line or in a referrer', async () => {
  const lines: string[] = [];
  const fresh = await another({
    overrides: { log: createLog('trace', { write: (line) => lines.push(line) }) },
  });
  const first = await fresh.signedUp();
  const { email } = (await first.get('/api/auth/session')).body.user;
  const answerOf = async (path: string, input: object) => (await first.post(`/trpc/${path}`, input)).body;
  await answerOf('registration.change', { mode: 'invitation' });
  const links = [
    (await answerOf('registration.invite', { note: '', days: 7 })).result.data.link,
    (await answerOf('accounts.makeResetLink', { email })).result.data.link,
  ].map((link) => new URL(link));
  const tokens = links.map(({ searchParams }) => [...searchParams.values()].join());
  for (const { pathname, search } of links) {
    const page = await fresh.stranger().get(pathname + search);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  }
  const [invitation = '', token = ''] = tokens;
  const secret = 'a-secret-that-is-entered';
  await fresh.stranger().get(`/api/auth/oauth/github?invitation=${invitation}`);
  await register({ invitation, password: secret, confirmPassword: secret }, fresh);
  await register({ invitation }, fresh);
  await fresh.stranger().post('/api/auth/reset', { token, password: secret, confirmPassword: secret });
  const server = { baseUrl: 'http://127.0.0.1:9/v1', provider: 'openai', apiKey: secret, model: 'm' };
  await answerOf('connections.tryModel', server);
  await answerOf('connections.trySearch', { provider: 'brave', url: 'http://127.0.0.1:9', apiKey: secret });
  expect(lines.length).toBeGreaterThan(8);
  for (const hidden of [...tokens, secret]) expect(lines.join('')).not.toContain(hidden);
});
