import { ChangeFeed, restrictAccount } from '@jarvis/core';
import { freshDatabase, ScriptedModel, silentLog, type TestDatabase } from '@jarvis/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelTopic } from '../src/mcp/tool.ts';
import { Client } from './support/client.ts';
import { eventsOf } from './support/event-stream.ts';
import { McpProgram, revisions } from './support/mcp-program.ts';
import { OauthProgram } from './support/oauth-program.ts';
import { askForStream, eventsIn } from './support/reply-stream.ts';
import { password, startService, type TestService } from './support/service.ts';
import { startTurn } from './support/turn-stream.ts';

let db: TestDatabase;
let model: ScriptedModel;
/** Two processes on one database. */
let here: TestService;
let there: TestService;

beforeAll(async () => {
  [db, model] = await Promise.all([freshDatabase({ poolSize: 20 }), ScriptedModel.start()]);
  model.otherwise = () => ({ stall: 'Once upon a time' });
  [here, there] = await Promise.all([aProcess(), aProcess()]);
});
afterAll(async () => {
  await Promise.all([here, there].map((service) => service.deps.turns.close(0)));
  await Promise.all([here.close(), there.close(), model.close()]);
  await db.close();
});

async function aProcess(): Promise<TestService> {
  const clock = { now: () => Date.now(), nowIso: () => new Date().toISOString() };
  const changes = new ChangeFeed({ db, clock, log: silentLog });
  const service = await startService({ db, overrides: { changes, model: model.model } });
  return { ...service, close: () => Promise.all([service.close(), changes.close()]).then(() => {}) };
}

/** The same caller's client for another process. */
function at({ url }: TestService, { cookies, headers }: Client): Client {
  const client = new Client(url, headers);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

interface Person {
  readonly email: string;
  readonly id: string;
  /** The browser whose streams are watched, and another one. */
  readonly browser: Client;
  readonly other: Client;
}

let people = 0;

async function person(): Promise<Person> {
  const email = `reader-${++people}@example.org`;
  const browser = await here.signedUp(email);
  const other = here.stranger();
  await other.post('/api/auth/login', { email, password });
  const { id } = (await browser.get('/api/auth/session')).body.user;
  return { email, id, browser, other };
}

/** Reads the change feed; resolves after the first message. `end` tells how the stream ends. */
async function changesRead(service: TestService, client: Client, userId: string) {
  const told = Promise.withResolvers<void>();
  const end = (async () => {
    for await (const { topic } of eventsOf(at(service, client), 'live.changes', undefined)) {
      if (topic === 'tasks') told.resolve();
    }
  })();
  end.catch(told.reject);
  const telling = setInterval(() => here.deps.changes.publish(userId, 'tasks'), 100);
  await told.promise.finally(() => clearInterval(telling));
  return { end };
}

/** The last part of a reply over REST. */
async function replyRead(response: Response) {
  const events = eventsIn(response);
  const begun = Promise.withResolvers<void>();
  const end = (async () => {
    let last: unknown;
    for await (const { data } of events) {
      begun.resolve();
      if (data?.type) last = data;
    }
    return last;
  })();
  await begun.promise;
  return { end };
}

/** A reply as OpenAI's clients request it. */
const askV1 = (client: Client, stream = true) =>
  fetch(`${client.url}/v1/responses`, {
    method: 'POST',
    headers: { ...client.credentials, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'jarvis', input: 'a story', stream }),
  });

// Before the tests that leave replies running at the language model.
it('closing the account ends its replies at the language model, on other processes too', async () => {
  const { browser, other } = await person();
  const message = 'a story';
  const reply = await startTurn(at(there, browser), { message });
  const reading = await replyRead(await askForStream(at(there, browser), { message }));
  const stateless = await replyRead(await askForStream(at(there, browser), { message, messages: [] }));
  const v1Reading = await replyRead(await askV1(at(there, browser)));
  const read = (async () => {
    for await (const _event of reply);
  })();
  const refused = { type: 'error', message: 'Sign in or send an API key.' };
  const ended = Promise.all([
    expect(read).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } }),
    expect(reading.end).resolves.toMatchObject({ type: 'error', errorText: refused.message }),
    expect(stateless.end).resolves.toMatchObject({ type: 'error', errorText: refused.message }),
    expect(v1Reading.end).resolves.toMatchObject(refused),
    expect(at(there, browser).post('/api/jarvis/chat', { message })).resolves.toMatchObject({
      status: 404,
      body: { error: 'Conversation not found.' },
    }),
    expect(at(here, browser).post('/api/jarvis/chat', { message, messages: [] })).resolves.toMatchObject({
      status: 404,
      body: { error: 'Account not found.' },
    }),
    expect(askV1(at(there, browser), false)).resolves.toMatchObject({ status: 404 }),
  ]);
  await expect.poll(() => model.waiting).toBe(7);
  expect((await other.post('/api/auth/delete', { password })).status).toBe(200);
  await ended;
  await expect.poll(() => model.waiting).toBe(0);
});

it('deleting a conversation ends its replies at the language model, on other processes too', async () => {
  const { browser } = await person();
  const { conversation } = (await browser.post('/api/conversations', {})).body;
  const other = (await browser.post('/api/conversations', {})).body.conversation;
  const asked = { message: 'a story', conversationId: conversation.id };
  const reading = await replyRead(await askForStream(at(there, browser), asked));
  const kept = await replyRead(
    await askForStream(at(there, browser), { message: 'a story', conversationId: other.id }),
  );
  const notFound = 'Conversation not found.';
  const ended = Promise.all([
    expect(reading.end).resolves.toMatchObject({ type: 'error', errorText: notFound }),
    expect(at(there, browser).post('/api/jarvis/chat', asked)).resolves.toMatchObject({
      status: 404,
      body: { error: notFound },
    }),
  ]);
  await expect.poll(() => model.waiting).toBe(3);
  expect((await browser.delete(`/api/conversations/${conversation.id}`)).status).toBe(200);
  await ended;
  await expect.poll(() => model.waiting).toBe(1);
  expect((await browser.post(`/api/jarvis/chat/${other.id}/stop`, {})).status).toBe(200);
  expect(await kept.end).toMatchObject({ type: 'finish' });
});

async function newKey({ browser }: Person): Promise<{ key: string; id: string }> {
  const { status, body } = await browser.post('/api/keys', {});
  expect(status).toBe(200);
  return body;
}

const sessionIdOf = async ({ browser }: Person) =>
  (await browser.get('/api/auth/sessions')).body.sessions.find(({ current }: { current: boolean }) => current)
    .id;

const endings: [string, RegExp, (person: Person) => Promise<{ readonly status: number }>][] = [
  ['signing out', /UNAUTHORIZED/, ({ browser }) => browser.post('/api/auth/logout', {})],
  [
    'ending that session elsewhere',
    /UNAUTHORIZED/,
    async (who) => who.other.delete(`/api/auth/sessions/${await sessionIdOf(who)}`),
  ],
  ['ending all other sessions', /UNAUTHORIZED/, ({ other }) => other.delete('/api/auth/sessions')],
  [
    'a new password',
    /UNAUTHORIZED/,
    ({ other }) =>
      other.post('/api/auth/password', {
        currentPassword: password,
        password: `${password}!`,
        confirmPassword: `${password}!`,
      }),
  ],
  ['closing the account', /UNAUTHORIZED/, ({ other }) => other.post('/api/auth/delete', { password })],
  [
    'a restriction',
    /FORBIDDEN/,
    ({ email }) => restrictAccount(here.deps, email, 'spam').then(() => ({ status: 200 })),
  ],
];

// Concurrently, because each mostly waits until processes read what others have written.
it.concurrent.for(endings)(
  '%s ends the streams of a session, on other processes too',
  async ([, code, act], { expect }) => {
    const who = await person();
    const reads = await Promise.all([
      changesRead(here, who.browser, who.id),
      changesRead(there, who.browser, who.id),
    ]);
    const reply = await startTurn(at(there, who.browser), { message: 'a story' });
    const read = (async () => {
      for await (const _event of reply);
    })();
    const reading = await replyRead(await askForStream(at(there, who.browser), { message: 'a story' }));
    const v1Reading = await replyRead(await askV1(at(there, who.browser)));
    const ended = Promise.all([
      ...reads.map(({ end }) => expect(end).rejects.toThrow(code)),
      expect(read).rejects.toMatchObject({ data: { code: expect.stringMatching(code) } }),
      expect(reading.end).resolves.toMatchObject({ type: 'error' }),
      expect(v1Reading.end).resolves.toMatchObject({
        type: 'error',
        message: expect.stringMatching(/^(Sign in|This account is restricted)/),
      }),
    ]);
    expect((await act(who)).status).toBe(200);
    await ended;
  },
);

it.concurrent('revoking a key ends its streams and no others', async ({ expect }) => {
  const who = await person();
  const { key, id } = await newKey(who);
  const reading = await changesRead(there, who.browser, who.id);
  let sessionEnded = false;
  reading.end.catch(() => {
    sessionEnded = true;
  });
  const byKey = new Client(there.url, { authorization: `Bearer ${key}` });
  const reply = await startTurn(byKey, { message: 'a story' });
  const read = (async () => {
    for await (const _event of reply);
  })();
  const ended = expect(read).rejects.toMatchObject({ data: { code: 'UNAUTHORIZED' } });
  expect((await who.browser.delete(`/api/keys/${id}`)).status).toBe(200);
  await ended;
  expect(sessionEnded).toBe(false);
});

it.concurrent('revoking a key ends the event stream of its program’s reply', async ({ expect }) => {
  const who = await person();
  const { key, id } = await newKey(who);
  const reply = await fetch(`${there.url}/api/jarvis/chat`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ message: 'a story' }),
  });
  const read = reply.text();
  expect((await who.browser.delete(`/api/keys/${id}`)).status).toBe(200);
  expect(await read).toContain('Invalid API key.');
});

it('revoking a key ends an answer over MCP to its program, and nothing of it is stored', async () => {
  const who = await person();
  const { key, id } = await newKey(who);
  const byKey = new Client(there.url, { authorization: `Bearer ${key}` });
  const asked = model.requests.length;
  const answers = revisions.map((revision) =>
    new McpProgram(byKey, revision).call('ask', { message: 'a story' }),
  );
  await expect.poll(() => model.requests.length).toBe(asked + revisions.length);
  expect((await who.browser.delete(`/api/keys/${id}`)).status).toBe(200);
  expect(await Promise.all(answers)).toEqual(revisions.map(() => ({ failure: 'Invalid API key.' })));
  expect((await who.browser.get('/api/conversations')).body.conversations).toEqual([]);
});

it('disconnecting a program ends the answer to it, on another process too', async () => {
  const who = await person();
  const { client } = await (await OauthProgram.start(here.url)).connect(who.browser);
  const asked = model.requests.length;
  const answer = new McpProgram(at(there, client)).call('ask', { message: 'a story' });
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const { grants } = (await who.browser.get('/trpc/grants.list')).body.result.data;
  expect((await who.browser.post('/trpc/grants.revoke', { id: grants[0].id })).status).toBe(200);
  expect(await answer).toEqual({ failure: 'The connection of this program has ended. Connect it again.' });
  expect((await who.browser.get('/api/conversations')).body.conversations).toEqual([]);
});

it('a program ends its answer over MCP by cancelling it, on another process too', async () => {
  const who = await person();
  const [{ key }, { key: another }] = [await newKey(who), await newKey(who)];
  const byKey = new Client(there.url, { authorization: `Bearer ${key}` });
  const asked = model.requests.length;
  const answer = new McpProgram(byKey, '2025-06-18').call('ask', { message: 'a story' });
  await expect.poll(() => model.requests.length).toBe(asked + 1);
  const begun = Promise.withResolvers<void>();
  const heard = there.deps.changes.watch(who.id, AbortSignal.timeout(20_000), { onBegin: begun.resolve });
  const topics = heard[Symbol.asyncIterator]();
  const first = topics.next();
  await begun.promise;
  const cancel = async (bearer: string, requestId: number) => {
    const { status } = await new Client(here.url, { authorization: `Bearer ${bearer}` }).post(
      '/mcp',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
      { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    );
    expect(status).toBe(202);
  };
  const topicOf = (bearer: string, id: number) => cancelTopic({ credentials: { bearer } }, id);
  const others = (
    [
      [key, 2],
      [key, 3],
      [another, 1],
    ] as const
  ).filter(([bearer, id]) => topicOf(bearer, id) !== topicOf(key, 1));
  for (const [bearer, id] of others) await cancel(bearer, id);
  const awaited = new Set<string>(others.map(([bearer, id]) => topicOf(bearer, id)));
  for (let next = await first; !next.done; next = await topics.next()) {
    awaited.delete(next.value);
    if (awaited.size === 0) break;
  }
  expect(awaited.size).toBe(0);
  await expect(Promise.race([answer, Promise.resolve('runs')])).resolves.toBe('runs');
  await cancel(key, 1);
  expect(await answer).toEqual({ failure: 'The caller has cancelled this.' });
  expect((await who.browser.get('/api/conversations')).body.conversations).toEqual([]);
});
