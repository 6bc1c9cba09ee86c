import { gzipSync } from 'node:zlib';
import { unavailable } from '@jarvis/core';
import type { Database } from '@jarvis/database';
import { modelForFile } from '@jarvis/testkit/for-file';
import { describe, expect, it } from 'vitest';
import { Client } from './support/client.ts';
import { nameOf, operations } from './support/operations.ts';
import { rawRequest } from './support/raw.ts';
import { serviceForFile, startService } from './support/service.ts';

const model = await modelForFile();
const logged: object[] = [];
const note = (line: object) => void logged.push(line);
const log = { debug: note, info: note, warn: note, error: note };
const service = await serviceForFile({ overrides: { model: model.model, log } });
const ada = await service.signedUp();

const nobodysId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

it.each(['/api', '/trpc', '/v1'])(
  'an unknown path below %s is in the log by that prefix alone',
  async (prefix) => {
    await ada.get(`${prefix}/nothing`);
    await expect
      .poll(() => logged)
      .toContainEqual(expect.objectContaining({ method: 'GET', route: `${prefix}/(other)` }));
  },
);

it.each(['/trpc/tasks.list', '/trpc/other/tasks.list', '/trpc/tasks%2Elist', '/trpc/%74asks.list'])(
  'a call of %s is in the log, and so in the metrics, by its procedure alone',
  async (path) => {
    logged.length = 0;
    expect((await ada.get(`${path}?input={}`)).status).toBe(200);
    await expect.poll(() => logged).toContainEqual(expect.objectContaining({ route: '/trpc/tasks.list' }));
  },
);

it.each(['application/json', 'multipart/form-data; boundary=x', 'application/octet-stream'])(
  'a call of no procedure is not in the log, and so not in the metrics, by its path: %s',
  async (type) => {
    logged.length = 0;
    const answer = await ada.request('POST', '/trpc/anything', '{}', { 'content-type': type });
    expect(answer.status).toBe(404);
    await expect.poll(() => logged).toContainEqual(expect.objectContaining({ route: '/trpc/(other)' }));
  },
);

it('a path that cannot be decoded does not exist, and is not in the log', async () => {
  logged.length = 0;
  expect((await ada.get('/calendar/%zz.ics')).body).toEqual({ error: 'This path does not exist.' });
  expect((await ada.get('/trpc/%zz')).status).toBe(400);
  await expect.poll(() => logged).toContainEqual(expect.objectContaining({ route: '/trpc/(other)' }));
  expect(JSON.stringify(logged)).not.toContain('%zz');
});

describe('an unknown path under /api, in any letter case', () => {
  it.for([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/tasks/',
    '/api/Tasks',
    '/api//tasks',
    '/api/tasks//',
    `/api/tasks/${nobodysId}/`,
    `/api/tasks/${nobodysId}/more`,
    '/api/%74asks',
    '/api/health.json',
    '/api/auth',
    '/api/auth/oauth/facebook',
    '/api/../api/nothing',
    '/api/openapi.json/',
    '/api/docs/nothing.js',
    '/api/auth/export/',
    '/api/auth/OAuth/google',
    '/API',
    '//api/tasks',
    '//trpc/tasks.list',
    '/API/tasks',
    '/API/docs',
    '/Api/openapi.json',
    '/API/auth/oauth/google',
    '/TRPC/tasks.list',
  ])('%s is a JSON 404', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
      const answer = await rawRequest(service.url, path, { method });
      expect(answer.status, method).toBe(404);
      expect(JSON.parse(answer.text)).toEqual({ error: 'This path does not exist.' });
    }
    const head = await rawRequest(service.url, path, { method: 'HEAD' });
    expect({ status: head.status, text: head.text }).toEqual({ status: 404, text: '' });
  });
});

describe('another method', () => {
  const paths = [...new Set(operations.map(({ path }) => path))];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'];

  it.for(paths)('on %s is a 405 with Allow; OPTIONS lists the methods', async (path) => {
    const known = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    const served = known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const address = path.replace(':id', nobodysId);
    for (const method of methods) {
      if (served.some((each) => each === method)) continue;
      const answer = await rawRequest(service.url, address, { method });
      const allow = String(answer.headers.allow).split(', ').toSorted();
      expect(allow, method).toEqual([...served, 'OPTIONS'].toSorted());
      expect(answer.status, method).toBe(method === 'OPTIONS' ? 204 : 405);
      if (method === 'OPTIONS' || method === 'HEAD') expect(answer.text).toBe('');
      else
        expect(JSON.parse(answer.text)).toEqual({ error: expect.stringContaining('This path answers to') });
    }
  });

  it('HEAD follows GET: the same status and headers, no body', async () => {
    for (const path of ['/api/tasks', '/api/conversations', `/api/conversations/${nobodysId}`, '/api/keys']) {
      const head = await ada.request('HEAD', path);
      const get = await ada.get(path);
      expect({ status: head.status, text: head.text }).toEqual({ status: get.status, text: '' });
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    }
    expect((await service.stranger().request('HEAD', '/api/tasks')).status).toBe(401);
  });
});

describe('a query', () => {
  // Health answers whatever its query is (health.test.ts).
  it.for(operations.filter(({ path }) => path !== '/api/health'))(
    'of $method $path with a repeated parameter or broken percent-encoding is refused',
    async (operation) => {
      const path = operation.path.replace(':id', nobodysId);
      for (const query of ['x=1&x=2', 'x=%ff']) {
        service.deps.clock.advance(901);
        const answer = await ada.request(operation.method, `${path}?${query}`, operation.body);
        expect(answer, query).toMatchObject({ status: 400, body: { error: expect.any(String) } });
      }
    },
  );
});

describe('a body', () => {
  const writing = operations.filter(({ body }) => body !== undefined);

  it.for(writing)('$method $path: is refused unless it is one JSON object in UTF-8', async (operation) => {
    const path = operation.path.replace(':id', nobodysId);
    const json = JSON.stringify(operation.body);
    const type = { 'content-type': 'application/json' };
    const bytesMax = (path === '/api/jarvis/chat' ? 1_024 : 256) * 1_024;
    const attempts: [string, string | Uint8Array, Record<string, string>][] = [
      ['no JSON', '{ "title": ', type],
      ['nothing but white space and garbage', ' x ', type],
      ['an array', '[]', type],
      ['a string', '"title"', type],
      ['a number', '12', type],
      ['null', 'null', type],
      ['two objects', `${json}${json}`, type],
      ['no content type', new TextEncoder().encode(json), { 'content-type': '' }],
      ['a form', 'title=Hello', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['plain text', json, { 'content-type': 'text/plain' }],
      ['almost JSON', json, { 'content-type': 'application/jsonp' }],
      ['another charset', json, { 'content-type': 'application/json; charset=utf-16' }],
      ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), type],
      ['an overlong encoding', new Uint8Array([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]), type],
      ['bad gzip', json, { ...type, 'content-encoding': 'gzip' }],
      ['an unknown encoding', json, { ...type, 'content-encoding': 'rot13' }],
      ['too many levels', `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, type],
      ['too many bytes', `{"title":"${'x'.repeat(bytesMax)}"}`, type],
    ];
    const cookie = ada.cookie;
    for (const [what, body, headers] of attempts) {
      service.deps.clock.advance(901);
      const answer = await rawRequest(service.url, path, {
        method: operation.method,
        headers: ['Cookie', cookie, ...Object.entries(headers).flat()],
        body,
      });
      expect(answer.status, what).toBe(400);
      expect(JSON.parse(answer.text), what).toEqual({ error: expect.any(String) });
    }
  });

  it('may name its charset, and have unknown fields', async () => {
    for (const name of ['UTF-8', '"utf-8"', 'utf8', 'us-ascii']) {
      const headers = { 'content-type': `application/json; charset=${name}` };
      expect((await ada.post('/api/tasks', '{"title":"One","more":{"a":[1]}}', headers)).status).toBe(201);
    }
  });

  it.each(['gzip', 'deflate', 'br'])(
    'is never decompressed: one in %s is a 400 that says so, however small (decompression bomb)',
    async (encoding) => {
      const zipped = gzipSync('{"title":"Zipped"}');
      for (const path of ['/api/tasks', '/trpc/tasks.create']) {
        const answer = await ada.post(path, zipped, { 'content-encoding': encoding });
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('Send the body uncompressed.');
      }
    },
  );

  it('may be missing if every field is optional, and counts as an empty object otherwise', async () => {
    service.deps.clock.advance(61);
    expect((await ada.post('/api/conversations')).status).toBe(201);
    const answer = await ada.post('/api/tasks');
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: '`title` is required.',
      issues: [{ path: 'title', message: '`title` is required.' }],
    });
  });
});

describe('an error', () => {
  it('names every refused field', async () => {
    const answer = await service.stranger().post('/api/auth/register', {
      email: 'nobody',
      password: 'short',
      displayName: 'x'.repeat(65),
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error:
        '`email` must be a valid e-mail address. `password` must have at least 8 characters. `confirmPassword` is required. `displayName` must have at most 64 characters.',
      issues: [
        { path: 'email', message: '`email` must be a valid e-mail address.' },
        { path: 'password', message: '`password` must have at least 8 characters.' },
        { path: 'confirmPassword', message: '`confirmPassword` is required.' },
        { path: 'displayName', message: '`displayName` must have at most 64 characters.' },
      ],
    });
  });

  it('of the server has its request id and nothing of the cause', async () => {
    const { db } = service.deps;
    const broken = failing(db, () => new Error('relation "tasks" does not exist at 10.0.0.1:5432'));
    const defect = await startService({ db, overrides: { db: broken } });
    const answer = await new Client(defect.url).post(
      '/api/auth/login',
      { email: 'x@example.org', password: 'whatever it is' },
      { 'x-request-id': 'my-request.1' },
    );
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: expect.stringContaining('my-request.1') });
    expect(answer.text).not.toMatch(/relation|10\.0|Error|at /);
    await defect.close();
  });

  it('of a data store that does not answer is a 503 with Retry-After, with a session and with a key', async () => {
    const program = await service.withKey(ada);
    const { db } = service.deps;
    const down = await startService({ db, overrides: { db: failing(db, () => unavailable()) } });
    for (const { headers, cookies } of [ada, program]) {
      const client = new Client(down.url, headers);
      for (const [name, value] of cookies) client.cookies.set(name, value);
      for (const operation of operations.filter(({ auth }) => auth === 'key')) {
        const answer = await client.request(
          operation.method,
          operation.path.replace(':id', nobodysId),
          operation.body,
        );
        expect(answer.status, nameOf(operation)).toBe(503);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
    }
    const page = await new Client(down.url, program.headers).get('/api/openapi.json');
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
    const signedIn = new Client(down.url);
    for (const [name, value] of ada.cookies) signedIn.cookies.set(name, value);
    expect((await signedIn.get('/api/auth/session')).status).toBe(503);
    expect((await new Client(down.url).get('/api/auth/session')).body).toEqual({ user: null });
    await down.close();
  });
});

/** A database on which every statement fails. */
const failing = (db: Database, reason: () => Error): Database =>
  db.intercepted(() => Promise.reject(reason()));

describe('X-Request-Id', () => {
  it.for(['a', 'A-1_b.2', 'x'.repeat(64)])('is the caller’s: %s', async (id) => {
    expect((await ada.get('/api/tasks', { 'x-request-id': id })).headers.get('x-request-id')).toBe(id);
  });

  it.for(['', 'with space', 'x'.repeat(65), 'ümlaut', 'a/b', 'a,b'])(
    'is new when the caller’s is unsuitable: “%s”',
    async (id) => {
      const headers = ['X-Request-Id', Buffer.from(id).toString('latin1')];
      const answer = await rawRequest(service.url, '/api/health', { headers });
      expect(answer.headers['x-request-id']).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      expect(answer.headers['x-request-id']).not.toBe(id);
    },
  );

  it('is on every kind of answer', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['PUT', '/api/tasks'],
      ['OPTIONS', '/api/tasks'],
      ['GET', '/api/tasks'],
      ['GET', '/trpc/nothing'],
      ['GET', '/nothing.html'],
      ['GET', '/api/openapi.json'],
      ['GET', '/api/docs'],
    ] as const) {
      const answer = await rawRequest(service.url, path, { method });
      expect(answer.headers['x-request-id'], `${method} ${path}`).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
    }
  });
});

/** Path and method, credential, restriction, rate limit, body, existence. Specification: Errors. */
describe('the order of checks', () => {
  it('the path comes before the method, the method before the credential', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expect((await new Client(service.url, headers).request('PUT', '/api/nothing')).status).toBe(404);
    expect((await new Client(service.url, headers).request('PUT', '/api/tasks')).status).toBe(405);
    expect((await new Client(service.url, headers).get('/api/tasks')).status).toBe(401);
  });

  it('the rate limit comes before the body, the body before existence', async () => {
    const person = await service.signedUp();
    const path = `/api/tasks/${nobodysId}`;
    expect((await person.patch(path, { status: 'never' })).status).toBe(400);
    expect((await person.patch(path, '{ no json')).status).toBe(400);
    expect((await person.patch(path, { status: 'done' })).status).toBe(404);
    for (let count = 3; count < 60; count++) await person.delete(path);
    expect((await person.patch(path, '{ no json')).status).toBe(429);
    expect((await person.patch(path, { status: 'never' })).status).toBe(429);
  });
});

describe('a request from another site', () => {
  const made = () => ada.get('/api/conversations');

  it.for([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
  ])('with %j changes nothing with a session, by REST or RPC', async (headers: Record<string, string>) => {
    const before = (await made()).text;
    const answer = await ada.post('/api/tasks', { title: 'Forged' }, headers);
    expect(answer.status).toBe(403);
    expect((await ada.post('/trpc/tasks.create', { title: 'Forged' }, headers)).status).toBe(403);
    expect((await service.stranger().post('/api/auth/login', {}, headers)).status).toBe(403);
    expect((await made()).text).toBe(before);
    expect((await ada.get('/api/tasks', headers)).status).toBe(200);
    const program = await service.withKey(ada);
    service.deps.clock.advance(61);
    expect((await program.post('/api/tasks', { title: 'By a key' }, headers)).status).toBe(201);
  });

  it.for([
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'http://localhost:3000' },
  ])('is not assumed with %j', async (headers: Record<string, string>) => {
    service.deps.clock.advance(61);
    expect((await ada.post('/api/tasks', { title: 'Mine' }, headers)).status).toBe(201);
  });
});
