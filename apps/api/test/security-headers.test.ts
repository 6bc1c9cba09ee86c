import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { password, serviceForFile, type TestService } from './support/service.ts';

const webFolder = await mkdtemp(join(tmpdir(), 'jarvis-web-'));
await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Jarvis</title>');
const service = await serviceForFile({ webFolder });
const secure = await serviceForFile({ webFolder, publicUrl: 'https://jarvis.example.org' });
const person = await service.signedUp();
afterAll(() => rm(webFolder, { recursive: true }));

const everywhere = [
  '/',
  '/reset?token=x',
  '/nothing.js',
  '/api/health',
  '/api/tasks',
  '/api/nothing',
  '/api/docs',
  '/api/openapi.json',
  '/trpc/setup.signInOptions',
  '/api/auth/oauth/google',
  '/api/auth/export',
  '/%E0%A4%A',
];

const policyOf = (text: string | null) =>
  new Map(
    (text ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

describe.each(everywhere)('%s', (path) => {
  it('may run no foreign or inline script, be in no frame, and send no referrer', async () => {
    const { headers } = await person.get(path);
    const policy = policyOf(headers.get('content-security-policy'));
    expect(policy.get('script-src')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('default-src')).toBeDefined();
    const others = [...policy].filter(([name]) => name !== 'img-src');
    expect(others.flatMap(([, sources]) => sources)).not.toContain('blob:');
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe(
      path.startsWith('/api/auth/oauth/') ? 'unsafe-none' : 'same-origin',
    );
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });
});

it('a program’s window stays its own through sign-in and consent, so that it learns of the end', async () => {
  const way = [
    '/authorize',
    '/connect?request=x',
    '/connect/code',
    '/sign-in',
    '/register',
    '/api/auth/oauth/google',
  ];
  for (const path of way)
    expect((await person.get(path)).headers.get('cross-origin-opener-policy'), path).toBe('unsafe-none');
  for (const path of ['/connections', '/keys'])
    expect((await person.get(path)).headers.get('cross-origin-opener-policy'), path).toBe('same-origin');
});

it('HSTS and the upgrade of requests are sent with https, and only with it', async () => {
  const over = async (one: TestService) => (await one.stranger().get('/')).headers;
  expect((await over(service)).get('strict-transport-security')).toBeNull();
  expect((await over(service)).get('content-security-policy')).not.toContain('upgrade');
  expect((await over(secure)).get('strict-transport-security')).toBe('max-age=31536000');
  expect((await over(secure)).get('content-security-policy')).toContain('upgrade-insecure-requests');
});

it('with https the cookie is Secure and has the prefix that stops other hosts from setting it', async () => {
  const client = secure.stranger();
  const body = { email: 'ada@example.org', password, confirmPassword: password };
  const [cookie = ''] = (await client.post('/api/auth/register', body)).headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-jarvis_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await client.get('/api/auth/session')).body.user.email).toBe('ada@example.org');
  const token = client.cookies.get('__Host-jarvis_session') ?? '';
  const tossed = secure.stranger();
  tossed.cookies.set('jarvis_session', token);
  expect((await tossed.get('/api/auth/session')).body).toEqual({ user: null });
  const [cleared = ''] = (await client.post('/api/auth/logout')).headers.getSetCookie();
  expect(cleared).toMatch(
    /^__Host-jarvis_session=; Path=\/; Expires=Thu, 01 Jan 1970[^;]*; HttpOnly; Secure; SameSite=Lax$/,
  );
});

it('reads are cached by the reader alone and revalidated; nothing else is cached, nor are errors', async () => {
  const answers = [
    await person.get('/api/auth/session'),
    await person.get('/api/auth/sessions'),
    await person.get('/api/auth/export'),
    await person.get('/api/tasks'),
    await person.get('/api/conversations'),
    await person.get('/api/memories'),
    await person.get('/api/web'),
    await person.get('/api/keys'),
    await person.post('/api/keys', {}),
    await person.get('/api/health'),
    await person.get('/trpc/tasks.list'),
    await person.get('/trpc/nothing.at.all'),
    await person.get('/api/conversations/nothing'),
    await service.stranger().get('/api/tasks'),
    await service.stranger().get('/api/nothing'),
    await service.stranger().get('/api/auth/oauth/google'),
    await service.stranger().post('/api/auth/login', { email: 'x@example.org', password }),
    await person.post('/api/auth/logout'),
  ];
  const named = answers.filter(({ headers }) => headers.has('etag'));
  expect(named).toHaveLength(7);
  for (const { headers } of answers)
    expect(headers.get('cache-control')).toBe(headers.has('etag') ? 'private, no-cache' : 'no-store');
});
