import { serve } from '@jarvis/testkit';
import { expect, it } from 'vitest';
import { createJarvis, JarvisError, orThrow, type ReplyEvent } from '../src/index.ts';
import { jarvisForFile } from './service.ts';

const service = await jarvisForFile();
const jarvis = createJarvis(service);

/** The steps of a newcomer with a key. Compiling is half the test. */
it('leads a newcomer through tasks, a chat and conversations', async () => {
  const { api } = jarvis;
  const { status }: { status: 'operational' | 'degraded' } = await orThrow(api.GET('/api/health'));
  expect(status).toBe('operational');

  const { task } = await orThrow(api.POST('/api/tasks', { body: { title: 'Book the train' } }));
  const path = { id: task.id };
  const done = await orThrow(api.PATCH('/api/tasks/{id}', { params: { path }, body: { status: 'done' } }));
  expect(done.task).toMatchObject({ id: task.id, status: 'done', completedAt: expect.any(String) });
  const open = await orThrow(api.GET('/api/tasks', { params: { query: { status: 'open' } } }));
  expect(open.tasks).toEqual([]);

  service.model.script({ say: 'The train leaves at **9:30**.' });
  const { reply, conversationId } = await jarvis.ask('When does the train leave?');
  expect(reply).toBe('The train leaves at **9:30**.');
  const id = { path: { id: conversationId } };
  const { messages } = await orThrow(api.GET('/api/conversations/{id}', { params: id }));
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  const found = await orThrow(api.GET('/api/conversations', { params: { query: { q: 'train' } } }));
  expect(found.conversations.map(({ id }) => id)).toEqual([conversationId]);
  const removed = await orThrow(api.DELETE('/api/conversations/{id}', { params: id }));
  expect(removed).toEqual({ ok: true });

  // @ts-expect-error a title is a string
  await api.POST('/api/tasks', { body: { title: 7 } });
  // @ts-expect-error a status is `open` or `done`
  await api.GET('/api/tasks', { params: { query: { status: 'later' } } });
});

it('yields a reply as it is written, and the whole answer last', async () => {
  const heard = Promise.withResolvers<void>();
  service.model.script({
    by: (async function* () {
      yield 'The train leaves at 9:30, ';
      await heard.promise;
      yield 'and every hour.';
    })(),
  });
  const events: ReplyEvent[] = [];
  for await (const event of jarvis.stream('When does the train leave?')) {
    events.push(event);
    if (event.type === 'text') heard.resolve();
  }
  const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
  expect(text).toBe('The train leaves at 9:30, and every hour.');
  expect(events[0]).toEqual({ type: 'start', conversationId: expect.any(String) });
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({ type: 'answer', answer: { reply: text } });
});

it('yields a reply to its end after a lost connection, and the model is called once', async () => {
  const later = Promise.withResolvers<string>();
  service.model.script({
    by: (async function* () {
      yield 'At 9';
      yield await later.promise;
    })(),
  });
  const before = service.model.requests.length;
  let calls = 0;
  const losing = createJarvis({
    url: service.url,
    key: service.key,
    async fetch(request) {
      calls += 1;
      const response = await fetch(request);
      if (response.status === 409) later.resolve(':30.');
      return calls === 1 ? new Response(lostAfter('At 9', response), response) : response;
    },
  });
  let text = '';
  const events: ReplyEvent[] = [];
  for await (const event of losing.stream('When does it leave?')) {
    events.push(event);
    if (event.type === 'text') text += event.text;
  }
  expect(text).toBe('At 9:30.');
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'answer', answer: { reply: 'At 9:30.' } });
  const id = last?.type === 'answer' ? last.answer.conversationId : '';
  const { messages } = await orThrow(jarvis.api.GET('/api/conversations/{id}', { params: { path: { id } } }));
  expect(messages.map(({ content }) => content)).toEqual(['When does it leave?', 'At 9:30.']);
  expect(service.model.requests.slice(before)).toHaveLength(1);
});

/** The answer up to a text, after which the connection is lost. */
function lostAfter(text: string, { body }: Response): ReadableStream<Uint8Array> | null {
  const decoder = new TextDecoder();
  let seen = '';
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk);
      seen += decoder.decode(chunk, { stream: true });
      if (seen.includes(text)) setImmediate(() => controller.error(new TypeError('terminated')));
    },
  });
  return body?.pipeThrough(cut) ?? null;
}

it('makes each task once when answers are cut in their body, and waits for no list for ever', async () => {
  const titles = Array.from({ length: 10 }, (_, n) => `Cut ${n}`);
  const cutting = createJarvis({
    url: service.url,
    key: service.key,
    async fetch(request) {
      const response = await fetch(request);
      answers += 1;
      return answers % 2 === 1 ? new Response(lostAfter('"task"', response), response) : response;
    },
  });
  let answers = 0;
  for (const title of titles) await orThrow(cutting.api.POST('/api/tasks', { body: { title } }));
  const { tasks } = await orThrow(jarvis.api.GET('/api/tasks'));
  expect(tasks.flatMap(({ title }) => (title.startsWith('Cut') ? [title] : [])).sort()).toEqual(titles);

  const hanging = await serve((req, res) => {
    // Headers, and half a body, and nothing more.
    if (req.url?.includes('half')) res.writeHead(200, { 'content-type': 'application/json' }).write('{"tas');
  });
  for (const path of ['', '/half']) {
    const waiting = createJarvis({ url: hanging.url + path, key: 'asst_x', timeoutMs: 100, retries: 1 });
    await expect(waiting.api.GET('/api/tasks')).rejects.toThrow(/no answer in 0.1 s|aborted/);
  }
  await hanging.close();
});

it('throws the service’s own words when it refuses', async () => {
  const refused = orThrow(jarvis.api.POST('/api/tasks', { body: { title: '' } }));
  await expect(refused).rejects.toThrow(
    expect.objectContaining({
      status: 400,
      message: '`title` must not be empty.',
      issues: [{ path: 'title', message: '`title` must not be empty.' }],
      requestId: expect.any(String),
    }),
  );
  await expect(jarvis.ask('Hello', { conversationId: 'x' })).rejects.toThrow(JarvisError);
  const stranger = createJarvis({ url: service.url, key: 'asst_wrong' });
  await expect(stranger.ask('Hello')).rejects.toThrow('Invalid API key.');
  await expect(async () => {
    for await (const _ of stranger.stream('Hello'));
  }).rejects.toThrow('Invalid API key.');
});

it('keeps a malformed key out of its error', () => {
  for (const key of ['', 'asst_line\nbreak', 'asst_ü']) {
    expect(() => createJarvis({ url: service.url, key })).toThrow(/^This is no API key\.$/);
  }
});
