import { sweep } from '@jarvis/core';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client, ClientAnswer } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

/** The number of checks for the outcome of a running request. */
let looks = 0;
let ada: Client;
let key: Client;

const model = await modelForFile();
const database = await databaseForFile();
const db = database.intercepted(({ text }, proceed) => {
  if (text.startsWith('select') && text.includes('from "idempotency_keys"')) looks += 1;
  return proceed();
});
const service = await serviceForFile({ db, overrides: { model: model.model } });

beforeEach(async () => {
  model.reset();
  ada = await service.signedUp();
  key = await service.withKey(ada);
});

const completions = {
  path: '/v1/chat/completions',
  body: (text: string) => ({
    model: 'jarvis',
    store: true,
    messages: [{ role: 'user', content: text }],
  }),
};
const responses = {
  path: '/v1/responses',
  body: (text: string) => ({ model: 'jarvis', input: text }),
};
const ways = [completions, responses].flatMap((each) => [
  { ...each, stream: false },
  { ...each, stream: true },
]);
type Way = (typeof ways)[number];

/** The attempt count that OpenAI's clients send. */
const tried = (count: number) => ({ 'x-stainless-retry-count': String(count) });
const named = (name: string) => ({ 'idempotency-key': name });

const ask = (
  { path, body, stream }: Way,
  headers: Record<string, string>,
  text = 'Put milk on my list',
  client = key,
) => client.post(path, { ...body(text), stream }, headers);

/** The relevant parts of an answer, streamed or not. */
function readOf({ text, body }: ClientAnswer): { id: string; said: string } {
  if (body) {
    const said = body.output ? body.output[0].content[0].text : body.choices[0].message.content;
    return { id: body.id, said };
  }
  // biome-ignore lint/suspicious/noExplicitAny: chunks of two kinds
  const events: any[] = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json ?? ''));
  const deltas = events.map((each) =>
    each.type === undefined
      ? (each.choices[0]?.delta.content ?? '')
      : each.type === 'response.output_text.delta'
        ? each.delta
        : '',
  );
  return { id: events[0].response?.id ?? events[0].id, said: deltas.join('') };
}

const replayed = ({ headers }: ClientAnswer) => headers.get('idempotent-replayed') === 'true';
const titles = async () =>
  (await ada.get('/api/tasks')).body.tasks.map(({ title }: { title: string }) => title);
const conversations = async () => (await ada.get('/api/conversations')).body.conversations;
const adding = [{ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: 'Milk is on it.' }];

/** A model whose reply the test releases. */
function held(reply: string) {
  const go = Promise.withResolvers<void>();
  const by = (async function* () {
    await go.promise;
    yield reply;
  })();
  return { step: { by }, go: () => go.resolve() };
}

describe.for(ways)('$path, streamed: $stream', (way) => {
  it('repeated with its Idempotency-Key is carried out once and answered the same', async () => {
    model.script(...adding);
    const first = await ask(way, named('one'));
    const again = await ask(way, named('one'));
    expect([first, again].map(({ status }) => status)).toEqual([200, 200]);
    expect([first, again].map(replayed)).toEqual([false, true]);
    expect(readOf(again)).toEqual(readOf(first));
    if (!way.stream) expect(again.text).toBe(first.text);
    expect(await titles()).toEqual(['Milk']);
    expect(await conversations()).toHaveLength(1);
    expect(model.requests).toHaveLength(2);
    expect((await ask(way, named('one'), 'Another one')).status).toBe(422);
    expect(replayed(await ask({ ...way, stream: !way.stream }, named('one')))).toBe(true);
    expect(model.requests).toHaveLength(2);
  });

  it('retried is the same request, even without a key', async () => {
    model.script(...adding);
    const first = await ask(way, tried(0));
    const again = await ask(way, tried(1));
    const oncemore = await ask(way, tried(2));
    expect([first, again, oncemore].map(replayed)).toEqual([false, true, true]);
    expect(readOf(again)).toEqual(readOf(first));
    expect(readOf(oncemore)).toEqual(readOf(first));
    expect(await titles()).toEqual(['Milk']);
    expect(await conversations()).toHaveLength(1);
    expect(model.requests).toHaveLength(2);
  });

  it('retried while it runs gets its answer', async () => {
    const { step, go } = held('Here you are.');
    model.script(step);
    const first = ask(way, tried(0));
    await expect.poll(() => model.waiting).toBe(1);
    looks = 0;
    const again = ask(way, tried(1));
    await expect.poll(() => looks).toBeGreaterThan(0);
    go();
    const answers = await Promise.all([first, again]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map((answer) => readOf(answer).said)).toEqual(['Here you are.', 'Here you are.']);
    expect(answers.map(replayed)).toEqual([false, true]);
    expect(model.requests).toHaveLength(1);
    expect(await conversations()).toHaveLength(1);
  });

  /** A first attempt whose connection is lost once the model has had this many requests. */
  async function lost(requests: number): Promise<void> {
    const leaving = new AbortController();
    const gone = fetch(service.url + way.path, {
      method: 'POST',
      signal: leaving.signal,
      headers: { ...key.credentials, 'content-type': 'application/json', ...tried(0) },
      body: JSON.stringify({ ...way.body('Put milk on my list'), stream: way.stream }),
    }).then((answer) => answer.text());
    gone.catch(() => {});
    await expect.poll(() => model.requests.length).toBe(requests);
    leaving.abort();
    await expect(gone).rejects.toThrow();
  }

  it('retried after its connection was lost before any change is carried out again', async () => {
    model.script({ hang: true }, { say: 'Here.' });
    await lost(1);
    const again = await ask(way, tried(1));
    expect([again.status, readOf(again).said, replayed(again)]).toEqual([200, 'Here.', false]);
    expect(await conversations()).toHaveLength(1);
  });

  it('retried after its connection was lost when a tool had changed something reports the change', async () => {
    model.script(adding[0] ?? { hang: true }, { hang: true });
    await lost(2);
    const again = await ask(way, tried(1));
    expect([again.status, readOf(again).said, replayed(again)]).toEqual([
      200,
      expect.stringContaining('Milk'),
      true,
    ]);
    expect(await titles()).toEqual(['Milk']);
    expect(model.requests).toHaveLength(2);
  });
});

describe('an attempt', () => {
  const [way] = ways as [Way];

  it('that is the first is a new request, whatever its content', async () => {
    const answers = [await ask(way, tried(0)), await ask(way, tried(0)), await ask(way, {})];
    expect(answers.map(replayed)).toEqual([false, false, false]);
    expect(await conversations()).toHaveLength(3);
    const again = await ask(way, tried(1));
    expect(readOf(again)).toEqual(readOf(answers[1] as ClientAnswer));
  });

  it('that is the first, beside another with the same content, gets its own answer', async () => {
    const [one, other] = [held('One.'), held('Other.')];
    model.script(one.step, other.step);
    const answers = [ask(way, tried(0)), ask(way, tried(0))];
    await expect.poll(() => model.waiting).toBe(2);
    one.go();
    other.go();
    const said = (await Promise.all(answers)).map((answer) => readOf(answer).said);
    expect(said.sort()).toEqual(['One.', 'Other.']);
    expect(await conversations()).toHaveLength(2);
  });

  it('is the same request only with the same account, path and body', async () => {
    const [other] = ways.filter(({ path }) => path !== way.path) as [Way];
    const bob = await service.withKey(await service.signedUp());
    await ask(way, tried(0));
    const answers = [
      await ask(way, tried(1), 'Put bread on my list'),
      await ask(other, tried(1)),
      await ask(way, tried(1), undefined, bob),
    ];
    expect(answers.map(replayed)).toEqual([false, false, false]);
    expect(model.requests).toHaveLength(4);
  });

  it('is a new request after the time of a chat, and the first outcome is kept no longer', async () => {
    const later = (seconds: number) =>
      database.run('update idempotency_keys set created_at = created_at - make_interval(secs => $1)', [
        seconds,
      ]);
    await ask(way, tried(0));
    await later(70);
    await sweep(service.deps);
    expect(replayed(await ask(way, tried(1)))).toBe(true);
    await later(6);
    expect(replayed(await ask(way, tried(1)))).toBe(false);
    await later(76);
    await sweep(service.deps);
    expect(await database.run(`select id from idempotency_keys where id like E'\\n%'`, [])).toEqual([]);
  });

  it('gets the same failure again, and is told not to retry', async () => {
    model.script({ refuse: 401 });
    const first = await ask(way, tried(0));
    const again = await ask(way, tried(1));
    expect([first, again].map(({ status }) => status)).toEqual([500, 500]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('x-should-retry')).toBe('false');
    expect(model.requests).toHaveLength(1);
  });

  it('finds nothing of a conversation that was deleted meanwhile', async () => {
    const { body } = await ask(way, tried(0));
    await ada.delete(`/api/conversations/${body.conversation.id}`);
    const again = await ask(way, tried(1));
    expect([again.status, again.body.error.message]).toEqual([
      404,
      'The result of this request was deleted.',
    ]);
  });

  it('with results continues with calls that were made and returned before', async () => {
    const tools = [{ type: 'function', name: 'get_weather', parameters: { type: 'object', properties: {} } }];
    const request = { model: 'jarvis', input: 'Weather?', tools };
    model.script({ call: [{ tool: 'get_weather', input: {} }] }, { say: 'Sunny.' });
    const first = await key.post('/v1/responses', request, tried(0));
    const again = await key.post('/v1/responses', { ...request, stream: true }, tried(1));
    expect(again.text).toContain(first.body.output[0].call_id);
    expect(again.text).toContain('response.function_call_arguments.done');
    const output = { type: 'function_call_output', call_id: first.body.output[0].call_id, output: 'sun' };
    const last = await key.post('/v1/responses', {
      model: 'jarvis',
      previous_response_id: first.body.id,
      input: [output],
      tools,
    });
    expect(readOf(last).said).toBe('Sunny.');
    expect(model.requests).toHaveLength(2);
  });
});

it('is kept in a form that an earlier version completes, and its form is read without the calls of a denial', async () => {
  const tools = [{ type: 'function', function: { name: 'launch', parameters: { type: 'object' } } }];
  const request = { model: 'jarvis', messages: [{ role: 'user', content: 'Go' }], tools };
  model.script({ call: [{ tool: 'launch', input: {} }] });
  const path = '/v1/chat/completions';
  expect((await key.post(path, request, named('kept'))).text).toContain('launch');
  const inResult = (field: string) => `outcome::jsonb #>> '{result,${field}}'`;
  expect(
    await database.run(`select ${inResult('type')} from idempotency_keys where id = 'kept'`, []),
  ).toEqual([['done']]);
  await database.run(
    `update idempotency_keys set outcome = jsonb_set(outcome::jsonb, '{result,outcome}', '"denied"') where id = 'kept'`,
    [],
  );
  for (const stream of [false, true]) {
    const { text, headers } = await key.post(path, { ...request, stream }, named('kept'));
    expect(headers.get('idempotent-replayed')).toBe('true');
    expect(text).toContain('content_filter');
    expect(text).not.toContain('launch');
  }
});

it('a repeated request with an Idempotency-Key is a 409 while it runs, and waits if its client counts attempts', async () => {
  const [way] = ways as [Way];
  const { step, go } = held('Here you are.');
  model.script(step);
  const first = ask(way, named('slow'));
  await expect.poll(() => model.waiting).toBe(1);
  const again = await ask(way, named('slow'));
  expect([again.status, again.headers.get('retry-after'), again.body.error.type]).toEqual([
    409,
    '1',
    'invalid_request_error',
  ]);
  looks = 0;
  const last = ask(way, { ...named('slow'), ...tried(1) });
  await expect.poll(() => looks).toBeGreaterThan(0);
  go();
  expect((await first).status).toBe(200);
  expect(replayed(await last)).toBe(true);
});
