import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from '@jarvis/testkit/properties';
import type { Request, Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyReceiver, parseObject } from '../src/http/request/request-body.ts';
import { operations } from './support/operations.ts';
import { serviceForFile } from './support/service.ts';

const opened: (() => void)[] = [];

const service = await serviceForFile();
const key = await service.withKey(await service.signedUp());
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A raw connection that a test writes to. */
function connection() {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  opened.push(() => socket.destroy());
  const heard = { text: '', closed: false };
  socket.on('data', (bytes) => {
    heard.text += bytes;
  });
  socket.on('close', () => {
    heard.closed = true;
  });
  return { heard, say: (text: string) => void socket.write(text) };
}

const badKey = 'Bearer asst_unknown';
const goodKey = () => key.headers.authorization ?? '';

const headOf = (method: string, path: string, authorization: string, ...more: string[]) =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    ...(authorization === '' ? [] : [`Authorization: ${authorization}`]),
    ...more,
    '\r\n',
  ].join('\r\n');

const megabytes4 = 4 * 1024 * 1024;
const nobodysId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';
const guarded = [
  ...operations
    .filter(({ auth, body }) => auth !== 'none' && body !== undefined)
    .map(({ method, path }) => [method, path.replace(':id', nobodysId)] as const),
  ['POST', '/v1/chat/completions'],
  ['POST', '/v1/responses'],
  ['POST', '/mcp'],
  ['POST', '/trpc/conversations.import'],
  ['POST', '/trpc/chat.send'],
  ['POST', '/trpc/tasks.create,tasks.create?batch=1'],
] as const;

describe.for(guarded)('%s %s', ([method, path]) => {
  it.for([
    ['a bad key', badKey],
    ['no credential', ''],
  ] as const)('is a 401 before its body has arrived, with %s', async ([, authorization]) => {
    // tRPC receives the body of a typed call before it knows the procedure; from an anonymous caller, the first 16 KiB.
    const sizes = [
      `Content-Length: ${megabytes4}`,
      ...(path.startsWith('/trpc') ? [] : ['Transfer-Encoding: chunked']),
    ];
    for (const size of sizes) {
      const { heard, say } = connection();
      say(headOf(method, path, authorization, size));
      await expect.poll(() => heard.text, { message: size }).toMatch(/^HTTP\/1\.1 401 /);
    }
  });
});

it('a body that arrives after all is dropped, and its connection serves the next request', async () => {
  const { heard, say } = connection();
  say(headOf('POST', '/v1/chat/completions', badKey, `Content-Length: ${megabytes4}`));
  await expect.poll(() => heard.text).toMatch(/^HTTP\/1\.1 401 /);
  say('{'.repeat(megabytes4) + headOf('GET', '/api/tasks', goodKey()));
  await expect.poll(() => heard.text).toMatch(/HTTP\/1\.1 200 [\s\S]*"tasks":/);
});

it('an answer is not lost to a client that asked for a close and sends its whole body first, as nginx does', async () => {
  const { heard, say } = connection();
  say(headOf('POST', '/v1/chat/completions', badKey, `Content-Length: ${megabytes4}`, 'Connection: close'));
  await expect.poll(() => heard.text).toMatch(/^HTTP\/1\.1 401 /);
  expect(heard.closed).toBe(false);
  say('{'.repeat(megabytes4) + headOf('POST', '/api/keys', goodKey()));
  await expect.poll(() => heard.closed).toBe(true);
  expect(heard.text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
});

it('the body of a client that disconnects during the lookup is not an empty one', async () => {
  const left = new Promise<() => object>((resolve) => {
    const server = createServer(async (req, res) => {
      const receive = bodyReceiver(req as Request, res as Response, megabytes4, parseObject);
      await new Promise((closed) => req.once('close', closed));
      resolve(await receive(true));
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      socket.write(headOf('POST', '/', '', 'Content-Length: 2', 'Connection: close'));
      server.once('request', () => socket.destroy());
    });
    opened.push(() => void server.close());
  });
  expect(await left).toThrow('The body could not be read.');
});

describe('a client that waits for 100 Continue', () => {
  const waiting = 'Expect: 100-continue';
  const json = '{"title":"Told to"}';

  it('gets it when the body is needed, and its connection is kept', async () => {
    const { heard, say } = connection();
    say(headOf('POST', '/api/tasks', goodKey(), waiting, `Content-Length: ${json.length}`));
    await expect.poll(() => heard.text).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    say(json);
    await expect.poll(() => heard.text).toMatch(/HTTP\/1\.1 201 [\s\S]*Told to/);
    say(headOf('GET', '/api/tasks', goodKey()));
    await expect.poll(() => heard.text).toMatch(/HTTP\/1\.1 200 /);
  });

  it.for([
    ['a bad key', 'POST', '/api/tasks', badKey, 401],
    ['a path that is not there', 'POST', '/api/nothing', badKey, 404],
    ['a body that is too large', 'POST', '/api/tasks', 'good', 400],
  ] as const)('gets %s instead, and nothing follows on the connection', async (refused) => {
    const [, method, path, authorization, status] = refused;
    const { heard, say } = connection();
    const sent = authorization === 'good' ? goodKey() : authorization;
    say(headOf(method, path, sent, waiting, `Content-Length: ${megabytes4}`));
    await expect.poll(() => heard.closed).toBe(true);
    expect(heard.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"error":`));
  });
});

describe('without a credential at most 16 KiB are received', () => {
  const strangers = operations.filter(({ auth, body }) => auth === 'none' && body !== undefined);
  const filled = (body: object | undefined, bytes: number) => {
    const rest = bytes - JSON.stringify({ ...body, more: '' }).length;
    return JSON.stringify({ ...body, more: 'x'.repeat(rest) });
  };

  it.for(strangers)('of $method $path', async ({ method, path, body }) => {
    service.deps.clock.advance(901);
    const fits = await service.stranger().request(method, path, filled(body, 16 * 1024));
    expect(fits.text).not.toContain('too large');
    const { status, body: refused } = await service
      .stranger()
      .request(method, path, filled(body, 16 * 1024 + 1));
    expect(status).toBe(400);
    expect(refused).toEqual({ error: 'The body is too large: at most 16 KiB are read.' });
  });

  it.for([
    ['/api/tasks', 256],
    ['/api/jarvis/chat', 1_024],
  ] as const)('with one, of %s, %d KiB', async ([path, kibibytes]) => {
    service.deps.clock.advance(901);
    const fits = await key.post(path, filled({}, kibibytes * 1024));
    expect(fits.body.error).toMatch(/is required\.$/);
    const refused = await key.post(path, filled({}, kibibytes * 1024 + 1));
    expect(refused.body).toEqual({ error: `The body is too large: at most ${kibibytes} KiB are read.` });
  });

  it('and a typed call that needs none has the same limit', async () => {
    const { status, text } = await service.stranger().post('/trpc/account.login', filled({}, 16 * 1024 + 1));
    expect(status).toBe(400);
    expect(text).toContain('at most 16 KiB');
  });
});

it('a body is parsed after the rate limit: beyond the limit its faults are not reported', async () => {
  service.deps.clock.advance(901);
  const statuses = [];
  for (let n = 0; n < 41; n += 1) statuses.push((await key.post('/v1/responses', 'no JSON')).status);
  expect(statuses).toEqual([...Array(40).fill(400), 429]);
});

describe('an own __proto__ in a body', () => {
  const name = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'title', 'a');
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>(null, 1, '__proto__', '\\u005f_proto__', true),
      fc.array(tie('any'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.array(fc.tuple(name, tie('any')), { maxLength: 4 }).map(Object.fromEntries),
  }));
  /** JSON with escaped letters in its keys, as no serialiser writes it. */
  const escaped = (json: string, letter: string) =>
    json.replaceAll('__proto__', (found) =>
      found.replace(letter, `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    );

  it('is removed at every depth, in any spelling, and nothing else is', () => {
    fc.assert(
      fc.property(value.object, fc.constantFrom('', '_', 'p', 'r', 'o', 't'), (sent, letter) => {
        const json = JSON.stringify(sent);
        const expected = JSON.parse(json, (key, inner) => (key === '__proto__' ? undefined : inner));
        const read = parseObject(letter === '' ? json : escaped(json, letter));
        expect(JSON.stringify(read)).toBe(JSON.stringify(expected));
      }),
    );
  });

  it('reaches no prototype through any operation', async () => {
    const polluting = '{"isPolluted":true,"__proto__":{"isPolluted":true}}';
    const evil = `{"__proto__":${polluting},"constructor":{"prototype":${polluting}},"title":${polluting}}`;
    const tools = `[{"type":"function","function":{"name":"f","parameters":${evil}}}]`;
    const bodies = [
      evil,
      `{"model":"jarvis","messages":[{"role":"user","content":"Hi"}],"tools":${tools},"__proto__":${evil}}`,
      `{"model":"jarvis","input":"Hi","text":{"format":{"type":"json_schema","schema":${evil}}},"metadata":${evil}}`,
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_task","arguments":${evil}}}`,
    ];
    for (const [method, path] of guarded) {
      for (const body of bodies) {
        service.deps.clock.advance(61);
        await key.request(method, path, body, { accept: 'application/json, text/event-stream' });
      }
    }
    expect('isPolluted' in {}).toBe(false);
    expect('isPolluted' in Object).toBe(false);
  });
});
