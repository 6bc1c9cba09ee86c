import { ScriptedModel } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { afterEach, expect, it } from 'vitest';
import { serverModel } from '../src/adapters/model/model.ts';
import { createLog } from '../src/log/log.ts';
import { serviceForFile, startService } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
afterEach(async () => {
  model.reset();
  deadline(60_000);
  // No socket to the model remains with a request on it.
  await expect.poll(() => model.waiting).toBe(0);
});

/** Short only where the deadline must pass: under load, a reply that is meant to end in time must not reach it. */
const deadline = (chatTimeoutMs: number) => Object.assign(service.deps.settings, { chatTimeoutMs });

async function say(message = 'Hello', conversationId?: string) {
  service.deps.clock.advance(2);
  return ada.post('/api/jarvis/chat', { message, conversationId });
}

const conversations = async () => (await ada.get('/api/conversations')).body.conversations.length;

const failures = [
  ['refuses its key', { refuse: 401 }, 500, /refused its key/],
  ['has no quota left', { refuse: 400, message: 'quota' }, 500, /refused the request/],
  ['does not exist', { refuse: 404 }, 500, /was not found/],
  ['takes the request and never answers', { hang: true }, 504, /took too long/],
  ['says something and then nothing', { stall: 'Once upon' }, 504, /took too long/],
  ['trickles past the deadline', { say: 'word '.repeat(100), pieceMs: 200 }, 504, /took too long/],
  ['dies midway', { die: 'Once upon' }, 500, /broke off/],
  ['answers garbage', { raw: 'data: {"choices":[{"del\n\n' }, 500, /cannot be used/],
  ['answers a page', { raw: '<html>hi</html>', type: 'text/html' }, 500, /cannot be used/],
  ['answers with nothing', { say: '' }, 500, /answered nothing/],
] as const;

it.each(failures)('a model that %s: %o ends as %i and stores nothing', async (_, step, status, text) => {
  const before = await conversations();
  if (status === 504) deadline(500);
  model.script(step, step, step);
  const answer = await say();
  expect(answer.status).toBe(status);
  expect(answer.body.error).toMatch(text);
  expect(answer.text).not.toMatch(/scripted|127\.0\.0\.1|stack/);
  expect(await conversations()).toBe(before);
});

it('a call of a tool with megabytes is not sent back to the model', async () => {
  const call = { call: [{ tool: 'x'.repeat(1_000_000), input: {} }] };
  model.script(call, call);
  expect((await say()).body.error).toMatch(/cannot be used/);
  expect(model.requests).toHaveLength(2);
});

it('the log repeats nothing of an answer that cannot be parsed', async () => {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const logged = await startService({ overrides: { model: model.model, log } });
  const bad = { raw: 'data: {"say": Rex\n\n' };
  model.script(bad, bad);
  expect((await (await logged.signedUp()).post('/api/jarvis/chat', { message: 'Hello' })).status).toBe(500);
  expect(lines.join('')).toContain('AI_JSONParseError');
  expect(lines.join('')).not.toContain('Rex');
  await logged.close();
});

it('a passing fault is retried once, within the same time', async () => {
  model.script({ refuse: 503 }, { say: 'There I am.' });
  const answer = await say();
  expect(answer.body.reply).toBe('There I am.');
  expect(model.requests).toHaveLength(2);
});

it('a reply that breaks off midway is written again if nobody was shown it', async () => {
  model.script({ die: 'Once upon' }, { say: 'There I am.' });
  expect((await say()).body.reply).toBe('There I am.');
  model.reset();
  model.script({ die: 'Once upon' }, { die: 'Once more' }, { say: 'Too late.' });
  expect((await say()).body.error).toMatch(/broke off/);
  expect(model.requests).toHaveLength(2);
  model.reset();
  deadline(500);
  model.script({ die: 'Once upon' }, { stall: 'Once more' });
  expect((await say()).status).toBe(504);
});

it('a reply that breaks off after a tool is written again only if the tool changed nothing', async () => {
  const date = { call: [{ tool: 'current_date', input: {} }], say: 'Let me see.' };
  model.script(date, { die: 'It is' }, date, { say: 'It is late.' });
  const { body } = await say('what time is it');
  expect(body.reply).toBe('Let me see.\n\nIt is late.');
  expect(body.toolRun.steps).toHaveLength(1);
  model.reset();
  model.script(
    { call: [{ tool: 'add_task', input: { title: 'Eggs' } }] },
    { die: 'I have' },
    { say: 'Twice.' },
  );
  expect((await say('add eggs')).body.reply).toContain('New task: “Eggs”');
  expect(model.requests).toHaveLength(2);
});

it('a streamed reply that breaks off midway is not written again', async () => {
  model.script({ die: 'Once upon' }, { say: 'There I am.' });
  const answer = await fetch(`${service.url}/api/jarvis/chat`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      cookie: ada.cookie,
    },
    body: JSON.stringify({ message: 'Hello' }),
  });
  expect(await answer.text()).toMatch(/Once upon.*broke off/s);
  expect(model.requests).toHaveLength(1);
});

/** The beginning of a reply, in each provider's form. */
const beginnings = {
  openai: [
    { type: 'response.created', response: { id: 'r', created_at: 1, model: 'm' } },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
    { type: 'response.output_text.delta', item_id: 'i', delta: 'Once upon' },
  ],
  anthropic: [
    { type: 'message_start', message: { id: 'm', content: [], model: 'm', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Once upon' } },
  ],
  google: [{ candidates: [{ content: { role: 'model', parts: [{ text: 'Once upon' }] }, index: 0 }] }],
} as const;

it.each(['openai', 'anthropic', 'google'] as const)(
  'a reply of %s whose stream ends without its last event is not taken for a whole one',
  async (provider) => {
    const events = beginnings[provider].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    const server = { provider, baseUrl: model.url, apiKey: 'key-1' };
    const other = await startService({ overrides: { model: await serverModel(server, 'm') } });
    const bob = await other.signedUp();
    model.script({ raw: events.join('') }, { raw: events.join('') });
    const answer = await bob.post('/api/jarvis/chat', { message: 'Hello' });
    const stored = await bob.get('/api/conversations');
    await other.close();
    expect(answer).toMatchObject({ status: 500, body: { error: expect.stringMatching(/broke off/) } });
    expect(model.requests).toHaveLength(2);
    expect(stored.body.conversations).toEqual([]);
  },
);

it('a refused connection ends as 500', async () => {
  const gone = await ScriptedModel.start();
  const { model: unreachable } = gone;
  await gone.close();
  const other = await startService({ overrides: { model: unreachable } });
  const bob = await other.signedUp();
  const answer = await bob.post('/api/jarvis/chat', { message: 'Hello' });
  await other.close();
  expect(answer.status).toBe(500);
  expect(answer.body.error).toMatch(/cannot be reached/);
});

it('a filter stop is a denial, and stored as one', async () => {
  model.script({ say: 'I was about to', finish: 'content_filter' });
  const { body } = await say('Something forbidden');
  expect(body).toMatchObject({ policyDenied: true, reply: 'I cannot help with that here.' });
  const { messages } = (await ada.get(`/api/conversations/${body.conversationId}`)).body;
  expect(messages).toMatchObject([
    { content: 'Something forbidden', policyDenied: false },
    { content: 'I cannot help with that here.', policyDenied: true },
  ]);
});

it('wrong arguments, unknown tools and broken JSON are reported to the model, not to the person', async () => {
  model.script(
    {
      call: [
        { tool: 'add_task', input: { name: 'no title' } },
        { tool: 'launch_rocket', input: {} },
        { tool: 'add_task', input: '{"title": "brok' },
      ],
    },
    { say: 'I could not do that.' },
  );
  const { status, body } = await say('add something');
  expect(status).toBe(200);
  expect(body.reply).toBe('I could not do that.');
  expect(body).not.toHaveProperty('toolRun');
  const told = model.requests[1]?.messages.filter(({ role }) => role === 'tool');
  expect(told).toHaveLength(3);
});

it.each([
  'gemma:2b does not support tools',
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
])(
  'a model without tool support is called again without tools, and at once from then on: %s',
  async (message) => {
    const toolless = await startService({ overrides: { model: model.model } });
    const bob = await toolless.signedUp();
    model.script({ refuse: 400, message }, { say: 'Hello there.' }, { say: 'Hello again.' });
    const ask = async () => (await bob.post('/api/jarvis/chat', { message: 'Hello' })).body.reply;
    expect([await ask(), await ask()]).toEqual(['Hello there.', 'Hello again.']);
    expect(model.requests.map(({ tools }) => tools !== undefined)).toEqual([true, false, false]);
    expect(model.requests[1]?.messages[0]?.content).toContain('You have no tools');
    await toolless.close();
  },
);

it('endless tool calls end after 8 steps, the last of which may call none', async () => {
  model.otherwise = () => ({ call: [{ tool: 'current_date', input: {} }] });
  const { body } = await say('what time is it');
  expect(model.requests).toHaveLength(8);
  expect(model.requests.at(-1)?.tool_choice).toBe('none');
  expect(body.toolRun.state).toBe('completed');
  expect(body.reply).toContain('Date and time');
});

it('an answer that repeats a call without end is refused when the results are more than a model reads', async () => {
  model.script({ call: Array.from({ length: 2_000 }, () => ({ tool: 'current_date', input: {} })) });
  const { status, body } = await say('what time is it');
  expect(status).toBe(500);
  expect(body.error).toMatch(/cannot be used/);
  expect(model.requests).toHaveLength(1);
});

it('text that Postgres cannot hold, in a reply or in arguments, does not fail the turn', async () => {
  const choice = (content: string) =>
    `data: {"choices":[{"index":0,"delta":{"content":"${content}"},"finish_reason":null}]}\n\n`;
  model.script(
    { call: [{ tool: 'complete_task', input: { task: 'a\u0000b \ud800' } }] },
    {
      raw: `${choice('A\\u0000B')}${choice('\\ud800 end')}data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`,
    },
  );
  const { status, body } = await say('finish that');
  expect(status).toBe(200);
  expect(body.reply).toBe('AB\ufffd end');
  expect(body.toolRun.steps).toEqual([{ label: 'Completed task: “a b \ufffd”', state: 'error' }]);
});

it('a tool’s change before the model fails is stored and reported', async () => {
  model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { refuse: 401 });
  const { status, body } = await say('add milk');
  expect(status).toBe(200);
  expect(body.reply).toBe(
    'The language model failed before it could answer. This was done:\n\n- New task: “Milk”',
  );
  expect(body.toolRun).toMatchObject({
    state: 'error',
    steps: [{ label: 'New task: “Milk”', state: 'done' }],
  });
  const { messages } = (await ada.get(`/api/conversations/${body.conversationId}`)).body;
  expect(messages).toHaveLength(2);
  await ada.delete(`/api/tasks/${(await ada.get('/api/tasks')).body.tasks[0].id}`);
});

it('a model that uses a tool and then writes nothing gets a reply that lists the changes', async () => {
  model.script({ call: [{ tool: 'add_task', input: { title: 'Bread' } }] }, { say: '' });
  const { body } = await say('add bread');
  expect(body).toMatchObject({ reply: 'Done:\n\n- New task: “Bread”', toolRun: { state: 'completed' } });
});

it('a person who disconnects stops the call, and nothing is stored', async () => {
  const before = await conversations();
  model.script({ hang: true });
  const leaving = new AbortController();
  const call = fetch(`${service.url}/api/jarvis/chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      cookie: ada.cookie,
    },
    body: JSON.stringify({ message: 'Hello' }),
    signal: leaving.signal,
  });
  await expect.poll(() => model.waiting).toBe(1);
  leaving.abort();
  await expect(call).rejects.toThrow();
  await expect.poll(() => model.waiting).toBe(0);
  expect(await conversations()).toBe(before);
});

it('a conversation that is deleted during the reply leaves nothing behind', async () => {
  const { body } = await say();
  const deleted = Promise.withResolvers<void>();
  model.script({
    by: (async function* () {
      yield 'word ';
      await deleted.promise;
      yield 'word';
    })(),
  });
  const [answer] = await Promise.all([
    say('And now?', body.conversationId),
    expect
      .poll(() => model.requests.length)
      .toBe(2)
      .then(() => ada.delete(`/api/conversations/${body.conversationId}`))
      .then(() => deleted.resolve()),
  ]);
  expect(answer.status).toBe(404);
  expect((await ada.get(`/api/conversations/${body.conversationId}`)).status).toBe(404);
});
