import { ScriptedSearch } from '@jarvis/testkit';
import { modelForFile } from '@jarvis/testkit/for-file';
import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSearch } from '../src/adapters/search/search.ts';
import { userIdOf } from './support/belongings.ts';
import { Client } from './support/client.ts';
import {
  allEvents,
  askForStream,
  collect,
  eventsIn,
  type StreamedEvent,
  takeUp,
} from './support/reply-stream.ts';
import { serviceForFile, startService } from './support/service.ts';

let ada: Client;

const model = await modelForFile();
const web = await ScriptedSearch.start();
web.results = [{ title: 'Honey bees', url: 'https://bees.example/honey', text: 'Bees make honey.' }];
const search = createSearch({ provider: 'searxng', url: web.url, apiKey: undefined });
const service = await serviceForFile({ overrides: { model: model.model, search } });

beforeEach(async () => {
  ada = await service.signedUp();
});
afterEach(() => {
  vi.restoreAllMocks();
  model.reset();
});
afterAll(async () => {
  await service.deps.turns.close(0);
  await web.close();
});

/** A reply of two pieces, the second of which the test releases. */
function inTwo(first: string, second: string) {
  const go = Promise.withResolvers<void>();
  model.script({
    by: (async function* () {
      yield first;
      await go.promise;
      yield second;
    })(),
  });
  return go.resolve;
}

/** The events up to the first of this type, after which reading can continue. */
async function upTo(type: string, events: AsyncGenerator<StreamedEvent>): Promise<StreamedEvent[]> {
  const seen: StreamedEvent[] = [];
  for (;;) {
    const { value, done } = await events.next();
    if (done) throw new Error(`no ${type} in ${JSON.stringify(seen)}`);
    seen.push(value);
    if (value.data?.type === type) return seen;
  }
}

const partsOf = (events: readonly StreamedEvent[]) =>
  events.map(({ data }) => data).filter((data) => data !== undefined && data !== '[DONE]');
const textOf = (events: readonly StreamedEvent[]) =>
  partsOf(events)
    .filter(({ type }) => type === 'text-delta')
    .map(({ delta }) => delta)
    .join('');
const stored = async (conversationId: string) =>
  (await ada.get(`/api/conversations/${conversationId}`)).body.messages ?? [];
const ended = (conversationId: string, messages = 2) =>
  expect.poll(async () => (await stored(conversationId)).length).toBe(messages);

describe('POST /api/jarvis/chat with Accept: text/event-stream', () => {
  it('streams text and steps as they come, and ends with the answer of the same call without a stream', async () => {
    model.script(
      { call: [{ tool: 'add_task', input: { title: 'Milk' } }] },
      { say: 'Milk is on your list now.', pieceMs: 10 },
    );
    const response = await askForStream(ada, { message: 'put milk on my list' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-vercel-ai-ui-message-stream': 'v1',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store',
      ratelimit: expect.stringContaining('"chat"'),
      'x-request-id': expect.any(String),
    });
    const events = await allEvents(response);
    const parts = partsOf(events);
    const { conversationId } = parts[0].messageMetadata;
    const types = parts.map(({ type }) => type);
    expect(types.filter((type) => type === 'text-delta').length).toBeGreaterThan(2);
    expect(types.filter((type) => type !== 'text-delta')).toEqual([
      'start',
      'tool-input-available',
      'tool-output-available',
      'text-start',
      'text-end',
      'data-answer',
      'finish',
    ]);
    expect(parts[1]).toMatchObject({
      toolName: 'add_task',
      input: { label: 'New task: “Milk”' },
      dynamic: true,
    });
    expect(textOf(events)).toBe('Milk is on your list now.');
    expect(parts.at(-2).data).toEqual({
      reply: 'Milk is on your list now.',
      conversationId,
      toolRun: {
        state: 'completed',
        caption: expect.any(String),
        steps: [{ label: 'New task: “Milk”', state: 'done' }],
      },
    });
    expect(events.at(-1)?.text).toBe('data: [DONE]');
    expect((await stored(conversationId)).map(({ content }: { content: string }) => content)).toEqual([
      'put milk on my list',
      'Milk is on your list now.',
    ]);
  });

  it('has a position in the reply as the id of each event, and the sources as parts', async () => {
    model.script(
      { call: [{ tool: 'web_search', input: { query: 'honey bees' } }] },
      { say: 'Bees make honey [1].' },
    );
    const events = await allEvents(await askForStream(ada, { message: 'Search the web for honey bees' }));
    const { messageId } = partsOf(events)[0];
    for (const { id, data } of events.filter(({ data }) => data?.type)) {
      expect([data.type, id]).toEqual([
        data.type,
        expect.stringMatching(new RegExp(`^${messageId}\\.\\d+$`)),
      ]);
    }
    const [last] = events.slice(-2);
    expect(last?.id).toBe(`${messageId}.${textOf(events).length}`);
    expect(partsOf(events).filter(({ type }) => type === 'source-url')).toEqual([
      {
        type: 'source-url',
        sourceId: 'https://bees.example/honey',
        url: 'https://bees.example/honey',
        title: 'Honey bees',
      },
    ]);
    expect(partsOf(events).at(-2).data.sources).toHaveLength(1);
  });

  it('sends a comment every 15 s while the model thinks', async () => {
    // Only this timer is shortened: with fake timers the service would wait for its database for ever.
    const real = globalThis.setInterval;
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms: number) =>
      real(run, ms === 15_000 ? 50 : ms)) as typeof setInterval);
    const go = inTwo('Once', ' upon');
    const events = eventsIn(await askForStream(ada, { message: 'Hello' }));
    await upTo('text-delta', events);
    expect((await events.next()).value.text).toMatch(/^: /);
    go();
    expect(textOf(await upTo('finish', events))).toBe(' upon');
  });

  it('continues and is stored when the connection is closed', async () => {
    const go = inTwo('Once', ' upon a time');
    const leaving = new AbortController();
    const events = eventsIn(await askForStream(ada, { message: 'a story' }, {}, leaving.signal));
    const [start] = partsOf(await upTo('text-delta', events));
    leaving.abort();
    await expect(events.next()).rejects.toThrow();
    go();
    await ended(start.messageMetadata.conversationId);
    const [, reply] = await stored(start.messageMetadata.conversationId);
    expect(reply).toMatchObject({ id: start.messageId, content: 'Once upon a time' });
  });

  it('ends a stateless call when its reader disconnects, and stores nothing of it', async () => {
    model.script({ say: 'Hello again.' }, { hang: true });
    const events = await allEvents(await askForStream(ada, { message: 'Hello', messages: [] }));
    expect(textOf(events)).toBe('Hello again.');
    expect(partsOf(events).at(-2).data).toMatchObject({ reply: 'Hello again.' });

    const leaving = new AbortController();
    const second = await askForStream(ada, { message: 'Not stored', messages: [] }, {}, leaving.signal);
    await expect.poll(() => model.waiting).toBe(1);
    leaving.abort();
    await expect.poll(() => model.waiting).toBe(0);
    await second.body?.cancel().catch(() => {});
    expect((await ada.get('/api/conversations')).body.conversations).toEqual([]);
    const running = await service.deps.db.run('select message from running_turns where message = $1', [
      'Not stored',
    ]);
    expect(running).toEqual([]);
  });

  it.each([
    ['no credential', 401, {}, (client: Client) => client.cookies.clear()],
    ['a message that is too long', 400, { message: 'x'.repeat(8_001) }, () => {}],
    ['a body that is not an object', 400, [], () => {}],
    [
      'a missing conversation',
      404,
      { message: 'Hello', conversationId: '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e' },
      () => {},
    ],
  ])(
    'a failure before its beginning has its status and the JSON of errors: %s',
    async (_, status, body, before) => {
      before(ada);
      const response = await askForStream(ada, body);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        status,
        'application/json; charset=utf-8',
      ]);
      expect(await response.json()).toMatchObject({ error: expect.any(String) });
      expect(model.requests).toEqual([]);
    },
  );

  it.each([
    ['refuses its key', { refuse: 401 }, /refused its key/],
    ['dies midway', { die: 'Once upon' }, /broke off/],
  ] as const)('a later failure is an error part: a model that %s', async (_, step, words) => {
    model.script(step, step);
    const events = await allEvents(await askForStream(ada, { message: 'Hello' }));
    expect(partsOf(events).at(-1)).toEqual({ type: 'error', errorText: expect.stringMatching(words) });
    expect((await ada.get('/api/conversations')).body.conversations).toEqual([]);
  });

  it('shows a denial in a separate part, and the answer has only that', async () => {
    model.script({ say: 'I was about to', finish: 'content_filter' });
    const events = await allEvents(await askForStream(ada, { message: 'Hello' }));
    const answer = partsOf(events).at(-2).data;
    expect(answer.policyDenied).toBe(true);
    expect(textOf(events)).toBe(`I was about to${answer.reply}`);
    const starts = partsOf(events).filter(({ type }) => type === 'text-start');
    expect(starts.map(({ id }) => id)).toEqual(['reply', 'answer']);
  });

  it('counts among the account’s streams', async () => {
    const open = Array.from({ length: 20 }, () =>
      service.deps.shares.openStream(accountId, new AbortController().signal),
    );
    const refused = await askForStream(ada, { message: 'Hello' });
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: expect.stringContaining('streams open') },
    ]);
    open[0]?.();
    await allEvents(await askForStream(ada, { message: 'Hello' }));
    // Its slot is free again.
    expect((await askForStream(ada, { message: 'Hello' })).status).toBe(200);
    for (const close of open) close();
  });
  let accountId: string;
  beforeEach(async () => {
    accountId = await userIdOf(ada);
  });

  it('is JSON for a client that accepts anything', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream']) {
      const response = await askForStream(ada, { message: 'Hello' }, { accept });
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(await response.json()).toMatchObject({ reply: 'OK.' });
    }
  });
});

describe('with an Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });

  it('the same request gets the same answer, streamed or not, and the model is asked once', async () => {
    const headers = key();
    const first = partsOf(await allEvents(await askForStream(ada, { message: 'Hello' }, headers)));
    const replay = await askForStream(ada, { message: 'Hello' }, headers);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    const again = await allEvents(replay);
    expect([partsOf(again)[0], partsOf(again).at(-2)]).toEqual([first[0], first.at(-2)]);
    expect(textOf(again)).toBe('OK.');
    const whole = await ada.post('/api/jarvis/chat', { message: 'Hello' }, headers);
    expect(whole.body).toEqual(first.at(-2).data);
    expect(model.requests).toHaveLength(1);
  });

  it('it is a 409 during the reply, even after its reader has left, and then the answer', async () => {
    const headers = key();
    const go = inTwo('Once', ' upon');
    const leaving = new AbortController();
    const events = eventsIn(await askForStream(ada, { message: 'a story' }, headers, leaving.signal));
    const [start] = partsOf(await upTo('text-delta', events));
    leaving.abort();
    expect((await askForStream(ada, { message: 'a story' }, headers)).status).toBe(409);
    go();
    await ended(start.messageMetadata.conversationId);
    expect((await ada.post('/api/jarvis/chat', { message: 'a story' }, headers)).body.reply).toBe(
      'Once upon',
    );
  });

  it('a stateless call whose reader left is carried out when the request is repeated', async () => {
    const headers = key();
    const body = { message: 'Hello', messages: [] };
    model.script({ hang: true }, { say: 'Here.' });
    const leaving = new AbortController();
    const gone = await askForStream(ada, body, headers, leaving.signal);
    await expect.poll(() => model.waiting).toBe(1);
    leaving.abort();
    await gone.body?.cancel().catch(() => {});
    const back = async () => {
      const answer = await askForStream(ada, body, headers);
      await allEvents(answer);
      return answer.status;
    };
    await expect.poll(back).toBe(200);
    expect((await ada.post('/api/jarvis/chat', body, headers)).body.reply).toBe('Here.');
    expect(model.requests).toHaveLength(2);
  });

  it('a failure is repeated as a failure', async () => {
    const headers = key();
    model.script({ refuse: 401 });
    await allEvents(await askForStream(ada, { message: 'Hello' }, headers));
    const again = await askForStream(ada, { message: 'Hello' }, headers);
    expect([again.status, await again.json()]).toEqual([
      500,
      { error: expect.stringContaining('refused its key') },
    ]);
  });
});

describe('GET /api/jarvis/chat/:conversationId/stream', () => {
  it('resumes a reply from its beginning, and ends like it', async () => {
    const go = inTwo('Once', ' upon a time');
    const first = eventsIn(await askForStream(ada, { message: 'a story' }));
    const [start] = partsOf(await upTo('text-delta', first));
    const second = eventsIn(await takeUp(ada, start.messageMetadata.conversationId));
    expect(partsOf(await upTo('text-delta', second))[0]).toEqual(start);
    go();
    const [ends, other] = await Promise.all([upTo('finish', first), upTo('finish', second)]);
    expect(textOf(other)).toBe(' upon a time');
    expect(partsOf(other).at(-2)).toEqual(partsOf(ends).at(-2));
    expect((await stored(start.messageMetadata.conversationId))[1].id).toBe(start.messageId);
  });

  it('resumes a reply that another process writes, and stops it there', async () => {
    const { db, clock } = service.deps;
    const other = await startService({ db, overrides: { clock, model: model.model } });
    const there = new Client(other.url);
    for (const [name, value] of ada.cookies) there.cookies.set(name, value);
    inTwo('Once upon', ' a time');
    const first = eventsIn(await askForStream(ada, { message: 'a story' }));
    const [start] = partsOf(await upTo('text-delta', first));
    const { conversationId } = start.messageMetadata;
    const second = eventsIn(await takeUp(there, conversationId));
    const heard = await upTo('text-delta', second);
    expect([partsOf(heard)[0], textOf(heard)]).toEqual([start, 'Once upon']);
    expect((await there.post(`/api/jarvis/chat/${conversationId}/stop`)).body).toEqual({ ok: true });
    const [ends, end] = await Promise.all([upTo('finish', first), upTo('finish', second)]);
    expect(partsOf(end).at(-2)).toEqual(partsOf(ends).at(-2));
    expect((await stored(conversationId))[1].id).toBe(start.messageId);
    await other.close();
  });

  it('has the id of the turn when an earlier version of the service writes the reply', async () => {
    const go = inTwo('Once upon', ' a time');
    const { db } = service.deps;
    const other = await startService({ db, overrides: { model: model.model } });
    const there = new Client(other.url);
    for (const [name, value] of ada.cookies) there.cookies.set(name, value);
    const first = eventsIn(await askForStream(ada, { message: 'a story' }));
    const { conversationId } = partsOf(await upTo('text-delta', first))[0].messageMetadata;
    const [[turnId] = []] = await db.run(
      'update running_turns set reply_id = null where conversation_id = $1 returning id',
      [conversationId],
    );
    const heard = eventsIn(await takeUp(there, conversationId));
    expect(partsOf(await upTo('text-delta', heard))[0].messageId).toBe(turnId);
    go();
    await Promise.all([upTo('finish', first), upTo('finish', heard)]);
    await other.close();
  });

  it('continues from the last received event', async () => {
    const go = inTwo('Once upon', ' a time');
    const events = await upTo('text-delta', eventsIn(await askForStream(ada, { message: 'a story' })));
    const { conversationId } = partsOf(events)[0].messageMetadata;
    const at = events.at(-1)?.id ?? '';
    const on = eventsIn(await takeUp(ada, conversationId, { 'last-event-id': at.replace(/\d+$/, '5') }));
    const other = eventsIn(
      await takeUp(ada, conversationId, { 'last-event-id': `${crypto.randomUUID()}.5` }),
    );
    go();
    const rest = await upTo('finish', on);
    expect(textOf(rest)).toBe('upon a time');
    expect(rest.at(-1)?.id).toBe(at.replace(/\d+$/, '16'));
    expect(textOf(await upTo('finish', other))).toBe('Once upon a time');
  });

  it('is 204 without a running reply: ended, never begun, another account’s, no id', async () => {
    const [start] = partsOf(await allEvents(await askForStream(ada, { message: 'Hello' })));
    const go = inTwo('Once', ' upon');
    const events = eventsIn(await askForStream(ada, { message: 'a story' }));
    const [running] = partsOf(await upTo('text-delta', events));
    const bob = await service.signedUp();
    for (const [client, id] of [
      [ada, start.messageMetadata.conversationId],
      [ada, '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e'],
      [bob, running.messageMetadata.conversationId],
      [ada, 'nonsense'],
      [ada, '%E2%80%A8'],
    ] as const) {
      const response = await takeUp(client, id);
      expect([id, response.status, await response.text()]).toEqual([id, 204, '']);
    }
    expect((await takeUp(service.stranger(), running.messageMetadata.conversationId)).status).toBe(401);
    const head = await ada.request(
      'HEAD',
      `/api/jarvis/chat/${running.messageMetadata.conversationId}/stream`,
    );
    expect(head.status).toBe(200);
    go();
    await upTo('finish', events);
  });
});

describe('POST /api/jarvis/chat/:conversationId/stop', () => {
  it('stores the text so far, and the stream ends with it', async () => {
    inTwo('Once upon', ' a time');
    const events = eventsIn(await askForStream(ada, { message: 'a story' }));
    const { conversationId } = partsOf(await upTo('text-delta', events))[0].messageMetadata;
    const bob = await service.signedUp();
    expect((await bob.post(`/api/jarvis/chat/${conversationId}/stop`)).status).toBe(404);
    expect((await ada.post(`/api/jarvis/chat/${conversationId}/stop`)).body).toEqual({ ok: true });
    const rest = await upTo('finish', events);
    expect(partsOf(rest).at(-2).data.reply).toBe('Once upon');
    expect((await stored(conversationId))[1].content).toBe('Once upon');
    expect((await ada.post(`/api/jarvis/chat/${conversationId}/stop`)).body).toEqual({
      error: 'Reply not found.',
    });
    expect((await ada.post('/api/jarvis/chat/nonsense/stop')).status).toBe(404);
  });
});

/**
 * As the documentation shows it: `useChat` of the AI SDK has this transport, with the conversation's id as its own.
 */
describe('DefaultChatTransport of the AI SDK', () => {
  const transport = () =>
    new DefaultChatTransport({
      api: `${service.url}/api/jarvis/chat`,
      headers: { ...ada.credentials, accept: 'text/event-stream' },
      prepareSendMessagesRequest: ({ id, messages }) => ({
        body: {
          conversationId: id,
          message: messages
            .at(-1)
            ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
            .join(''),
        },
      }),
    });

  const send = (chatId: string, text: string, abortSignal?: AbortSignal) =>
    transport().sendMessages({
      trigger: 'submit-message',
      chatId,
      messageId: undefined,
      messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
      abortSignal,
    });

  async function messageOf(stream: ReadableStream<UIMessageChunk> | null): Promise<UIMessage> {
    if (!stream) throw new Error('there is no stream');
    const states = await collect(readUIMessageStream({ stream }));
    const last = states.at(-1);
    if (!last) throw new Error('there is no message');
    return last;
  }

  const aConversation = async () => (await ada.post('/api/conversations', {})).body.conversation.id;

  it('sends, and builds a message from the events', async () => {
    const id = await aConversation();
    model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: 'I added it.' });
    const message = await messageOf(await send(id, 'put milk on my list'));
    expect(message).toMatchObject({ role: 'assistant', metadata: { conversationId: id } });
    expect(message.parts).toMatchObject([
      { type: 'dynamic-tool', toolName: 'add_task', state: 'output-available' },
      { type: 'text', text: 'I added it.', state: 'done' },
      { type: 'data-answer', data: { reply: 'I added it.', conversationId: id } },
    ]);
  });

  it('resumes the same message after a lost connection', async () => {
    const id = await aConversation();
    const go = inTwo('Once', ' upon a time');
    const leaving = new AbortController();
    const first = (await send(id, 'a story', leaving.signal)).getReader();
    const { value: start } = await first.read();
    leaving.abort();
    const resumed = await transport().reconnectToStream({ chatId: id });
    go();
    const message = await messageOf(resumed);
    expect(start).toMatchObject({ type: 'start', messageId: message.id });
    expect(message.parts).toMatchObject([
      { type: 'text', text: 'Once upon a time' },
      { type: 'data-answer' },
    ]);
    expect(await transport().reconnectToStream({ chatId: id })).toBeNull();
  });

  it('reports a failure', async () => {
    await expect(send('019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', 'Hello')).rejects.toThrow(
      'Conversation not found.',
    );
    const id = await aConversation();
    model.script({ refuse: 401 });
    const onError = vi.fn();
    await collect(readUIMessageStream({ stream: await send(id, 'Hello'), onError }));
    expect(String(onError.mock.calls[0]?.[0])).toContain('refused its key');
  });
});
