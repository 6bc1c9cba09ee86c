import { amount, whole } from '@jarvis/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrookedServer, type Misbehaviour, misbehaviours, startCrookedServer } from './support/fakes.ts';
import { inspectable, memoryInUseMb } from './support/heap.ts';
import { type Answer, call } from './support/http.ts';
import { belowRatesMs, Ledger, percentile } from './support/ledger.ts';
import { bearer, type Person, signUpMany } from './support/people.ts';
import {
  memoryMb,
  outgoingOf,
  type ServerProcess,
  startServer,
  temporaryFolder,
  until,
} from './support/process.ts';

/** The short form has only cases that end soon. */
const some = (...shortened: Misbehaviour[]) => (whole ? misbehaviours : shortened);

const chatTimeoutMs = 1_500;
/** Turns, or other calls, that meet the same fault together. */
const atOnce = 3;
/** Tolerance between a deadline and the answer on a busy machine. */
const slackMs = 1_500;

/** An outside service fails: no caller waits longer than its deadline, and no other notices. */
describe('with failing outside services', () => {
  const folder = temporaryFolder();
  let model: CrookedServer;
  let search: CrookedServer;
  let mail: CrookedServer;
  let provider: CrookedServer;
  let server: ServerProcess;
  let ledger: Ledger;
  let person: Person;
  let memoryBefore: number;
  let calmMs: number;

  const chat = (body: object) =>
    call(`${server.url}/api/jarvis/chat`, { method: 'POST', body, headers: bearer(person) });

  beforeAll(async () => {
    [model, search, mail, provider] = await Promise.all([
      startCrookedServer(searchingModel),
      startCrookedServer(() => http({ results: [] })),
      startCrookedServer(),
      startCrookedServer(),
    ]);
    server = await startServer({
      env: {
        ...inspectable,
        DATA_DIR: folder.path,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'fatal',
        CHAT_TIMEOUT_MS: String(chatTimeoutMs),
        MODEL: 'openai-compatible:crooked',
        MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
        SEARCH_PROVIDER: 'searxng',
        SEARCH_URL: `http://127.0.0.1:${search.port}`,
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET: 'secret',
        GOOGLE_ISSUER: `http://127.0.0.1:${provider.port}`,
      },
    });
    const people = await signUpMany(server.url, amount(3, 8));
    person = people[0] as Person;
    ledger = new Ledger(server.url, people.slice(1), { pauseMs: belowRatesMs, chat: false });
    ledger.start();
    await until('writes are acknowledged', () => ledger.acknowledged > 50, 60_000);
    expect(outgoingOf(server)).toBe(0);
    calmMs = percentile(ledger.takeFigures().millis, 95);
    // Modules loaded with the first turn stay in memory.
    search.manner = 'answers';
    model.manner = 'answers';
    const firstTurn = await chat({ message: 'Good morning', messages: [] });
    expect(firstTurn.status).toBe(200);
    memoryBefore = await memoryInUseMb(server);
  });
  afterAll(async () => {
    await ledger?.stop();
    await server?.stop();
    await Promise.all([model, search, mail, provider].map((crooked) => crooked?.close()));
    await folder.remove();
  });

  /** Asks several times at once while the others' load continues, and checks that it is unaffected. */
  async function meanwhile(ask: () => Promise<Answer>): Promise<Answer[]> {
    ledger.takeFigures();
    const answers = await Promise.all(Array.from({ length: atOnce }, ask));
    const { outcomes, millis } = ledger.takeFigures();
    expect([...outcomes.keys()].filter((outcome) => outcome !== '201')).toEqual([]);
    expect(percentile(millis, 95)).toBeLessThan(calmMs * 5 + 1_000);
    return answers;
  }

  it.each(some('hangs', 'floods'))('the model %s', async (manner) => {
    search.manner = 'answers';
    model.manner = manner;
    for (const answer of await meanwhile(() => chat({ message: 'Good morning' }))) {
      expect([500, 503, 504]).toContain(answer.status);
      expect(answer.body.error).toMatch(/\w/);
      expect(answer.ms).toBeLessThan(chatTimeoutMs + slackMs);
    }
    model.manner = 'answers';
    expect(
      (await call(`${server.url}/api/conversations`, { headers: bearer(person) })).body.conversations,
    ).toEqual([]);
  });

  it.each(some('resets', 'babbles'))('the search service %s', async (manner) => {
    model.manner = 'answers';
    search.manner = manner;
    for (const answer of await meanwhile(() =>
      chat({ message: 'Search the web for the weather', messages: [] }),
    )) {
      // A turn continues without its search, if that ends before the turn's own deadline.
      expect([200, 504]).toContain(answer.status);
      expect(answer.ms).toBeLessThan(chatTimeoutMs + slackMs);
    }
    search.manner = 'answers';
  });

  it.each(some('refuses', 'babbles'))('the mail server %s', async (manner) => {
    mail.manner = manner;
    const forgot = () =>
      call(`${server.url}/api/auth/forgot`, {
        method: 'POST',
        body: { email: `${Math.random()}@example.org` },
        headers: {
          'x-forwarded-for': `10.200.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
        },
      });
    for (const answer of await meanwhile(forgot)) {
      expect(answer.status).toBe(503);
      expect(answer.ms).toBeLessThan(5_000 + slackMs);
    }
  });

  it.each(some('refuses', 'floods'))('the identity provider %s', async (manner) => {
    provider.manner = manner;
    for (const answer of await meanwhile(() => call(`${server.url}/api/auth/oauth/google`))) {
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toContain('/sign-in?error=');
      expect(answer.ms).toBeLessThan(10_000 + slackMs);
    }
  });

  it('leaves no socket and no memory behind, and lost none of the other accounts’ writes', async () => {
    for (const crooked of [model, search, mail, provider]) crooked.manner = 'answers';
    await until('every connection to them is closed', () => outgoingOf(server) === 0, 15_000);
    let after = Number.NaN;
    await until(
      () => `what was taken is given back (${memoryBefore} MB before, ${after} MB after)`,
      async () => {
        after = await memoryInUseMb(server);
        return after - memoryBefore < 15;
      },
      30_000,
    );
    expect(memoryMb(server.pid)).toBeLessThan(600);
    await ledger.stop();
    expect(await ledger.problems()).toEqual([]);
  });
});

/** A model that asks for a search, and afterwards says that there was nothing. */
function searchingModel(request: string): string {
  const [, head, body] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(request) ?? [];
  const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0);
  if (body === undefined || Buffer.byteLength(body, 'latin1') < length) return '';
  const {
    messages,
    tools = [],
    stream = false,
  } = JSON.parse(body) as {
    messages: { role: string }[];
    tools?: unknown[];
    stream?: boolean;
  };
  const search = tools.length > 0 && messages.at(-1)?.role === 'user';
  const call_ = {
    id: 'call_1',
    type: 'function',
    function: { name: 'web_search', arguments: '{"query":"weather"}' },
  };
  const message = search
    ? { role: 'assistant', content: null, tool_calls: [call_] }
    : { role: 'assistant', content: 'There was nothing to be found.' };
  const finish_reason = search ? 'tool_calls' : 'stop';
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  if (!stream) {
    return http({
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'crooked',
      choices: [{ index: 0, message, finish_reason }],
      usage,
    });
  }
  const delta = search ? { ...message, tool_calls: [{ index: 0, ...call_ }] } : message;
  const chunk = (choices: unknown) =>
    `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'crooked', choices })}\n\n`;
  const events = `${chunk([{ index: 0, delta, finish_reason: null }])}${chunk([{ index: 0, delta: {}, finish_reason }])}data: [DONE]\n\n`;
  return `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: ${Buffer.byteLength(events)}\r\n\r\n${events}`;
}

function http(body: unknown): string {
  const text = JSON.stringify(body);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
