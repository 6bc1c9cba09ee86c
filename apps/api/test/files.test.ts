import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { limits } from '@jarvis/contract';
import { readWaitingFiles, sweep } from '@jarvis/core';
import { testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { anId, aTime } from './support/matchers.ts';
import { readHere } from './support/read-here.ts';
import { serviceForFile, startService } from './support/service.ts';

const { filePartBytes } = limits;
const mebibyte = 1024 * 1024;

const db = await databaseForFile();
const settings = { ...testDeps(db).settings, filesBytesMax: 30 * mebibyte };
/** Two processes on one database. */
const service = await serviceForFile({ db, overrides: { settings, reader: readHere } });
const other = await serviceForFile({ db, overrides: { settings, clock: service.deps.clock } });

let ada: Client;
let program: Client;
let otherProgram: Client;

beforeEach(async () => {
  ada = await service.signedUp();
  program = await service.withKey(ada);
  otherProgram = new (program.constructor as typeof Client)(other.url, program.headers);
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const png = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001e0', 'hex'),
  randomBytes(100),
]);

const upload = (name: string, bytes: Uint8Array, headers = {}, client = program) =>
  client.request('POST', `/api/files?name=${encodeURIComponent(name)}`, bytes, headers);
const begin = (name: string, bytes: number, headers = {}) =>
  program.request('POST', `/api/files?name=${name}&bytes=${bytes}`, undefined, headers);
const sendPart = (client: Client, id: string, bytes: Uint8Array, n: number) =>
  client.request(
    'PUT',
    `/api/files/${id}/parts/${n}`,
    bytes.subarray(n * filePartBytes, (n + 1) * filePartBytes),
  );
const finish = (client: Client, id: string, body = {}) => client.post(`/api/files/${id}/finish`, body);

async function contentOf(client: Client, id: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${client.url}/api/files/${id}/content`, {
    method,
    headers: { ...client.headers, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function rowsOf(userId: string) {
  const count = async (table: string) =>
    Number((await service.deps.db.run(`select count(*) from ${table} where user_id = $1`, [userId]))[0]?.[0]);
  return {
    files: await count('files'),
    parts: await count('file_parts'),
    passages: await count('file_passages'),
    named: await count('message_files'),
  };
}
const nothing = { files: 0, parts: 0, passages: 0, named: 0 };

describe('a whole file', () => {
  it('is stored unchanged, and described by its first bytes', async () => {
    const made = await upload('Größe/ \u202ehalb.png', png, { 'content-type': 'text/html' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        file: {
          id: anId,
          name: 'Größe_ halb.png',
          state: 'stored',
          mediaType: 'image/png',
          bytes: png.length,
          sha256: sha256Of(png),
          pages: null,
          textState: 'none',
          textReason: null,
          width: 640,
          height: 480,
          conversationId: null,
          createdAt: aTime,
        },
      },
    ]);
    const { file } = made.body;
    expect((await program.get(`/api/files/${file.id}`)).body).toEqual({ file });
    expect((await ada.get('/api/files')).body).toEqual({ files: [file] });
    const sent = await contentOf(otherProgram, file.id);
    expect(sent.bytes.equals(png)).toBe(true);
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(png.length),
      'content-disposition': "inline; filename*=UTF-8''Gr%C3%B6%C3%9Fe_%20halb.png",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${sha256Of(png)}"`,
    });
  });

  it('is stored without a size if its format does not allow that size', async () => {
    const bytes = Buffer.from(png);
    bytes.writeUInt32BE(2 ** 31, 16);
    const { status, body } = await upload('a.png', bytes);
    expect([status, body.file]).toMatchObject([201, { width: null, height: null }]);
    await program.delete(`/api/files/${body.file.id}`);
  });

  it('of 25 MiB is uploaded and downloaded byte for byte, also without an announced length', async () => {
    const bytes = randomBytes(limits.fileBytesMax);
    const file = (await upload('large.bin', bytes)).body.file;
    expect(file).toMatchObject({ bytes: bytes.length, sha256: sha256Of(bytes) });
    expect(sha256Of((await contentOf(otherProgram, file.id)).bytes)).toBe(file.sha256);
    await program.delete(`/api/files/${file.id}`);

    const pieces = [bytes.subarray(0, 700_001), bytes.subarray(700_001, 700_002), bytes.subarray(700_002)];
    const streamed = await fetch(`${program.url}/api/files?name=large.bin`, {
      method: 'POST',
      headers: program.headers,
      body: ReadableStream.from(pieces),
      duplex: 'half',
    });
    expect(await streamed.json()).toMatchObject({ file: { sha256: file.sha256, bytes: bytes.length } });
  });

  it('is refused with a sentence that names it and the limit, and nothing of it is stored', async () => {
    const userId = await userIdOf(ada);
    const tooLarge = '“a.bin” is too large: a file may have at most 25 MiB.';
    for (const [answer, error] of [
      [await upload('a.bin', new Uint8Array(limits.fileBytesMax + 1)), tooLarge],
      [await begin('a.bin', limits.fileBytesMax + 1), tooLarge],
      [await upload('a.bin', new Uint8Array()), '“a.bin” is empty.'],
      [await begin('a.bin', 0), '“a.bin” is empty.'],
      [await begin('a.bin', -1), '`bytes` must be at least 0.'],
      [await upload('x'.repeat(256), png), '`name` must have at most 255 characters.'],
      [
        await upload('a.bin', png, { 'content-type': 'multipart/form-data; boundary=x' }),
        'Send the file itself as the body, not a form.',
      ],
      [await upload('a.bin', png, { 'content-encoding': 'gzip' }), 'Send the body uncompressed.'],
      [
        await program.request('POST', '/api/files?name=a.bin&bytes=5', png),
        'Send either the file as the body or its size as `bytes`, not both.',
      ],
    ] as const) {
      expect([answer.status, answer.body.error]).toEqual([400, error]);
    }
    expect((await upload('x'.repeat(256), png)).body.issues).toMatchObject([{ path: 'name' }]);
    const endless = await fetch(`${program.url}/api/files?name=a.bin`, {
      method: 'POST',
      headers: program.headers,
      body: ReadableStream.from(
        (function* () {
          for (let n = 0; n < 60; n += 1) yield new Uint8Array(filePartBytes);
        })(),
      ),
      duplex: 'half',
    });
    expect([endless.status, await endless.json()]).toEqual([400, { error: tooLarge }]);
    expect(await rowsOf(userId)).toEqual(nothing);
  });

  it('without a name gets one by its type, and one that breaks off leaves nothing', async () => {
    const unnamed = await program.request('POST', '/api/files', png);
    expect(unnamed.body.file.name).toBe('file.png');
    const userId = await userIdOf(ada);
    const before = await rowsOf(userId);
    await new Promise<void>((resolve) => {
      const req = request(`${program.url}/api/files?name=cut.bin`, {
        method: 'POST',
        headers: { ...program.headers, 'content-length': 3 * filePartBytes },
      });
      req.on('error', () => resolve());
      req.write(new Uint8Array(filePartBytes + 1), () => req.destroy());
    });
    await expect.poll(() => rowsOf(userId)).toEqual(before);
  });
});

describe('a file in parts', () => {
  const bytes = randomBytes(3 * filePartBytes + 17);

  it('is assembled from parts that two processes received in any order and number', async () => {
    const { id, ...begun } = (await begin('plan.bin', bytes.length)).body.file;
    expect(begun).toMatchObject({ state: 'receiving', mediaType: null, sha256: null, name: 'plan.bin' });
    expect((await program.get('/api/files')).body).toEqual({ files: [] });
    expect((await contentOf(program, id)).status).toBe(404);
    const clients = [otherProgram, program];
    for (const [index, n] of [3, 0, 0, 2].entries())
      expect((await sendPart(clients[index % 2] as Client, id, bytes, n)).status).toBe(204);
    const early = await finish(program, id);
    expect([early.status, early.body.error]).toEqual([400, 'Parts are missing: 1.']);
    await sendPart(otherProgram, id, bytes, 1);
    const other = await finish(program, id, { sha256: sha256Of(png) });
    expect([other.status, other.body.error]).toMatchObject([400, /sha256/]);
    const done = await finish(otherProgram, id, { sha256: sha256Of(bytes).toUpperCase() });
    expect([done.status, done.body.file]).toMatchObject([200, { state: 'stored', sha256: sha256Of(bytes) }]);
    expect((await finish(program, id)).body).toEqual(done.body);
    expect((await finish(program, id, { sha256: sha256Of(png) })).status).toBe(400);
    expect((await sendPart(program, id, bytes, 0)).status).toBe(409);
    expect((await contentOf(program, id)).bytes.equals(bytes)).toBe(true);
  });

  it('accepts parts of the right size and number only', async () => {
    const { id } = (await begin('plan.bin', bytes.length)).body.file;
    const path = `/api/files/${id}/parts`;
    for (const [n, size] of [
      [0, filePartBytes - 1],
      [3, 18],
      [4, 17],
    ])
      expect((await program.request('PUT', `${path}/${n}`, new Uint8Array(size ?? 0))).status).toBe(400);
    for (const n of ['x', '0x0', '0e0', '%200'])
      expect((await program.request('PUT', `${path}/${n}`, png)).status).toBe(400);
    expect((await program.request('POST', '/api/files?name=a.bin&bytes=1e3')).status).toBe(400);
    expect((await program.request('PUT', `${path}/0`, new Uint8Array(filePartBytes + 1))).status).toBe(400);
    expect((await rowsOf(await userIdOf(ada))).parts).toBe(0);
  });

  it('of one account are at most three at a time, until one ends or is silent for two minutes', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await begin('a.bin', 1)).body.file.id);
    const fourth = await begin('a.bin', 1);
    expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '1']);
    await program.request('PUT', `/api/files/${ids[0]}/parts/0`, new Uint8Array(1));
    await finish(program, ids[0] as string);
    expect((await begin('a.bin', 1)).status).toBe(201);
    expect((await begin('a.bin', 1)).status).toBe(429);
    await service.deps.db.run("update files set claimed_until = now() - interval '1 s' where id = $1", [
      ids[1],
    ]);
    expect((await begin('a.bin', 1)).status).toBe(201);
    expect((await begin('a.bin', 1)).status).toBe(429);
    // By a clock that was ahead.
    await service.deps.db.run("update files set claimed_until = now() + interval '1 year' where id = $1", [
      ids[2],
    ]);
    expect((await begin('a.bin', 1)).status).toBe(201);
  });

  it('reserves its size: concurrent uploads together stay within the quota', async () => {
    const answers = await Promise.all(
      [program, otherProgram].map((client) =>
        client.request('POST', `/api/files?name=a.bin&bytes=${20 * mebibyte}`),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error).toMatch(/^There is no room for “a.bin”: .* 30 MiB\. Delete/);
    expect((await upload('b.bin', new Uint8Array(11 * mebibyte))).status).toBe(400);
    expect((await upload('c.bin', png)).status).toBe(201);
  });

  it('that are silent for two minutes give their room to others that need it', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) ids.push((await begin('a.bin', 14 * mebibyte)).body.file.id);
    await service.deps.db.run("update files set claimed_until = now() - interval '1 s' where id = $1", [
      ids[0],
    ]);
    expect((await begin('a.bin', mebibyte)).status).toBe(201);
    expect((await program.get(`/api/files/${ids[0]}`)).status).toBe(200);
    expect((await begin('a.bin', 10 * mebibyte)).status).toBe(201);
    expect((await program.get(`/api/files/${ids[0]}`)).status).toBe(404);
    expect((await program.get(`/api/files/${ids[1]}`)).status).toBe(200);
  });
});

describe('content', () => {
  it('is served in one range, and as a 304 to a client that has it', async () => {
    const bytes = randomBytes(2 * filePartBytes + 100);
    const { id, sha256 } = (await upload('a.bin', bytes)).body.file;
    const etag = `"${sha256}"`;
    const range = (range: string, headers = {}) => contentOf(program, id, { range, ...headers });
    for (const [asked, from, to] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${filePartBytes - 1}-${filePartBytes}`, filePartBytes - 1, filePartBytes + 1],
      ['bytes=-5', bytes.length - 5, bytes.length],
      [`bytes=${bytes.length - 1}-9999999`, bytes.length - 1, bytes.length],
    ] as const) {
      const part = await range(asked);
      expect(part.status, asked).toBe(206);
      expect(part.bytes.equals(bytes.subarray(from, to)), asked).toBe(true);
      expect(part.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${bytes.length}`);
    }
    for (const asked of ['bytes=0-1,5-6', 'bytes=5-1', 'lines=1-2'])
      expect([asked, (await range(asked)).bytes.length]).toEqual([asked, bytes.length]);
    expect((await range('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    expect((await range('bytes=0-1', { 'if-range': etag })).status).toBe(206);
    const beyond = await range(`bytes=${bytes.length}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
    expect(await contentOf(program, id, { 'if-none-match': etag })).toMatchObject({ status: 304 });
    const head = await contentOf(program, id, { range: 'bytes=0-1' }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
  });

  it.each([
    ['page.html', '<script>alert(1)</script>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['trick.png', '<html>\n<script>alert(1)</script>'],
    ['report.pdf', '%PDF-1.4'],
  ])('of %s is an untyped attachment', async (name, text) => {
    const { id } = (await upload(name, Buffer.from(text))).body.file;
    const { headers } = await contentOf(program, id);
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'application/octet-stream',
      `attachment; filename*=UTF-8''${name}`,
    ]);
  });
});

describe('with an Idempotency-Key', () => {
  it('a repeated file is the same one, and other bytes are refused', async () => {
    const key = { 'idempotency-key': 'upload-1' };
    const first = await upload('a.bin', png, key);
    const again = await upload('a.bin', png, key, otherProgram);
    expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    expect((await upload('a.bin', randomBytes(5), key)).status).toBe(422);
    expect((await rowsOf(await userIdOf(ada))).files).toBe(1);
    const begun = await begin('b.bin', 5, { 'idempotency-key': 'begin-1' });
    expect((await begin('b.bin', 5, { 'idempotency-key': 'begin-1' })).text).toBe(begun.text);
    await program.delete(`/api/files/${first.body.file.id}`);
    const gone = await upload('a.bin', png, key);
    expect([gone.status, gone.body.error]).toEqual([404, 'The result of this request was deleted.']);
  });
});

describe('with messages', () => {
  const newConversation = async () => (await program.post('/api/conversations', {})).body.conversation.id;
  const say = (conversation: string, files: string[]) =>
    program.post(`/api/conversations/${conversation}/messages`, { content: 'Look', files });

  it('are shown on request, and as deleted once they are', async () => {
    const conversation = await newConversation();
    const [plan, photo] = [
      (await upload('plan.txt', Buffer.from('Plan'))).body.file,
      (await upload('p.png', png)).body.file,
    ];
    const said = await say(conversation, [photo.id, plan.id, photo.id]);
    expect([said.status, Object.keys(said.body.message)]).toEqual([
      201,
      ['id', 'role', 'content', 'policyDenied', 'createdAt'],
    ]);
    const path = `/api/conversations/${conversation}`;
    expect((await program.get(path)).body.messages).toEqual([said.body.message]);
    const attached = [photo, plan].map((file) => ({ ...file, conversationId: conversation }));
    expect((await program.get(`${path}?include=files`)).body.messages).toEqual([
      { ...said.body.message, files: attached },
    ]);
    expect((await program.get(`${path}?include=all`)).status).toBe(400);
    expect((await program.delete(`/api/files/${photo.id}`)).body).toEqual({ ok: true });
    expect((await program.get(`/api/files/${photo.id}`)).status).toBe(404);
    expect((await program.get(`${path}?include=files`)).body.messages[0].files).toEqual([
      { id: photo.id, name: 'p.png', deleted: true },
      attached[1],
    ]);
  });

  it('must be stored, the account’s own, and at most ten', async () => {
    const conversation = await newConversation();
    const begun = (await begin('a.bin', 1)).body.file.id;
    const foreign = (await upload('b.png', png, {}, await service.withKey(await service.signedUp()))).body
      .file.id;
    for (const files of [[begun], [foreign], ['nonsense'], [crypto.randomUUID()]]) {
      const refused = await say(conversation, files);
      expect([refused.status, refused.body.error]).toEqual([404, 'File not found.']);
    }
    expect((await say(conversation, Array(11).fill(foreign))).status).toBe(400);
    expect((await program.get(`/api/conversations/${conversation}`)).body.messages).toEqual([]);
  });

  it('are deleted with the last conversation that has them', async () => {
    const [one, two] = [await newConversation(), await newConversation()];
    const [both, only] = [
      (await upload('both.png', png)).body.file.id,
      (await upload('only.png', png)).body.file.id,
    ];
    await say(one, [both, only]);
    await say(two, [both]);
    await program.delete(`/api/conversations/${one}`);
    expect((await program.get('/api/files')).body.files).toMatchObject([{ id: both, conversationId: two }]);
    await program.delete(`/api/conversations/${two}`);
    expect(await rowsOf(await userIdOf(ada))).toEqual(nothing);
  });

  it('are deleted by the next sweep if the process ends right after a conversation was deleted', async () => {
    const userId = await userIdOf(ada);
    const conversation = await newConversation();
    for (let turn = 0; turn < 3; turn += 1) {
      const files: string[] = [];
      for (let n = 0; n < 9; n += 1) files.push((await upload('a.txt', Buffer.from('Plan'))).body.file.id);
      await say(conversation, files);
      service.deps.clock.advance(61);
    }
    await readWaitingFiles(service.deps);
    expect(await rowsOf(userId)).toEqual({ files: 27, parts: 27, passages: 27, named: 27 });
    const ended = service.deps.db.intercepted(({ text }, proceed) =>
      text.startsWith('delete from "files"') ? Promise.reject(new Error('ended')) : proceed(),
    );
    const dying = await startService({ db: ended });
    const answer = await new (program.constructor as typeof Client)(dying.url, program.headers).delete(
      `/api/conversations/${conversation}`,
    );
    await dying.close();
    expect([answer.status, await rowsOf(userId)]).toEqual([
      200,
      { files: 27, parts: 27, passages: 27, named: 0 },
    ]);
    await sweep(service.deps);
    expect(await rowsOf(userId)).toEqual(nothing);
  });

  it('are deleted like those of a temporary chat in the app', async () => {
    const { id } = (await upload('a.txt', Buffer.from('Plan'))).body.file;
    await readWaitingFiles(service.deps);
    await program.delete(`/api/files/${id}`);
    expect(await rowsOf(await userIdOf(ada))).toEqual(nothing);
  });

  it('are deleted with the account', async () => {
    const userId = await userIdOf(ada);
    await say(await newConversation(), [(await upload('a.png', png)).body.file.id]);
    for (let n = 0; n < 5; n += 1) await upload('b.bin', randomBytes(filePartBytes + 1));
    const answer = await ada.post('/trpc/account.deleteAccount', { password: 'correct horse battery' });
    expect(answer.status).toBe(200);
    expect(await rowsOf(userId)).toEqual(nothing);
  });
});

it('belong to their account: another one does not find them, and a caller without a credential is refused everywhere', async () => {
  const { id } = (await upload('plan.png', png)).body.file;
  const begun = (await begin('a.bin', 5)).body.file.id;
  const bob = await service.withKey(await service.signedUp());
  const stranger = service.stranger();
  for (const [method, path, body] of [
    ['GET', '/api/files'],
    ['POST', '/api/files?name=a.bin', png],
    ['POST', '/api/files?name=a.bin&bytes=5'],
    ['GET', `/api/files/${id}`],
    ['GET', `/api/files/${id}/content`],
    ['PUT', `/api/files/${begun}/parts/0`, new Uint8Array(5)],
    ['POST', `/api/files/${begun}/finish`, {}],
    ['DELETE', `/api/files/${id}`],
  ] as const) {
    expect((await stranger.request(method, path, body)).status, path).toBe(401);
    if (!path.includes('/files/')) continue;
    const foreign = await bob.request(method, path, body);
    expect([foreign.status, foreign.body], path).toEqual([404, { error: 'File not found.' }]);
  }
  expect((await bob.get('/api/files')).body).toEqual({ files: [] });
  expect(await rowsOf(await userIdOf(ada))).toMatchObject({ files: 2, parts: 1 });
});

it('a file that did not arrive within an hour, or that no message named within a day, is removed', async () => {
  const conversation = (await program.post('/api/conversations', {})).body.conversation.id;
  const old = (await upload('old.bin', png)).body.file.id;
  const attached = (await upload('attached.bin', png)).body.file.id;
  await program.post(`/api/conversations/${conversation}/messages`, { content: 'Look', files: [attached] });
  const stuck = (await begin('stuck.bin', 5)).body.file.id;
  const young = (await upload('young.bin', png)).body.file.id;
  const age = (id: string, age: string) =>
    service.deps.db.run('update files set created_at = now() - $2::interval where id = $1', [id, age]);
  await age(old, '25 hours');
  await age(attached, '25 hours');
  await age(stuck, '61 minutes');
  await age(young, '23 hours');
  await sweep(service.deps);
  const left = await service.deps.db.run('select id from files where user_id = $1', [await userIdOf(ada)]);
  expect(left.map(([id]) => id).sort()).toEqual([attached, young].sort());
});

it('are in the export: a list in its JSON, and with `files=true` a zip of both', async () => {
  const large = randomBytes(filePartBytes + 5);
  const files = [
    (await upload('größe.png', png)).body.file,
    (await upload('<1:2>?"|*.bin', large)).body.file,
  ];
  expect((await ada.get('/api/auth/export')).body.files).toEqual(files);
  const cookie = ada.cookie;
  const answer = await fetch(`${ada.url}/api/auth/export?files=true`, { headers: { cookie } });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="jarvis-export.zip"');
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const seen: Record<string, Buffer> = {};
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    expect(crc32(bytes)).toBe(entry.crc32);
    seen[entry.fileName] = bytes;
  }
  const { 'account.json': account, ...sent } = seen;
  expect(JSON.parse(String(account)).files).toEqual(files);
  expect(Object.entries(sent).map(([name, bytes]) => [name, sha256Of(bytes)])).toEqual([
    [`files/${files[0].id}-größe.png`, files[0].sha256],
    // Windows refuses to extract `<>:"|?*`.
    [`files/${files[1].id}-_1_2_____.bin`, files[1].sha256],
  ]);
});

it('are requested in the export by true or false', async () => {
  for (const query of ['?files=x', '?files=', '?files=1']) {
    const answer = await ada.get(`/api/auth/export${query}`);
    expect([answer.status, answer.body]).toEqual([400, { error: '`files` must be true or false.' }]);
  }
  expect((await ada.get('/api/auth/export?files=false')).body.files).toEqual([]);
  const twice = await ada.get('/api/auth/export?files=true&files=false');
  expect([twice.status, twice.body]).toEqual([400, { error: '`files` must be given once.' }]);
  expect((await ada.get('/api/auth/export?files=%')).status).toBe(400);
});

it('that are deleted meanwhile, or have long names, do not break the zip', async () => {
  await upload('a.bin', Buffer.alloc(8 * filePartBytes));
  const name = `${'ö'.repeat(250)}.png`;
  const { id } = (await upload(name, png)).body.file;
  const deps = service.deps;
  const gone = deps.db.intercepted(async ({ text }, proceed) => {
    const rows = await proceed();
    if (text.includes('"file_parts"')) await deps.db.run('delete from file_parts where n > 0', []);
    return rows;
  });
  const other = await startService({ db: gone });
  const cookie = ada.cookie;
  const answer = await fetch(`${other.url}/api/auth/export?files=true`, { headers: { cookie } });
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  const names: string[] = [];
  for await (const entry of zip.eachEntry()) names.push(entry.fileName);
  await other.close();
  expect(names).toHaveLength(3);
  const long = names.find((each) => each.includes(id)) ?? '';
  expect(long).toMatch(/^files\/.*ö\.png$/);
  expect(Buffer.byteLength(long.slice('files/'.length))).toBeLessThanOrEqual(255);
});

it('uploads are limited, parts are not; lists continue by pages', async () => {
  for (let n = 0; n < 3; n += 1) await upload(`${n}.bin`, png);
  const page = await program.get('/api/files?limit=2');
  expect(page.body.files.map(({ name }: { name: string }) => name)).toEqual(['2.bin', '1.bin']);
  const next = /<(.*)>/.exec(page.headers.get('link') ?? '')?.[1] as string;
  expect((await program.get(next)).body.files).toMatchObject([{ name: '0.bin' }]);
  const answer = await upload('x.bin', png);
  expect(answer.headers.get('ratelimit')).toMatch(/^"fileUploads";r=56/);
});
