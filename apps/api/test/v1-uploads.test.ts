import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { rates } from '@jarvis/contract';
import { modelForFile } from '@jarvis/testkit/for-file';
import express from 'express';
import { beforeEach, describe, expect, it } from 'vitest';
import { uploadForm } from '../src/v1/files/upload-form.ts';
import { userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { anId } from './support/matchers.ts';
import { readHere } from './support/read-here.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;
let key: Client;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model, reader: readHere } });

beforeEach(async () => {
  model.reset();
  ada = await service.signedUp();
  key = await service.withKey(ada);
});

const boundary = '----form';
const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const part = (disposition: string, content: string | Uint8Array) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content as Uint8Array),
    Buffer.from('\r\n'),
  ]);
const file = (content: string | Uint8Array, name = 'plan.txt') =>
  part(`name="file"; filename="${name}"`, content);
const purpose = part('name="purpose"', 'user_data');
const ended = Buffer.from(`--${boundary}--\r\n`);
const form = (...parts: Uint8Array[]) => Buffer.concat([...parts, ended]);

const upload = (body: string | Uint8Array, headers = {}, client = key) =>
  client.request('POST', '/v1/files', body, { ...type, ...headers });
const contentOf = async (id: string) =>
  Buffer.from(
    await (await fetch(`${service.url}/v1/files/${id}/content`, { headers: key.headers })).arrayBuffer(),
  );
const kept = async () =>
  (await service.deps.db.run('select count(*)::int from files where user_id = $1', [await userIdOf(ada)]))[0];

it('a file is uploaded as a form, listed, read, named by a message, and deleted', async () => {
  const sent = await upload(form(file('The cat is Mia.', 'Größe.txt'), purpose));
  const { created_at } = sent.body;
  const object = {
    id: anId,
    object: 'file',
    bytes: 15,
    created_at: expect.any(Number),
    expires_at: created_at + 24 * 60 * 60,
    filename: 'Größe.txt',
    purpose: 'user_data',
    status: 'uploaded',
  };
  expect([sent.status, sent.body]).toEqual([200, object]);
  const { id } = sent.body;
  expect((await key.get(`/v1/files/${id}`)).body).toEqual(sent.body);
  expect((await contentOf(id)).toString()).toBe('The cat is Mia.');
  expect((await key.get('/v1/files')).body).toEqual({
    object: 'list',
    data: [sent.body],
    first_id: id,
    last_id: id,
    has_more: false,
  });
  expect((await ada.get('/api/files')).body.files).toMatchObject([{ id, mediaType: 'text/plain' }]);
  expect((await key.delete(`/v1/files/${id}`)).body).toEqual({ id, object: 'file', deleted: true });
  for (const path of ['', '/content'])
    expect((await key.get(`/v1/files/${id}${path}`)).body.error).toMatchObject({
      message: 'File not found.',
      type: 'invalid_request_error',
    });
});

it('the file of a form is sent with a question, and deleted with its conversation', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex');
  const { id } = (await upload(form(purpose, file(png, 'dot.png')))).body;
  const content = [
    { type: 'input_image', file_id: id },
    { type: 'input_text', text: 'What is it?' },
  ];
  await key.post('/v1/responses', { model: 'jarvis', input: [{ role: 'user', content }] });
  expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain(png.toString('base64'));
  const { body } = await key.get(`/v1/files/${id}`);
  expect(body).toMatchObject({ status: 'processed' });
  expect(body).not.toHaveProperty('expires_at');
});

it('lists continue after a file, newest first', async () => {
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.unshift((await upload(form(file(name), purpose))).body.id);
  const listed = async (query: string) => {
    const { body } = await key.get(`/v1/files?${query}`);
    return [...body.data.map(({ id }: { id: string }) => id), body.has_more];
  };
  expect(await listed('limit=2&order=desc&purpose=user_data')).toEqual([ids[0], ids[1], true]);
  expect(await listed(`limit=2&after=${ids[1]}`)).toEqual([ids[2], false]);
  expect(await listed('purpose=batch')).toEqual([false]);
  for (const [query, param, message = expect.any(String)] of [
    ['limit=0', 'limit'],
    ['after=x', 'after'],
    ['order=asc', 'order'],
    ['limit=1&limit=2', 'limit', '`limit` must be given once.'],
  ])
    expect((await key.get(`/v1/files?${query}`)).body.error).toMatchObject({
      type: 'invalid_request_error',
      param,
      message,
    });
});

describe('a form', () => {
  it('of 25 MiB is stored byte for byte, in pieces of any size', async () => {
    const bytes = randomBytes(25 * 1024 * 1024);
    const { status, body } = await upload(form(file(bytes), purpose));
    expect([status, body.bytes]).toEqual([200, bytes.length]);
    expect((await contentOf(body.id)).equals(bytes)).toBe(true);

    const slow = form(file(`two\r\n--${boundary.slice(1)} pieces`), purpose);
    const piecemeal = async function* () {
      for (let at = 0; at < slow.length; at += 7) {
        yield slow.subarray(at, at + 7);
        await pause(1);
      }
    };
    const sent = await fetch(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...key.headers, ...type },
      body: piecemeal(),
      duplex: 'half',
    } as RequestInit);
    const { id } = (await sent.json()) as { id: string };
    expect((await contentOf(id)).toString()).toBe(`two\r\n--${boundary.slice(1)} pieces`);
  });

  const many = Array.from({ length: 30 }, (_, n) => part(`name="n${n}"`, 'x'));
  const huge = (more: number) => () => form(file(Buffer.alloc(25 * 1024 * 1024 + more)), purpose);
  const noForm = /^Send a form/;
  it.each<[string, () => Uint8Array, RegExp, string | null, object?]>([
    ['without a file', () => form(purpose), /must have its file as `file`/, 'file'],
    ['with two files', () => form(file('a'), file('b'), purpose), /must have one file/, 'file'],
    [
      'with its file under another name',
      () => form(part('name="f"; filename="a"', 'a'), purpose),
      /as `file`/,
      'file',
    ],
    [
      'with a text for a file',
      () => form(part('name="file"', 'a'), purpose),
      /`file` must be a file/,
      'file',
    ],
    ['with an empty file', () => form(file(''), purpose), /is empty/, null],
    ['without a purpose', () => form(file('a')), /`purpose` must be/, 'purpose'],
    [
      'for fine-tuning',
      () => form(file('a'), part('name="purpose"', 'fine-tune')),
      /`purpose` must be/,
      'purpose',
    ],
    ['of 25 MiB and a byte', huge(1), /“plan\.txt” is too large: a file may have at most 25 MiB/, null],
    ['of 26 MiB', huge(1024 ** 2), /too large: a file may have at most 25 MiB/, null],
    [
      'with 70 KB beside its file',
      () => form(file('a'), purpose, part('name="note"', 'x'.repeat(70_000))),
      /at most 64 KiB beside its file/,
      null,
    ],
    ['with very many parts', () => form(file('a'), purpose, ...many), /too many parts/, null],
    [
      'that ends within its file',
      () => Buffer.concat([file('a'.repeat(600_000))]),
      /could not be read/,
      null,
    ],
    [
      'that ends within a text',
      () => Buffer.concat([file('a'), part('name="purpose"', 'user')]),
      /could not be read/,
      null,
    ],
    [
      'with another boundary',
      () => form(file('a'), purpose),
      /could not be read/,
      null,
      { 'content-type': 'multipart/form-data; boundary=else' },
    ],
    [
      'without a boundary',
      () => form(file('a'), purpose),
      noForm,
      null,
      { 'content-type': 'multipart/form-data' },
    ],
    ...['', '""', `"${'x'.repeat(71)}"`].map((wrong): [string, () => Uint8Array, RegExp, null, object] => [
      `with the boundary ${wrong}`,
      () => form(file('a'), purpose),
      noForm,
      null,
      { 'content-type': `multipart/form-data; boundary=${wrong}` },
    ]),
    ['that is JSON', () => Buffer.from('{}'), noForm, null, { 'content-type': 'application/json' }],
    ['that is empty', () => Buffer.alloc(0), /could not be read/, null],
    ['with a name of 300 characters', () => form(file('a', 'x'.repeat(300)), purpose), /at most 255/, 'name'],
    [
      'that is compressed',
      () => form(file('a'), purpose),
      /uncompressed/,
      null,
      { 'content-encoding': 'gzip' },
    ],
  ])('%s is refused, and nothing of it is stored', async (_, body, message, param, headers = {}) => {
    const { status, body: answer } = await upload(body(), headers);
    expect([status, answer.error]).toEqual([
      400,
      { message: expect.stringMatching(message), type: 'invalid_request_error', param, code: null },
    ]);
    expect(await kept()).toEqual([0]);
    expect((await upload(form(file('a'), purpose))).status).toBe(200);
  });

  it.each([
    ['too many parts', Buffer.concat(many)],
    ['a second file', Buffer.concat([file('a'), file('b')])],
    ['another purpose', Buffer.concat([part('name="purpose"', 'assistants'), file('a').subarray(0, -2)])],
  ])('is answered at %s, before its end', async (_, begun) => {
    const outgoing = request(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...key.headers, ...type },
    });
    outgoing.write(begun);
    const [answer] = await once(outgoing, 'response');
    expect(answer.statusCode).toBe(400);
    outgoing.on('error', () => {}).destroy();
  });

  it('that is announced as too large is not read, and one of unknown size up to the limit', async () => {
    const outgoing = request(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...key.headers, ...type, 'content-length': 26 * 1024 * 1024 },
    });
    outgoing.flushHeaders();
    const [answer] = await once(outgoing, 'response');
    expect(answer.statusCode).toBe(400);
    outgoing.on('error', () => {}).destroy();

    const preamble = Buffer.alloc(1024 * 1024);
    const sent = await fetch(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...key.headers, ...type },
      body: (async function* () {
        for (let n = 0; n < 26; n += 1) yield preamble;
        yield Buffer.concat([Buffer.from('\r\n'), form(file('a'), purpose)]);
      })(),
      duplex: 'half',
    } as RequestInit);
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('too large')]);
  });

  it('is not waited for once its client has disconnected', async () => {
    const read = Promise.withResolvers<unknown>();
    const keeping = Promise.withResolvers<void>();
    const app = express().post('/', (req, res) => {
      const left = new AbortController();
      res.once('close', () => left.abort());
      // Takes none of the file, so that the form does not continue.
      const keep = async (_: string, body: AsyncIterable<Uint8Array>) => {
        keeping.resolve();
        if (body instanceof Readable) await once(body, 'close');
      };
      read.resolve(uploadForm(req, res)(keep, left.signal).catch((error: Error) => error.message));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, method: 'POST', headers: type }).on('error', () => {});
    // More than the file's stream holds, less than would pause the connection.
    await new Promise((sent) => outgoing.write(file(Buffer.alloc(180_000)), sent));
    await keeping.promise;
    outgoing.destroy();
    expect(await read.promise).toBe('The form could not be read.');
    server.close();
  });

  it('that breaks off leaves nothing', async () => {
    const outgoing = request(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...key.headers, ...type, 'content-length': 10_000_000 },
    });
    outgoing.on('error', () => {});
    outgoing.write(Buffer.concat([purpose, file(Buffer.alloc(700_000))]));
    await expect.poll(kept).toEqual([1]);
    outgoing.destroy();
    await expect.poll(kept).toEqual([0]);
  });
});

it('files belong to their account, and an anonymous form is not read', async () => {
  const { id } = (await upload(form(file('mine'), purpose))).body;
  const bob = await service.withKey(await service.signedUp());
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/content'],
    ['DELETE', ''],
  ] as const) {
    const { status, body } = await bob.request(method, `/v1/files/${id}${path}`);
    expect([status, body.error.message]).toEqual([404, 'File not found.']);
    expect((await service.stranger().request(method, `/v1/files/${id}${path}`)).status).toBe(401);
  }
  expect((await bob.get('/v1/files')).body.data).toEqual([]);
  expect((await upload(form(file('x'), purpose), {}, service.stranger())).body.error.type).toBe(
    'authentication_error',
  );
  for (const path of [
    '/v1/files/%',
    '/v1/files/%/content',
    '/v1/files/%00',
    '/v1/files/%00/content',
    '/v1/models/%',
    '/v1/%',
    '/api/files/%',
    '/api/files/%/content',
    '/api/files/%00/content',
  ])
    expect([path, (await key.get(path)).status]).toEqual([path, 404]);
  expect((await key.delete('/v1/files/%')).status).toBe(404);
  expect((await key.get(`/v1/files/${id}`)).status).toBe(200);
  expect((await key.request('PUT', `/v1/files/${id}`)).headers.get('allow')).toBe(
    'GET, HEAD, DELETE, OPTIONS',
  );
});

it('the quota, three at a time, the rate and Idempotency-Key apply as for other uploads', async () => {
  const again = { 'idempotency-key': 'one' };
  const first = await upload(form(file('Plan'), purpose), again);
  const second = await upload(form(purpose, file('Plan')), again);
  expect(second.body.id).toBe(first.body.id);
  expect((await upload(form(file('Else'), purpose), again)).status).toBe(422);
  expect(await kept()).toEqual([1]);

  const begun = [1, 2, 3].map((n) => ada.request('POST', `/api/files?name=${n}&bytes=9`));
  const ids = (await Promise.all(begun)).map(({ body }) => body.file.id);
  expect((await upload(form(file('a'), purpose))).status).toBe(429);
  for (const id of ids) await ada.delete(`/api/files/${id}`);

  Object.assign(service.deps.settings, { filesBytesMax: 8_192 });
  expect((await upload(form(file(Buffer.alloc(9_000)), purpose))).body.error.message).toMatch(/no room for/);
  expect((await upload(form(file(Buffer.alloc(4_096)), purpose))).body.bytes).toBe(4_096);
  Object.assign(service.deps.settings, { filesBytesMax: 1024 ** 3 });

  service.deps.clock.advance(61);
  const statuses: number[] = [];
  const most = rates.fileUploads.limit;
  for (let n = 0; n <= most; n += 1) statuses.push((await upload(form(file('a')))).status);
  expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([most, 429]);
});

it('a retry that counts its attempts is the same upload', async () => {
  const attempt = (count: number) =>
    upload(form(file('Plan'), purpose), { 'x-stainless-retry-count': String(count) });
  const first = await attempt(0);
  const again = await attempt(1);
  expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([first.body, 'true']);
  expect((await attempt(0)).body.id).not.toBe(first.body.id);
  expect(await kept()).toEqual([2]);
});
