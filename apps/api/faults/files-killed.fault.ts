import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { amount } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bearer, signUp } from './support/people.ts';
import { freePort, type ServerProcess, startServer, temporaryFolder } from './support/process.ts';

/** Processes that receive a file are killed between its parts, and while it is finished. */
const folder = temporaryFolder();
const partBytes = 512 * 1024;
let env: Record<string, string>;
let server: ServerProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  env = { DATA_DIR: folder.path, PORT: String(await freePort()), TRUST_PROXY: '1', LOG_LEVEL: 'warn' };
  server = await startServer({ env });
  headers = bearer(await signUp(server.url));
});
afterAll(async () => {
  await server?.stop();
  await folder.remove();
});

async function killThenStart(): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
  server = await startServer({ env });
}

/** Repeats the request until there is an answer. */
async function send(method: string, path: string, body?: Uint8Array): Promise<Response> {
  for (;;) {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? {} : { 'content-type': 'application/json' }) },
      ...(body ? { body: body as Uint8Array<ArrayBuffer> } : {}),
    }).catch(() => undefined);
    if (answer) return answer;
    await sleep(20);
  }
}

it(`each of ${amount(2, 20)} uploads is complete in the end, whenever the process is killed`, {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < amount(2, 20); n += 1) {
    const bytes = randomBytes(3 * partBytes + 11);
    const parts = [0, 1, 2, 3].map((part) => bytes.subarray(part * partBytes, (part + 1) * partBytes));
    const begun = await send('POST', `/api/files?name=plan-${n}.bin&bytes=${bytes.length}`);
    const { file } = (await begun.json()) as { file: { id: string } };
    const acknowledged = n % 4;
    for (const [part, content] of parts.entries()) {
      expect((await send('PUT', `/api/files/${file.id}/parts/${part}`, content)).status).toBe(204);
      if (part === acknowledged) await killThenStart();
    }
    // The kill may come at any moment of it; then the new process gets the request again.
    const finishing = send('POST', `/api/files/${file.id}/finish`);
    if (n % 2 === 1) {
      await sleep(randomInt(30));
      await killThenStart();
    }
    await finishing;
    const finished = await send('POST', `/api/files/${file.id}/finish`);
    expect([finished.status, await finished.json()]).toMatchObject([
      200,
      { file: { state: 'stored', sha256: createHash('sha256').update(bytes).digest('hex') } },
    ]);
    const content = await send('GET', `/api/files/${file.id}/content`);
    expect(bytes.equals(Buffer.from(await content.arrayBuffer()))).toBe(true);
  }
});

it('a whole file that was cut off is not listed', { timeout: 600_000 }, async () => {
  const before = (await (await send('GET', '/api/files')).json()) as { files: unknown[] };
  const half = new Uint8Array(partBytes + 1);
  const held = Promise.withResolvers<void>();
  const cut = fetch(`${server.url}/api/files?name=cut.bin`, {
    method: 'POST',
    headers,
    body: ReadableStream.from(
      (async function* () {
        yield half;
        await held.promise;
      })(),
    ),
    duplex: 'half',
  }).catch(() => 'cut off');
  await expect.poll(async () => (await send('GET', '/api/files')).status).toBe(200);
  await killThenStart();
  held.resolve();
  expect(await cut).toBe('cut off');
  expect(await (await send('GET', '/api/files')).json()).toEqual(before);
});
