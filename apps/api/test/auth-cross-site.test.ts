import { describe, expect, it } from 'vitest';
import { password, serviceForFile, startService } from './support/service.ts';

const service = await serviceForFile();
const person = await service.signedUp();
const program = await service.withKey(person);

const ownHost = () => service.url.replace('http://', '');
const refusal = { error: expect.stringContaining('another site') };

describe('a request with an effect', () => {
  const foreign: [string, Record<string, string>][] = [
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { 'sec-fetch-site': 'same-site' }],
    [
      'from another site that names our origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    ],
    ['of an older browser from another origin', { origin: 'https://evil.example' }],
    ['of an older browser from a page without an origin', { origin: 'null' }],
    ['of an older browser from our host on another port', { origin: 'http://127.0.0.1:1' }],
    [
      'of an older browser from a host that begins like ours',
      { origin: 'http://localhost:3000.evil.example' },
    ],
  ];
  it.each(foreign)('%s is refused with 403, and nothing changes', async (_name, headers) => {
    const before = (await person.get('/api/tasks')).body;
    for (const answer of [
      await person.post('/api/tasks', { title: 'planted' }, headers),
      await person.post('/trpc/tasks.create', { title: 'planted' }, headers),
      await person.patch('/api/auth/profile', { displayName: 'planted' }, headers),
      await person.delete('/api/web', headers),
      await person.post('/api/auth/logout', undefined, headers),
      await service.stranger().post('/api/auth/login', { email: 'x@example.org', password }, headers),
      await service.stranger().post('/api/auth/register', {}, headers),
    ]) {
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(refusal);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect((await person.get('/api/tasks')).body).toEqual(before);
    expect((await person.get('/api/auth/session')).body.user.displayName).toBe('');
  });

  it('is served from our own pages, from the address bar, and from programs that send no origin', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://localhost:3000' },
      { origin: `http://${ownHost()}` },
      {},
    ] as Record<string, string>[]) {
      expect((await person.post('/api/tasks', { title: 'mine' }, headers)).status).toBe(201);
    }
  });

  it('is served with an API key from any site, and refused with a bad one as usual', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
    expect((await program.post('/api/tasks', { title: 'by a program' }, headers)).status).toBe(201);
    const bad = await person.post(
      '/api/tasks',
      { title: 'x' },
      { ...headers, authorization: 'Bearer asst_x' },
    );
    expect(bad).toMatchObject({ status: 401, body: { error: 'Invalid API key.' } });
    const basic = await person.post(
      '/api/tasks',
      { title: 'x' },
      { ...headers, authorization: 'Basic eDp5' },
    );
    expect(basic.status).toBe(403);
  });
});

it('reads are never refused, and no other site can read the answers', async () => {
  const answer = await person.get('/api/tasks', {
    'sec-fetch-site': 'cross-site',
    origin: 'https://evil.example',
  });
  expect(answer.status).toBe(200);
  for (const name of answer.headers.keys()) expect(name).not.toMatch(/^access-control-/);
  const preflight = await person.request('OPTIONS', '/api/tasks', undefined, {
    origin: 'https://evil.example',
    'access-control-request-method': 'DELETE',
  });
  for (const name of preflight.headers.keys()) expect(name).not.toMatch(/^access-control-/);
});

it('behind a trusted proxy its host counts; an untrusted one is ignored', async () => {
  const headers = { origin: 'https://jarvis.example.org', 'x-forwarded-host': 'jarvis.example.org' };
  const body = { title: 'through a proxy' };
  expect((await person.post('/api/tasks', body, headers)).status).toBe(403);
  const proxied = await startService({ trustProxy: 1 });
  try {
    expect((await (await proxied.signedUp()).post('/api/tasks', body, headers)).status).toBe(201);
  } finally {
    await proxied.close();
  }
});

it('no operation with an effect answers to GET', async () => {
  for (const path of ['/trpc/tasks.create', '/trpc/account.logout', '/trpc/account.deleteAccount']) {
    const answer = await person.get(`${path}?input=${encodeURIComponent('{"title":"x"}')}`);
    expect(answer.status).toBe(405);
  }
  expect((await person.get('/api/keys')).status).toBe(200);
});
