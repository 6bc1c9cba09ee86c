import { setTimeout as sleep } from 'node:timers/promises';
import { ScriptedModel } from '@jarvis/testkit';
import { amount } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, call, NoAnswer } from './support/http.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import { freePort, type ServerProcess, startServer, temporaryFolder } from './support/process.ts';

/** A model that adds the requested task, and takes time to say so. */
const addingTasks = (model: ScriptedModel) => {
  model.otherwise = ({ messages }) => {
    const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    return messages.at(-1)?.role === 'tool'
      ? { say: `I added “${asked}”, and that was that.`, pieceMs: 60 }
      : { call: [{ tool: 'add_task', input: { title: asked } }] };
  };
};

/** Requests with an Idempotency-Key, repeated until they are answered, by a service that is killed meanwhile. */
describe('retried through kills', () => {
  const folder = temporaryFolder();
  let model: ScriptedModel;
  let server: ServerProcess;
  let env: Record<string, string>;
  let people: Person[];
  let over = false;

  beforeAll(async () => {
    model = await ScriptedModel.start();
    addingTasks(model);
    env = {
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      TRUST_PROXY: '1',
      LOG_LEVEL: 'fatal',
      CHAT_TIMEOUT_MS: '2000',
      MODEL: 'openai-compatible:scripted',
      MODEL_BASE_URL: model.url,
    };
    server = await startServer({ env });
    people = await signUpMany(server.url, amount(3, 6));
  });
  afterAll(async () => {
    over = true;
    await server?.stop();
    await model?.close();
    await folder.remove();
  });

  /** The outcome of a request whose client keeps retrying. */
  async function insist(
    person: Person,
    path: string,
    body: object,
    key: string,
    accept = 'application/json',
  ): Promise<Pick<Answer, 'status' | 'body'>> {
    for (let asFor = accept; ; asFor = 'application/json') {
      const headers = { ...bearer(person), 'idempotency-key': key, accept: asFor };
      const answer = await call(server.url + path, { method: 'POST', body, headers }).catch(
        (error: unknown) => {
          if (error instanceof NoAnswer) return undefined;
          throw error;
        },
      );
      const told = answer && (answer.body ? answer : streamed(answer));
      if (told && ![409, 429, 503].includes(told.status)) return told;
      await sleep(Number(answer?.headers['retry-after'] ?? 0.2) * 1_000);
    }
  }

  /** The answer of the same call without a stream. A failed one does not contain its status, so that is requested. */
  function streamed({ text }: Answer): Pick<Answer, 'status' | 'body'> | undefined {
    const answer = /\{"type":"data-answer","data":(.*)\}\n/.exec(text)?.[1];
    return answer ? { status: 200, body: JSON.parse(answer) } : undefined;
  }

  interface Chat {
    readonly message: string;
    readonly status: number;
    readonly conversationId?: string;
    /** The failure. */
    readonly failure?: string;
  }

  /** The answers of one person; a unique number identifies each request. */
  interface Asked {
    readonly tasks: string[];
    readonly messages: string[];
    readonly chats: Chat[];
    readonly conversationId: string;
  }

  async function work(person: Person, number: number): Promise<Asked> {
    const made = await insist(person, '/api/conversations', {}, `conversation ${number}`);
    const asked: Asked = { tasks: [], messages: [], chats: [], conversationId: made.body.conversation.id };
    for (let n = 0; !over; n += 1) {
      const name = `${number}-${n}`;
      const task = await insist(person, '/api/tasks', { title: `Task ${name}` }, `task ${name}`);
      expect(task.status).toBe(201);
      asked.tasks.push(`Task ${name}`);
      const path = `/api/conversations/${asked.conversationId}/messages`;
      expect((await insist(person, path, { content: `Message ${name}` }, `message ${name}`)).status).toBe(
        201,
      );
      asked.messages.push(`Message ${name}`);
      const message = `Chat ${name}`;
      const { status, body } = await insist(
        person,
        '/api/jarvis/chat',
        { message },
        `chat ${name}`,
        n % 2 === 0 ? 'application/json' : 'text/event-stream',
      );
      asked.chats.push({
        message,
        status,
        conversationId: body.conversationId,
        failure: body.error,
      });
      // Rate limits have their own test.
      await sleep(1_000);
    }
    return asked;
  }

  it(`does nothing twice and omits nothing in ${amount(2, 8)} kills`, async () => {
    const working = people.map(work);
    for (let kill = 0; kill < amount(2, 8); kill += 1) {
      // At a random moment: mostly between tool and reply.
      await sleep(1_500 + Math.random() * 2_000);
      server.child.kill('SIGKILL');
      await server.ended;
      server = await startServer({ env });
    }
    over = true;
    const all = await Promise.all(working);
    for (const [index, asked] of all.entries()) await compare(people[index] as Person, asked);
  }, 240_000);

  async function compare(person: Person, { tasks, messages, chats, conversationId }: Asked): Promise<void> {
    const get = async (path: string) => (await call(server.url + path, { headers: bearer(person) })).body;
    const titles: string[] = (await get('/api/tasks')).tasks.map(({ title }: { title: string }) => title);
    const count = (title: string) => titles.filter((each) => each === title).length;
    for (const title of tasks) expect([title, count(title)]).toEqual([title, 1]);

    const stored = (await get(`/api/conversations/${conversationId}`)).messages;
    expect(stored.map(({ content }: { content: string }) => content)).toEqual(messages);

    const listed: { id: string; title: string }[] = (await get('/api/conversations')).conversations;
    for (const { message, status, conversationId: answered, failure = '' } of chats) {
      const told = listed.filter(({ title }) => title === message).map(({ id }) => id);
      if (status === 200) expect([message, told, count(message)]).toEqual([message, [answered], 1]);
      else {
        expect([message, told]).toEqual([message, []]);
        // A model that took too long before it called its tool, or a kill just before or after the tool.
        const refusal = status === 504 ? 'took too long' : 'may have changed something';
        expect([message, status, failure]).toEqual([
          message,
          status === 504 ? 504 : 500,
          expect.stringContaining(refusal),
        ]);
        expect(count(message), `${message}: ${failure}`).toBeLessThanOrEqual(status === 504 ? 0 : 1);
      }
    }
  }
});
