import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linger } from './support/crowd.ts';
import { inspectable, memoryInUseMb } from './support/heap.ts';
import { call } from './support/http.ts';
import { bearer, type Person, signUp } from './support/people.ts';
import { memoryMb, type ServerProcess, startServer, temporaryFolder, until } from './support/process.ts';

const readers = 30;
/** A conversation of 98 MB, as an import may make it. */
const stretches = amount(4, 26);
const messagesOfStretch = 19;
const messageChars = 200_000;

/** The memory that stalled readers hold, and the part that is not freed after they leave. */
describe.runIf(whole)(`${readers} stalled readers of one long conversation`, () => {
  const folder = temporaryFolder();
  let server: ServerProcess;
  let person: Person;
  let other: Person;
  let path: string;

  beforeAll(async () => {
    server = await startServer({ env: { ...inspectable, DATA_DIR: folder.path, LOG_LEVEL: 'error' } });
    person = await signUp(server.url);
    other = await signUp(server.url);
    for (let n = 0; n < stretches; n += 1) path = await importStretch(n * messagesOfStretch);
  });
  afterAll(async () => {
    await server?.stop();
    await folder.remove();
  });

  /** Adds messages at the end of the conversation. Returns its path. */
  async function importStretch(from: number): Promise<string> {
    const createdAt = '2026-01-31T09:30:00.000Z';
    const { status, text, body } = await call(`${server.url}/trpc/conversations.import`, {
      method: 'POST',
      headers: { cookie: person.cookie },
      timeoutMs: 60_000,
      body: {
        conversations: [
          {
            source: 'chatgpt',
            id: 'long',
            title: 'Long',
            createdAt,
            from,
            after: from === 0 ? null : `m${from - 1}`,
            messages: Array.from({ length: messagesOfStretch }, (_, n) => ({
              id: `m${from + n}`,
              role: n % 2 === 0 ? 'user' : 'assistant',
              content: `${from + n} `.repeat(messageChars / 8),
              createdAt,
            })),
          },
        ],
      },
    });
    if (status !== 200) throw new Error(`import: ${status} ${text}`);
    return `/api/conversations/${body.result.data.outcomes[0].conversationId}`;
  }

  it('hold little memory, keep nobody out, and free it when they leave', async () => {
    const read = await call(`${server.url}${path}`, { headers: bearer(person), timeoutMs: 60_000 });
    expect(read.body.messages).toHaveLength(stretches * messagesOfStretch);
    const before = await memoryInUseMb(server);

    const request = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${person.key}\r\n\r\n`;
    let begun = 0;
    const slow = linger(server.port, readers, (socket) => {
      socket.once('data', () => {
        begun += 1;
        socket.pause();
      });
      socket.write(request);
    });
    await until('all have begun', () => begun === readers, 60_000);
    for (let n = 0; n < 200; n += 1) {
      expect((await call(`${server.url}/api/tasks`, { headers: bearer(other) })).status).toBe(200);
    }
    expect(memoryMb(server.pid)).toBeLessThan(650);
    expect((await memoryInUseMb(server)) - before).toBeLessThan(150);

    slow.end();
    await until('the memory is given back', async () => (await memoryInUseMb(server)) - before < 15, 30_000);
    expect((await call(`${server.url}/api/health`)).body.status).toBe('operational');
  });
});
