import { addAbortListener } from 'node:events';
import type { User } from '@jarvis/contract';
import type { Database } from '@jarvis/database';
import { fakeSearch, personIn, type Step, type TestOptions, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { unavailable } from '../errors.ts';
import { saveMemory } from '../memories/memories.ts';
import { type Search, SearchFailed } from '../ports/connections.ts';
import type { Deps } from '../ports/deps.ts';
import { listMarkedTasks } from '../tasks/lists.ts';
import { takeTurn } from './turn.ts';

const db = await databaseForFile();
const model = await modelForFile();

let ada: User;

beforeEach(async () => {
  ada = await personIn(db);
});
afterEach(async () => {
  model.reset();
  await expect.poll(() => model.waiting).toBe(0);
});

/** The database, unavailable for statements that contain these words. */
function without(words: RegExp): Database {
  return db.intercepted(({ text }, proceed) =>
    words.test(text) ? Promise.reject(unavailable()) : proceed(),
  );
}

const depsWith = (overrides: TestOptions): Deps => testDeps(db, { model: model.model, ...overrides });

const messages = async () =>
  (await db.run('select count(*)::int from messages where user_id = $1', [ada.id]))[0]?.[0];

/** A program's request, with nothing but the message. */
const client = {
  plain: false,
  store: true,
  changesTasks: true,
  hasSchedules: true,
  instructions: '',
  speaksAlone: false,
  before: [],
  after: [],
  sent: [],
  tools: [],
  oneCall: false,
  settings: {},
};

it('a database outage before the model is called ends the turn as unavailable', async () => {
  const deps = depsWith({ db: without(/json_agg/) });
  await expect(takeTurn(deps, ada, { message: 'Hello' })).rejects.toMatchObject({ kind: 'unavailable' });
  expect(model.requests).toEqual([]);
});

it('a database outage during the model’s call leaves nothing half stored', async () => {
  const deps = depsWith({ db: without(/insert into "messages"/) });
  await expect(takeTurn(deps, ada, { message: 'Hello' })).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await messages()).toBe(0);
  expect((await db.run('select count(*)::int from conversations where user_id = $1', [ada.id]))[0]?.[0]).toBe(
    0,
  );
});

it('a tool that cannot reach the database tells the model so, and shows nobody more than that', async () => {
  const deps = depsWith({ db: without(/insert into "tasks"/) });
  model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: 'I could not add it.' });
  const turn = await takeTurn(deps, ada, { message: 'add milk' });
  expect(turn.assistantMessage).toMatchObject({
    content: 'I could not add it.',
    extras: { toolRun: { state: 'error', caption: 'New task failed' } },
  });
  expect(model.requests[1]?.messages.at(-1)?.content).toContain('cannot reach its data');
  expect(await listMarkedTasks({ db }, ada.id)).toEqual([]);
});

it('a search that ignores its deadline does not hold up the turn', async () => {
  const base = testDeps(db, { model: model.model, search: fakeSearch([], { hang: true }) });
  const deps = { ...base, settings: { ...base.settings, chatTimeoutMs: 700 } };
  model.script({ call: [{ tool: 'web_search', input: { query: 'bees' } }] });
  await expect(takeTurn(deps, ada, { message: 'Search for bees' })).rejects.toMatchObject({
    kind: 'timedOut',
  });
  expect(await messages()).toBe(0);
});

it('a search that Stop ends is no failure of the service, and not one that took too long', async () => {
  const begun = Promise.withResolvers<void>();
  const search: Search = {
    name: 'searxng',
    search: (_query, { signal }) =>
      new Promise((_, reject) => {
        addAbortListener(signal, () => reject(new SearchFailed('The search took too long.')));
        begun.resolve();
      }),
  };
  const written: string[] = [];
  const watched = db.intercepted(({ text }, proceed) => {
    written.push(...(text.match(/(?<=insert into ")\w+/g) ?? []));
    return proceed();
  });
  const stop = new AbortController();
  model.script({ call: [{ tool: 'web_search', input: { query: 'bees' } }] });
  const deps = depsWith({ db: watched, search });
  const taken = takeTurn(deps, ada, { message: 'Search for bees' }, { signal: stop.signal });
  await begun.promise;
  stop.abort('stopped');
  await taken;
  const errors = () => db.run('select error from lookups where user_id = $1', [ada.id]);
  await expect.poll(errors).toEqual([['The search failed.']]);
  expect(written).toContain('lookups');
  expect(written).not.toContain('installation_settings');
});

it('a failure to record a lookup does not spoil the answer', async () => {
  const search = fakeSearch([{ title: 'Bees', url: 'https://bees.example/', snippet: 'Honey.' }]);
  const deps = depsWith({ db: without(/"lookups"/), search });
  model.script({ call: [{ tool: 'web_search', input: { query: 'bees' } }] }, { say: 'Honey [1].' });
  const turn = await takeTurn(deps, ada, { message: 'Search for bees' });
  expect(turn.assistantMessage.content).toBe('Honey [1].');
});

it('a failed recall does not fail the turn', async () => {
  const deps = depsWith({ db: without(/ as hits/) });
  const { conversationId } = await takeTurn(depsWith({}), ada, { message: 'My locker is number 12' });
  const turn = await takeTurn(deps, ada, { message: 'Which locker is mine?', conversationId });
  expect(turn.assistantMessage.content).toBe('OK.');
});

/** The database, with task inserts that wait until they are released. */
function withSlowTasks() {
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const slow = db.intercepted(async ({ text }, proceed) => {
    if (/insert into "tasks"/.test(text)) {
      begun.resolve();
      await go.promise;
    }
    return proceed();
  });
  return { db: slow, begun: begun.promise, go: go.resolve };
}

const twoTasks = {
  call: [
    { tool: 'add_task', input: { title: 'Milk' } },
    { tool: 'add_task', input: { title: 'Bread' } },
  ],
};

it('Stop waits for the running tool, lets no other begin, and the reply says what was changed', async () => {
  const slow = withSlowTasks();
  const stop = new AbortController();
  model.script(twoTasks);
  const taken = takeTurn(depsWith({ db: slow.db }), ada, { message: 'add both' }, { signal: stop.signal });
  await slow.begun;
  stop.abort('stopped');
  slow.go();
  expect((await taken).assistantMessage.extras).toMatchObject({
    stopped: true,
    toolRun: { steps: [{ label: 'New task: “Milk”', state: 'done' }] },
  });
  expect((await listMarkedTasks({ db }, ada.id)).map(({ title }) => title)).toEqual(['Milk']);
});

it('a turn that times out while a tool runs is stored with the tool’s changes', async () => {
  const slow = withSlowTasks();
  const deps = depsWith({ db: slow.db });
  model.script(twoTasks);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const taken = takeTurn(deps, ada, { message: 'add both' });
  await slow.begun;
  const [deadline] = timers.mock.calls.find(([, ms]) => ms === deps.settings.chatTimeoutMs) ?? [];
  timers.mockRestore();
  // The turn's deadline passes, and then the database answers.
  deadline?.();
  slow.go();
  expect((await taken).assistantMessage).toMatchObject({
    content: expect.stringContaining('New task: “Milk”'),
    extras: { toolRun: { state: 'error' } },
  });
  expect((await listMarkedTasks({ db }, ada.id)).map(({ title }) => title)).toEqual(['Milk']);
});

it('a program that gets the reply as a stream, without steps, gets the same second try after a tool that only read', async () => {
  model.script({ call: [{ tool: 'list_tasks', input: {} }] }, { die: '' }, { say: 'Nothing to do.' });
  const turn = await takeTurn(depsWith({}), ada, { message: 'What is to do?', client }, { emit: () => {} });
  expect(turn.assistantMessage.content).toBe('Nothing to do.');
});

/** Stores more turns than a prompt holds, all of which fit the questions below. */
async function talkOfPumps(deps: Deps) {
  const pumps = Array.from({ length: 200 }, (_, n) => `It is turbopump number ${n} of the cellar.`).join(' ');
  for (let turn = 0; turn < 10; turn += 1) {
    model.script({ say: `${turn}: ${pumps}` });
    await takeTurn(deps, ada, { message: 'Which turbopump is it?' });
  }
  model.reset();
}
const promptChars = () => model.requests.map(({ messages: sent }) => JSON.stringify(sent).length);

it('a prompt that is too long for the model is shortened, also when recall fills it', async () => {
  const deps = depsWith({});
  await talkOfPumps(deps);
  const refusal = { refuse: 400, message: "This model's maximum context length is 4096 tokens." };
  model.script(refusal, refusal, { say: 'It is the old one.' });
  const { assistantMessage } = await takeTurn(deps, ada, { message: 'Is the turbopump new?' });
  expect(assistantMessage.content).toBe('It is the old one.');
  const [first = 0, second = 0, third = 0] = promptChars();
  expect(second).toBeLessThan(0.8 * first);
  expect(third).toBeLessThan(0.5 * second);
  model.otherwise = () => refusal;
  const told = { kind: 'failed', details: { reason: 'conversationTooLong' } };
  await expect(takeTurn(deps, ada, { message: 'And the old one?' })).rejects.toMatchObject(told);
  expect(model.requests).toHaveLength(7);
});

it('a prompt leaves room in a context beyond which the model’s server would drop its beginning', async () => {
  await talkOfPumps(depsWith({}));
  for (const context of [undefined, 8_192, 4_096]) {
    const deps = depsWith({ model: { ...model.model, contextTokens: async () => context } });
    await takeTurn(deps, ada, { message: 'Is the turbopump new?' });
  }
  const toolsTokens = JSON.stringify(model.requests[0]?.tools).length / 4;
  const [whole = 0, ...bounded] = promptChars().map((chars) => chars / 4 + toolsTokens);
  expect(whole).toBeGreaterThan(8_192);
  expect(bounded.map((tokens, i) => tokens < (i === 0 ? 8_192 : 4_096))).toEqual([true, true]);
});

it('a shortened prompt has only the time that is left', async () => {
  const base = depsWith({});
  const deps = { ...base, settings: { ...base.settings, chatTimeoutMs: 900_000 } };
  model.script({ refuse: 400, message: 'The prompt is too long.' });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await takeTurn(deps, ada, { message: 'Hello' });
  const deadlines = timers.mock.calls.flatMap(([, ms = 0]) => (ms > 500_000 && ms <= 900_000 ? [ms] : []));
  timers.mockRestore();
  expect(deadlines).toHaveLength(2);
  expect(deadlines[1]).toBeLessThan(900_000);
});

it('a prompt that becomes too long after a part of the reply is shortened unless that part was shown', async () => {
  const look = { call: [{ tool: 'list_tasks', input: {} }], say: 'Let me see. ' };
  const script = () => model.script(look, { refuse: 413 }, { say: 'Nothing to do.' });
  script();
  const turn = await takeTurn(depsWith({}), ada, { message: 'What is to do?' });
  expect(turn.assistantMessage.content).toBe('Nothing to do.');
  model.reset();
  script();
  const shown = takeTurn(depsWith({}), ada, { message: 'What is to do?', client }, { emit: () => {} });
  await expect(shown).rejects.toMatchObject({ details: { reason: 'conversationTooLong' } });
  expect(model.requests).toHaveLength(2);
});

it('a text from the web that only a shortened prompt contains gets the guard of links', async () => {
  await saveMemory(depsWith({}), ada.id, { content: 'My dog is called Rex', conversationId: ada.id });
  const contextTokens = async () => {
    await db.run('update memories set from_web = true where user_id = $1', [ada.id]);
    return 8_192;
  };
  model.script({ say: 'Look at https://evil.example/?q=Rex' });
  const deps = depsWith({ model: { ...model.model, contextTokens } });
  const { assistantMessage } = await takeTurn(deps, ada, { message: 'What is my dog called?' });
  expect(assistantMessage.content).not.toContain('q=Rex');
});

it('a model loses its tools for an hour, and only once it has answered without them', async () => {
  const deps = testDeps(db, { model: model.model });
  const echo = { refuse: 400, message: 'invalid: "does your car not support tools?"' };
  const ask = () => takeTurn(deps, ada, { message: 'Hello' });
  model.script(echo, echo, { say: 'With tools.' });
  await expect(ask()).rejects.toMatchObject({ kind: 'failed' });
  await ask();
  model.script(echo, { say: 'Without.' }, { say: 'Still without.' });
  await ask();
  await ask();
  deps.clock.advance(3_601);
  await ask();
  const offered = model.requests.map(({ tools }) => tools !== undefined);
  expect(offered).toEqual([true, false, true, true, false, false, true]);
});

it.each([
  "Function calling with a response mime type: 'application/json' is unsupported",
  'json mode cannot be combined with tool/function calling',
])(
  'a program’s request for JSON that is refused for its tools takes them from nobody else: %s',
  async (message) => {
    const deps = testDeps(db, { model: model.model });
    model.script({ refuse: 400, message }, { say: '{}' });
    const turn = await takeTurn(deps, ada, { message: 'Hello', client: { ...client, json: {} } });
    expect(turn.assistantMessage.content).toBe('{}');
    await takeTurn(deps, ada, { message: 'Hello' });
    const offered = model.requests.map(({ tools }) => tools !== undefined);
    expect(offered).toEqual([true, false, true]);
  },
);

it.each<[string, Step, { kind: string; details: { reason: string; retryAfterSeconds?: undefined } }]>([
  ['its key is refused', { refuse: 401 }, { kind: 'failed', details: { reason: 'keyRefused' } }],
  ['the model is missing', { refuse: 404 }, { kind: 'failed', details: { reason: 'modelNotFound' } }],
  ['the account has no money left', { refuse: 402 }, { kind: 'failed', details: { reason: 'overQuota' } }],
  ['the quota is used up', { refuse: 429 }, { kind: 'failed', details: { reason: 'overQuota' } }],
  [
    'the quota is used up until a time that is no date',
    { refuse: 429, headers: { 'retry-after': '9'.repeat(30) } },
    { kind: 'failed', details: { reason: 'overQuota', retryAfterSeconds: undefined } },
  ],
  ['the request is refused', { refuse: 422 }, { kind: 'failed', details: { reason: 'refused' } }],
  ['the provider is down', { refuse: 500 }, { kind: 'failed', details: { reason: 'unreachable' } }],
  ['the reply is empty', { say: '' }, { kind: 'failed', details: { reason: 'empty' } }],
  [
    'the answer is not one of a model',
    { raw: '<html>', type: 'text/html' },
    { kind: 'failed', details: { reason: 'unusable' } },
  ],
  ['it breaks off midway', { die: 'Half of it ' }, { kind: 'failed', details: { reason: 'cutOff' } }],
])('a failed turn says why: %s', async (_, step, told) => {
  model.otherwise = () => step;
  await expect(takeTurn(depsWith({}), ada, { message: 'Hello' })).rejects.toMatchObject(told);
});
