import type { ServerResponse } from 'node:http';
import { lockWaits } from '@jarvis/testkit';
import { clientId, clientSecret, Issuer } from '@jarvis/testkit/issuer';
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { CrookedIssuer, comeBackFrom, GithubStandIn } from './support/identity-providers.ts';
import { password, serviceForFile, startService } from './support/service.ts';

const publicUrl = 'http://localhost:3000';
const client = { clientId, clientSecret };

const issuer = await Issuer.start(`${publicUrl}/api/auth/oauth/google/callback`);
const github = await GithubStandIn.start();
const crooked = await CrookedIssuer.start();
const service = await serviceForFile({
  providers: {
    google: { ...client, issuer: issuer.url },
    github: { ...client, url: github.url, apiUrl: `${github.url}/api` },
  },
});
const misled = {
  google: { ...client, issuer: crooked.url },
  github: { ...client, url: github.url, apiUrl: `${github.url}/api` },
};
const deceived = await serviceForFile({ providers: misled });
/** For faults that only the deadline ends: under load, what is meant to end in time must not reach it. */
const hurried = await serviceForFile({ providers: { ...misled, providerMsMax: 400 } });
crooked.now = () => deceived.deps.clock.now();
afterAll(() => Promise.all([issuer.close(), github.close(), crooked.close()]));

let people = 0;
let email: string;

beforeEach(() => {
  people += 1;
  email = `provided-${people}@example.org`;
  issuer.person = { id: `google-${people}`, email, emailVerified: true, name: 'Ada Lovelace' };
  github.person = { id: String(people), name: 'Ada Lovelace' };
  github.addresses = [{ email, primary: true, verified: true }];
  github.denies = false;
  github.fault = undefined;
  Object.assign(crooked, { claims: {}, sign: undefined, fault: undefined, discovery: {}, nonce: '' });
  // Begins a new minute for the sign-in limit, for half of the tests each.
  service.deps.clock.advance(people % 10 === 0 ? 61 : 0);
  deceived.deps.clock.advance(people % 10 === 0 ? 61 : 0);
});

/** Begins at the service and follows the provider's redirects; returns the callback’s path and query. */
async function begin(browser: Client, provider: string): Promise<string> {
  const out = await browser.get(`/api/auth/oauth/${provider}`);
  expect(out.status).toBe(302);
  return comeBackFrom(out.headers.get('location') ?? '', publicUrl);
}

/** A whole sign-in; returns its final address. */
async function signIn(browser: Client, provider: string): Promise<string> {
  const answer = await browser.get(await begin(browser, provider));
  expect(answer.status).toBe(302);
  return answer.headers.get('location') ?? '';
}

const userOf = async (browser: Client) => (await browser.get('/api/auth/session')).body.user;
const failure = (code: string) => `/sign-in?error=${code}`;

describe.each(['google', 'github'])('%s', (provider) => {
  it('opens an account for a new person and signs in', async () => {
    const browser = service.stranger();
    expect(await signIn(browser, provider)).toBe('/');
    expect(await userOf(browser)).toMatchObject({ email, displayName: 'Ada Lovelace' });
    expect([...browser.cookies.keys()]).toEqual(['jarvis_session']);
  });

  it('signs a known person in to the same account, even after their address there has changed', async () => {
    const first = service.stranger();
    await signIn(first, provider);
    const { id } = await userOf(first);
    issuer.person = {
      ...issuer.person,
      id: `google-${people}`,
      email: 'moved@example.org',
      emailVerified: false,
    };
    github.addresses = [{ email: 'moved@example.org', primary: true, verified: false }];
    const second = service.stranger();
    expect(await signIn(second, provider)).toBe('/');
    expect((await userOf(second)).id).toBe(id);
    expect((await userOf(second)).email).toBe(email);
  });

  it('makes a new session and ends the browser’s earlier one', async () => {
    const browser = await service.signedUp();
    const old = browser.cookies.get('jarvis_session') ?? '';
    await signIn(browser, provider);
    const copy = service.stranger();
    copy.cookies.set('jarvis_session', old);
    expect(await userOf(copy)).toBeNull();
    expect((await userOf(browser)).email).toBe(email);
  });

  it('joins an account whose address was never proven, and leaves the person who registered it nothing', async () => {
    const squatter = await service.signedUp(email);
    const program = await service.withKey(squatter);
    await service.stranger().post('/api/auth/forgot', { email });
    const before = await userOf(squatter);
    const owner = service.stranger();
    expect(await signIn(owner, provider)).toBe('/');
    expect((await userOf(owner)).id).toBe(before.id);
    expect(await userOf(squatter)).toBeNull();
    expect((await program.get('/api/tasks')).body).toEqual({ error: 'Invalid API key.' });
    expect((await service.stranger().post('/api/auth/login', { email, password })).status).toBe(401);
    const { notice } = (await owner.get('/trpc/account.proofNotice')).body.result.data;
    expect(notice).toMatchObject({ keysRevoked: 1 });
  });

  it('joins an account whose address was proven, and keeps its password and keys', async () => {
    const person = await service.signedUp(email);
    const program = await service.withKey(person);
    await service.deps.db.run('update users set address_proven_at = created_at where email = $1', [email]);
    const browser = service.stranger();
    expect(await signIn(browser, provider)).toBe('/');
    expect((await userOf(browser)).id).toBe((await userOf(person)).id);
    expect((await program.get('/api/tasks')).status).toBe(200);
    expect((await service.stranger().post('/api/auth/login', { email, password })).status).toBe(200);
  });

  it('answers `email` for an address that the provider has not verified', async () => {
    await service.signedUp(email);
    for (const [verified, address] of [
      [false, email],
      [undefined, email],
      [true, undefined],
      [true, 'not an address'],
    ] as const) {
      issuer.person = {
        id: `google-${people}`,
        ...(address === undefined ? {} : { email: address }),
        ...(verified === undefined ? {} : { emailVerified: verified }),
      };
      github.addresses = address === undefined ? [] : [{ email: address, primary: true, verified }];
      const browser = service.stranger();
      expect(await signIn(browser, provider)).toBe(failure('email'));
      expect(await userOf(browser)).toBeNull();
    }
  });

  it('answers `email` for an address or a domain that the operator excludes', async () => {
    email = `ada@kept-out-${provider}.example.org`;
    await service.deps.db.run('insert into restricted_addresses (address, created_at) values ($1, $2)', [
      `@kept-out-${provider}.example.org`,
      new Date().toISOString(),
    ]);
    issuer.person = { id: `google-${people}`, email, emailVerified: true };
    github.addresses = [{ email, primary: true, verified: true }];
    expect(await signIn(service.stranger(), provider)).toBe(failure('email'));
  });

  it('answers `denied` when the person refuses, and for a restricted account', async () => {
    const browser = service.stranger();
    await signIn(browser, provider);
    await service.deps.db.run('update users set restricted_at = created_at where email = $1', [email]);
    expect(await signIn(service.stranger(), provider)).toBe(failure('denied'));
    issuer.person = null;
    github.denies = true;
    expect(await signIn(service.stranger(), provider)).toBe(failure('denied'));
  });

  it('answers `state` for a replayed, foreign, expired or invented state', async () => {
    const browser = service.stranger();
    const callback = await begin(browser, provider);
    const cookies = new Map(browser.cookies);

    const foreign = service.stranger();
    expect((await foreign.get(callback)).headers.get('location')).toBe(failure('state'));
    await begin(foreign, provider);
    expect((await foreign.get(callback)).headers.get('location')).toBe(failure('state'));

    expect((await browser.get(callback)).headers.get('location')).toBe('/');
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.get(callback)).headers.get('location')).toBe(failure('state'));

    const late = service.stranger();
    const lateCallback = await begin(late, provider);
    service.deps.clock.advance(600);
    expect((await late.get(lateCallback)).headers.get('location')).toBe(failure('state'));

    const path = `/api/auth/oauth/${provider}/callback`;
    for (const query of ['', '?code=x', '?code=x&state=', '?code=x&state=made-up', '?error=access_denied']) {
      expect((await browser.get(path + query)).headers.get('location')).toBe(failure('state'));
    }
  });

  it('answers `state` when the state was made for the other provider', async () => {
    const browser = service.stranger();
    const callback = await begin(browser, provider);
    const other = provider === 'google' ? 'github' : 'google';
    const crossed = callback.replace(`/${provider}/`, `/${other}/`);
    expect((await browser.get(crossed)).headers.get('location')).toBe(failure('state'));
  });

  it('answers `provider` when the code is missing, sent twice, or refused', async () => {
    for (const change of [
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.append('code', 'another'),
      (query: URLSearchParams) => query.set('code', 'never given out'),
      (query: URLSearchParams) => query.set('error', 'temporarily_unavailable'),
    ]) {
      const browser = service.stranger();
      const [path = '', search] = (await begin(browser, provider)).split('?');
      const query = new URLSearchParams(search);
      change(query);
      const answer = await browser.get(`${path}?${query}`);
      expect(answer.headers.get('location')).toBe(failure('provider'));
      expect(await userOf(browser)).toBeNull();
    }
  });

  it('redirects to fixed places only, whatever the request says', async () => {
    const evil = 'https://evil.example';
    const extra = `redirect=${evil}&next=${evil}&returnTo=//evil.example&redirect_uri=${evil}&state=x`;
    const browser = service.stranger();
    const out = await browser.get(`/api/auth/oauth/${provider}?${extra}`, {
      'x-forwarded-host': 'evil.example',
      referer: `${evil}/`,
    });
    const location = new URL(out.headers.get('location') ?? '');
    expect([issuer.url, github.url]).toContain(location.origin);
    expect(location.searchParams.get('redirect_uri')).toBe(
      `${publicUrl}/api/auth/oauth/${provider}/callback`,
    );
    expect(location.href).not.toContain('evil');
    const callback = await comeBackFrom(location.href, publicUrl);
    const answer = await browser.get(`${callback}&redirect=${evil}&next=//evil.example`, {
      host: '192.0.2.1',
    });
    expect(answer.headers.get('location')).toBe('/');
  });

  it('requests PKCE and an unguessable state, and binds both to the browser', async () => {
    const browser = service.stranger();
    const [one, two] = await Promise.all([
      browser.get(`/api/auth/oauth/${provider}`),
      service.stranger().get(`/api/auth/oauth/${provider}`),
    ]);
    const query = new URL(one?.headers.get('location') ?? '').searchParams;
    expect(query.get('response_type')).toBe('code');
    expect(query.get('client_id')).toBe(clientId);
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('code_challenge')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(query.get('state')).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(query.get('state')).not.toBe(
      new URL(two?.headers.get('location') ?? '').searchParams.get('state'),
    );
    const [cookie = ''] = one?.headers.getSetCookie() ?? [];
    expect(cookie).toMatch(
      /^jarvis_oauth=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; .*HttpOnly; SameSite=Lax$/,
    );
    expect(one?.headers.get('cache-control')).toBe('no-store');
    const rows = JSON.stringify(await service.deps.db.run('select oauth_states::text from oauth_states', []));
    expect(rows).not.toContain(query.get('state'));
    expect(rows).not.toContain(browser.cookies.get('jarvis_oauth'));
  });

  it('signs in two people, or one twice, at the same time', async () => {
    const browsers = Array.from({ length: 6 }, () => service.stranger());
    const ends = await Promise.all(browsers.map((browser) => signIn(browser, provider)));
    expect(new Set(ends)).toEqual(new Set(['/']));
    const ids = await Promise.all(browsers.map(async (browser) => (await userOf(browser)).id));
    expect(new Set(ids).size).toBe(1);
  });

  it('opens a new account when the known one is deleted during the sign-in', async () => {
    const { db } = service.deps;
    const first = service.stranger();
    await signIn(first, provider);
    const { id } = await userOf(first);
    const second = service.stranger();
    const callback = await begin(second, provider);
    let answer: ReturnType<Client['get']> | undefined;
    await db.transaction(async (tx) => {
      await tx.run('delete from users where id = $1', [id]);
      answer = second.get(callback);
      await expect.poll(() => lockWaits(db)).toBeGreaterThan(0);
    });
    expect((await answer)?.headers.get('location')).toBe('/');
    const opened = await userOf(second);
    expect(opened).toMatchObject({ email });
    expect(opened.id).not.toBe(id);
  });
});

it('with https the cookie of a sign-in in progress is Secure, and no other host can set it', async () => {
  const secure = await startService({
    publicUrl: 'https://jarvis.example.org',
    providers: { github: { ...client, url: github.url, apiUrl: `${github.url}/api` } },
  });
  try {
    const answer = await secure.stranger().get('/api/auth/oauth/github');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-jarvis_oauth=[\w-]{43}; .*Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(location.searchParams.get('redirect_uri')).toBe(
      'https://jarvis.example.org/api/auth/oauth/github/callback',
    );
  } finally {
    await secure.close();
  }
});

describe('a provider', () => {
  it('that is not configured answers `config`; an unknown one is a 404', async () => {
    const bare = await startService();
    try {
      for (const provider of ['google', 'github']) {
        for (const path of [
          `/api/auth/oauth/${provider}`,
          `/api/auth/oauth/${provider}/callback?state=x&code=y`,
        ]) {
          const answer = await bare.stranger().get(path);
          expect(answer.status).toBe(302);
          expect(answer.headers.get('location')).toBe(failure('config'));
        }
      }
      const unknown = await bare.stranger().get('/api/auth/oauth/facebook');
      expect(unknown.status).toBe(404);
      expect(unknown.body).toEqual({ error: expect.any(String) });
    } finally {
      await bare.close();
    }
  });

  it('answers `server` when the database is unavailable, and 401 to a bad key', async () => {
    const broken = await startService({
      providers: { github: { ...client, url: github.url, apiUrl: github.url } },
    });
    try {
      const withKey = await broken
        .stranger()
        .get('/api/auth/oauth/github', { authorization: 'Bearer asst_x' });
      expect(withKey).toMatchObject({ status: 401, body: { error: 'Invalid API key.' } });
      await broken.deps.db.run('drop table oauth_states', []);
      const answer = await broken.stranger().get('/api/auth/oauth/github');
      expect(answer.headers.get('location')).toBe(failure('server'));
    } finally {
      await broken.close();
    }
  });

  it('accepts GET only', async () => {
    const answer = await service.stranger().post('/api/auth/oauth/google', {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await service.stranger().request('OPTIONS', '/api/auth/oauth/google')).status).toBe(204);
  });
});

/** A sign-in at the misbehaving issuer; returns its final address. */
async function attempt(browser = deceived.stranger()): Promise<string | null> {
  const out = await browser.get('/api/auth/oauth/google');
  const location = out.headers.get('location') ?? '';
  if (location.startsWith('/')) return location;
  const query = new URL(location).searchParams;
  crooked.nonce = query.get('nonce') ?? '';
  const state = encodeURIComponent(query.get('state') ?? '');
  const answer = await browser.get(`/api/auth/oauth/google/callback?code=c&state=${state}`);
  return answer.headers.get('location');
}

it('an id of another server, which replaced the first one, is another person', async () => {
  await signIn(service.stranger(), 'google');
  await signIn(service.stranger(), 'github');
  const replaced = await GithubStandIn.start();
  replaced.person = github.person;
  replaced.addresses = [{ email: `github-${email}`, primary: true, verified: true }];
  const moved = await startService({
    db: service.deps.db,
    providers: {
      google: { ...client, issuer: crooked.url },
      github: { ...client, url: replaced.url, apiUrl: `${replaced.url}/api` },
    },
  });
  crooked.now = () => moved.deps.clock.now();
  crooked.claims = { sub: `google-${people}`, email: `google-${email}` };
  const atGoogle = moved.stranger();
  expect(await attempt(atGoogle)).toBe('/');
  expect(await userOf(atGoogle)).toMatchObject({ email: `google-${email}` });
  const atGithub = moved.stranger();
  expect(await signIn(atGithub, 'github')).toBe('/');
  expect(await userOf(atGithub)).toMatchObject({ email: `github-${email}` });
  crooked.now = () => deceived.deps.clock.now();
  await Promise.all([moved.close(), replaced.close()]);
});

describe('an ID token', () => {
  it('that is valid signs in', async () => {
    expect(await attempt()).toBe('/');
  });

  const seconds = () => Math.floor(deceived.deps.clock.now() / 1000);
  const badClaims: [string, () => JWTPayload][] = [
    ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
    ['for another client', () => ({ aud: 'somebody-else' })],
    ['for several clients and no one in particular', () => ({ aud: [clientId, 'somebody-else'] })],
    ['that was given to another client', () => ({ azp: 'somebody-else' })],
    ['that has expired', () => ({ iat: seconds() - 7200, exp: seconds() - 3600 })],
    ['that never expires', () => ({ exp: undefined as never })],
    ['of another sign-in', () => ({ nonce: 'x'.repeat(43) })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['without a subject', () => ({ sub: undefined as never })],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a subject that the database cannot store', () => ({ sub: 'a\0b' })],
    ['with half a character, which two people may share when it is stored', () => ({ sub: 'a\ud800b' })],
    ['with a subject beyond the standard’s length', () => ({ sub: 'a'.repeat(256) })],
    ['with a subject that is no text', () => ({ sub: {} as never })],
    ['with a number that two people may share when it is read', () => ({ sub: (2 ** 53) as never })],
  ];
  it.each(badClaims)('%s is refused', async (_name, claims) => {
    crooked.claims = claims();
    expect(await attempt()).toBe(failure('provider'));
  });

  it('signed with another key, with the client’s secret, or not at all is refused', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    crooked.sign = (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(privateKey);
    expect(await attempt()).toBe(failure('provider'));
    const secret = new TextEncoder().encode(clientSecret.padEnd(32));
    crooked.sign = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await attempt()).toBe(failure('provider'));
    crooked.sign = async (claims) => new UnsecuredJWT(claims).encode();
    expect(await attempt()).toBe(failure('provider'));
    crooked.sign = async () => 'garbage';
    expect(await attempt()).toBe(failure('provider'));
  });

  it('is not enough with an address “verified” by any value but true', async () => {
    crooked.claims = { sub: 'crooked-2', email_verified: 'true' };
    expect(await attempt()).toBe(failure('email'));
  });
});

describe('a failing provider', () => {
  const paths = ['/.well-known/openid-configuration', '/token', '/keys'];
  const faults: [string, (res: ServerResponse) => void][] = [
    ['hangs', () => {}],
    ['trickles', (res) => trickle(res)],
    ['drops the connection', (res) => res.destroy()],
    ['answers 500', (res) => res.writeHead(500).end('{}')],
    ['answers with garbage', (res) => res.writeHead(200).end('<html>')],
    ['answers with a list', (res) => res.writeHead(200).end('[]')],
    ['answers without an end', (res) => flood(res)],
    ['redirects elsewhere', (res) => res.writeHead(302, { location: `${github.url}/elsewhere` }).end()],
  ];
  const cases = paths.flatMap((path) => faults.map(([how, fault]) => [path, how, fault] as const));

  // Later than the discovery document is cached, so that each test begins with discovery.
  beforeEach(() => {
    for (const { deps } of [deceived, hurried]) deps.clock.advance(3_601);
  });
  const signedInAt = (how: string) => (/hangs|trickles/.test(how) ? hurried : deceived).stranger();

  it.each(cases)('at %s, as it %s, ends in `provider` within its deadline', async (path, how, fault) => {
    crooked.fault = (asked, res) => {
      if (asked !== path) return false;
      fault(res);
      return true;
    };
    const before = github.requests.length;
    const startedAt = performance.now();
    expect(await attempt(signedInAt(how))).toBe(failure('provider'));
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(github.requests.length).toBe(before);
  });

  it('works again as soon as the provider does', async () => {
    crooked.fault = (_asked, res) => {
      res.destroy();
      return true;
    };
    expect(await attempt()).toBe(failure('provider'));
    crooked.fault = undefined;
    expect(await attempt()).toBe('/');
  });

  it('that names another issuer, or unusable endpoints, gets no code', async () => {
    for (const discovery of [
      { issuer: 'https://accounts.google.com' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { token_endpoint: undefined },
      { jwks_uri: 7 },
    ]) {
      crooked.discovery = discovery;
      expect(await attempt()).toBe(failure('provider'));
    }
  });

  it.each(['hangs', 'answers 500', 'answers with garbage'])('github: also as it %s', async (how) => {
    const fault = faults.find(([name]) => name === how)?.[1];
    for (const path of ['/login/oauth/access_token', '/api/user', '/api/user/emails']) {
      const browser = signedInAt(how);
      const callback = await begin(browser, 'github');
      github.fault = (asked, res) => {
        if (asked !== path) return false;
        fault?.(res);
        return true;
      };
      expect((await browser.get(callback)).headers.get('location')).toBe(failure('provider'));
      github.fault = undefined;
    }
  });
});

function trickle(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => res.write(' '), 20);
  res.on('close', () => clearInterval(timer));
}

function flood(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(64 * 1024, 0x20);
  const pour = () => {
    while (!res.destroyed && res.write(piece));
  };
  res.on('drain', pour);
  pour();
}
