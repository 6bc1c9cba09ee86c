import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import { belongingsOf } from './support/belongings.ts';
import { operations } from './support/operations.ts';
import { rawRequest } from './support/raw.ts';
import { serviceForFile } from './support/service.ts';
import { snapshotOf } from './support/snapshot.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
const hers = await belongingsOf(service, ada);

beforeEach(() => service.deps.clock.advance(901));

const fields = operations.flatMap((operation) =>
  Object.keys(operation.body ?? {}).map((field) => ({ ...operation, field })),
);

/** Values that are not strings, and strings that cannot be stored. */
const strange: unknown[] = [
  null,
  true,
  false,
  0,
  -1.5,
  1e308,
  [],
  ['text'],
  [['text']],
  {},
  { toString: 'text' },
  { length: 3 },
  { $ne: null },
  { __proto__: null, constructor: { prototype: {} } },
  'nul \u0000 inside',
  '\u0000',
  'half \ud83d of a pair',
  '\udfff',
];

describe.for(fields)('$method $path: $field', ({ method, path, field, body, resource }) => {
  it('refuses every value of another type, names the field, and changes nothing', async () => {
    const address = path.replace(':id', resource ? hers[resource] : '');
    const before = await snapshotOf(service.deps.db);
    for (const value of strange) {
      service.deps.clock.advance(901);
      const answer = await ada.request(method, address, { ...body, [field]: value });
      // The token of a reset and the password of a login may be any text: the answer is that they are wrong.
      const text = typeof value === 'string' && value.includes('\u0000') ? 400 : [400, 401];
      expect([text].flat(), JSON.stringify(value)).toContain(answer.status);
      if (answer.status === 400 && answer.body.issues) {
        expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(field);
      }
    }
    expect(await snapshotOf(service.deps.db)).toEqual(before);
  });
});

describe('a body with __proto__', () => {
  it('is read without it, and pollutes nothing', async () => {
    const polluting =
      '{"title":"Fine","__proto__":{"title":"Polluted","status":"done"},"constructor":{"prototype":{"x":1}}}';
    const { task } = (await ada.post('/api/tasks', polluting)).body;
    expect(task).toMatchObject({ title: 'Fine', status: 'open' });
    const only = await ada.post('/api/tasks', '{"__proto__":{"title":"Polluted"}}');
    expect(only.status).toBe(400);
    expect((await ada.patch('/api/auth/profile', '{"__proto__":{"displayName":"Polluted"}}')).status).toBe(
      400,
    );
    expect((await ada.post('/api/tasks', '{"\\u005f_proto__":{"title":"Polluted"}}')).status).toBe(400);
    expect(({} as { title?: string }).title).toBeUndefined();
    expect((await ada.post('/api/conversations', '{"__proto__":null}')).status).toBe(201);
  });

  it('is read the same by RPC', async () => {
    const answer = await ada.post('/trpc/tasks.create', '{"__proto__":{"title":"Polluted"}}');
    expect(answer.status).toBe(400);
  });
});

describe('a body with the same field twice', () => {
  it('counts the last, as JSON parsers do', async () => {
    const answer = await ada.post('/api/tasks', '{"title":"One","title":"Two"}');
    expect(answer.body.task.title).toBe('Two');
  });
});

describe('a query', () => {
  it.for([
    '?q=a&q=b',
    '?q=a&q=a',
    '?q=a&%71=b',
    '?x=1&x=2',
    '?q[]=a&q[]=b',
    '?q=%',
    '?q=%zz',
    '?q=%ff',
    '?q=%c3%28',
    '?q=%ed%a0%80',
    '?q=a%00b',
    '?%',
  ])('%s is a 400', async (query) => {
    const answer = await rawRequest(service.url, `/api/conversations${query}`, {
      headers: ['Cookie', ada.cookie],
    });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error: expect.any(String) });
  });

  it.for([
    '?unknown=1',
    '?q[]=a',
    '?q[x]=a',
    '?__proto__=x',
    '?constructor=x&toString=y&hasOwnProperty=z',
    '?&&',
    '?=x',
    '??q=x',
  ])('%s has unknown fields, which are ignored', async (query) => {
    const answer = await rawRequest(service.url, `/api/conversations${query}`, {
      headers: ['Cookie', ada.cookie],
    });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).conversations).toHaveLength(1);
  });

  it('is not checked before the credential', async () => {
    expect((await rawRequest(service.url, '/api/conversations?q=%zz')).status).toBe(401);
  });

  it('reads + as a space', async () => {
    await ada.post(`/api/conversations/${hers.conversation}/messages`, { content: 'two words' });
    expect((await ada.get('/api/conversations?q=two+words')).body.conversations).toHaveLength(1);
  });

  it('supplies no field of the body', async () => {
    expect((await ada.post('/api/tasks?title=FromQuery', {})).status).toBe(400);
    const { body } = await ada.patch(`/api/tasks/${hers.task}?id=other`, { title: 'Mine', id: 'other' });
    expect(body.task).toMatchObject({ id: hers.task, title: 'Mine' });
  });
});

describe('an RPC input', () => {
  it.for([
    { name: 'input', strangers: 401 },
    // tRPC reads these itself, before any procedure.
    { name: 'connectionParams', strangers: 400 },
  ])('in the address, deep enough for a stack, is refused: $name', async ({ name, strangers }) => {
    const deep = `${'['.repeat(6_000)}${']'.repeat(6_000)}`;
    const answer = await rawRequest(service.url, `/trpc/tasks.list?${name}=${deep}`);
    expect(answer.status).toBe(strangers);
    const signedIn = await rawRequest(service.url, `/trpc/tasks.list?${name}=${deep}`, {
      headers: ['Cookie', ada.cookie],
    });
    expect(signedIn.status).toBe(400);
  });

  it('in a body is not read when it is too deep, and the server continues', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    for (const path of ['/trpc/tasks.create', '/trpc/tasks.create?batch=1']) {
      expect((await ada.post(path, deep)).status).toBe(400);
      expect((await service.stranger().post(path, deep)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await ada.get('/api/health')).status).toBe(200);
  });

  it.for([
    'nothing',
    'tasks',
    'tasks.create.more',
    '__proto__',
    'constructor',
    'tasks.__proto__',
    'toString',
  ])('to the procedure %s is a 404', async (path) => {
    expect((await ada.get(`/trpc/${path}`)).status).toBe(404);
  });

  it('with more calls than a batch may have is refused', async () => {
    const path = `/trpc/${Array(21).fill('tasks.list').join(',')}?batch=1&input=%7B%7D`;
    expect((await ada.get(path)).status).toBe(400);
  });
});

describe('bytes that are not HTTP', () => {
  it.for([
    [
      'headers that are too large',
      `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
      431,
    ],
    ['no Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
    [
      'an expectation that nobody meets',
      'POST /api/tasks HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 0\r\n\r\n',
      417,
    ],
    ['a method that does not exist', 'BREW /api/health HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['a header with a control character', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX: \u0001\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/tasks HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'two Hosts, which a proxy may read differently',
      'GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: localhost\r\n\r\n',
      400,
    ],
    [
      'two content types',
      'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 0\r\n\r\n',
      400,
    ],
    [
      'a transfer encoding beside chunked',
      'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'a transfer encoding without chunked',
      'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: gzip\r\n\r\n',
      400,
    ],
    [
      'a bad chunk',
      'POST /api/tasks HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ] as const)('%s: gets the usual JSON error body', async ([, bytes, status]) => {
    const answer = await sendBytes(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: [\w-]+\r\n/i);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ error: expect.any(String) });
    expect((await service.stranger().get('/api/health')).status).toBe(200);
  });
});

describe('a request after a refused one on its connection', () => {
  it.for([
    ['two Hosts', 'Host: 127.0.0.1\r\nHost: localhost\r\nContent-Length: 0'],
    ['an expectation that nobody meets', 'Host: 127.0.0.1\r\nExpect: wonders\r\nContent-Length: 0'],
    [
      'a transfer encoding beside chunked',
      'Host: 127.0.0.1\r\nTransfer-Encoding: gzip, chunked',
      '0\r\n\r\n',
    ],
  ] as const)('%s: is not carried out (request smuggling)', async ([, headers, end = '']) => {
    const eve = await service.signedUp();
    const json = '{"title":"Smuggled"}';
    const follows = [
      'POST /api/tasks HTTP/1.1',
      'Host: 127.0.0.1',
      `Cookie: ${eve.cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${json.length}`,
    ].join('\r\n');
    const answers = await sendBytes(
      `POST /api/tasks HTTP/1.1\r\n${headers}\r\n\r\n${end}${follows}\r\n\r\n${json}`,
    );
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1);
    expect((await eve.get('/api/tasks')).body).toEqual({ tasks: [] });
  });
});

describe('a request target', () => {
  it.for([
    ['http://other.example/api/health', 200],
    ['HTTPS://other.example:8443/api/health?x=1', 200],
    ['http://other.example/api/tasks', 401],
    ['http://other.example/api/nothing', 404],
    ['/api/health#fragment', 404],
    ['/api/health;x=1', 404],
    ['//api/health', 404],
    ['/api\\\\health', 404],
    ['*', 404],
  ] as const)('%s is a %i', async ([target, status]) => {
    expect((await rawRequest(service.url, target)).status).toBe(status);
  });
});

describe('a request that does not reach the app', () => {
  it.for([
    ['two content types', 'Host: localhost\r\nContent-Type: a/b\r\nContent-Type: c/d', 400],
    ['a foreign name', 'Host: evil.example', 421],
    ['an expectation', 'Host: localhost\r\nExpect: wonders', 417],
  ] as const)('is answered with its own id: %s', async ([, headers, status]) => {
    const answer = await sendBytes(
      `GET /api/health HTTP/1.1\r\n${headers}\r\nX-Request-Id: mine.1\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: mine\.1\r\n/i);
  });
});

it('an unmet expectation below /v1 has the error of its clients, also in absolute form', async () => {
  for (const target of ['/v1/models', `${service.url}/v1/models`]) {
    const answer = await sendBytes(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 417 /);
    expect(answer).toContain('"type":"invalid_request_error"');
  }
});

describe('a name in Host, when only loopback is listened on (DNS rebinding)', () => {
  it.for([
    ['evil.example', 421],
    ['evil.example:3000', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost', 200],
    ['LOCALHOST:3000', 200],
    ['jarvis.localhost', 200],
    ['127.0.0.1:3000', 200],
    ['[::1]:3000', 200],
  ] as const)('%s is a %i', async ([host, status]) => {
    const answer = await sendBytes(`GET /api/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  it('is refused with the setting that an operator of a proxy has forgotten', async () => {
    const answer = await sendBytes('GET / HTTP/1.1\r\nHost: jarvis.example.org\r\nConnection: close\r\n\r\n');
    expect(answer).toContain(
      'Its operator sets that name by PUBLIC_URL, and a proxy in front has to pass on the Host header.',
    );
  });
});

/** The bytes that the server sends until it closes the connection. */
function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname, () => socket.write(bytes));
  return text(socket);
}
