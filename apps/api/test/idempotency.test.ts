import { setTimeout as pause } from 'node:timers/promises';
import { sweep } from '@jarvis/core';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client, ClientAnswer } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });

beforeEach(async () => {
  ada = await service.signedUp();
});

let keys = 0;
const newKey = () => `key-${++keys}`;
const send = (path: string, body: unknown, key: string, as = ada) =>
  as.post(path, body, { 'idempotency-key': key });
const chat = (message: string, key: string) => send('/api/jarvis/chat', { message }, key);

const replayed = ({ headers }: ClientAnswer) => headers.get('idempotent-replayed') === 'true';
const titles = async () =>
  (await ada.get('/api/tasks')).body.tasks.map(({ title }: { title: string }) => title);
const messagesOf = async (id: string) => (await ada.get(`/api/conversations/${id}`)).body.messages.length;

/** Lets time pass for a key, by the database's clock. */
const later = (key: string, interval: string) =>
  service.deps.db.run(
    `update idempotency_keys set created_at = created_at - $2::interval, attempt_ends_at = attempt_ends_at - $2::interval
     where id = $1`,
    [key, interval],
  );

describe('the same request with the same key', () => {
  it.each([
    ['/api/tasks', { title: 'Milk' }],
    ['/api/reminders', { text: 'call Grace tomorrow at 9' }],
    ['/api/conversations', { title: 'Turin' }],
    ['/api/jarvis/chat', { message: 'Hello' }],
    ['/api/jarvis/chat', { message: 'Hello', messages: [] }],
  ])('%s %j is carried out once and answered the same, byte for byte', async (path, body) => {
    const key = newKey();
    const first = await send(path, body, key);
    const again = await send(path, body, key);
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect([replayed(first), replayed(again)]).toEqual([false, true]);
    expect(first.status).toBeLessThan(300);
    expect((await send(path, body, newKey())).text).not.toBe(first.text);
  });

  it('stores a message once', async () => {
    const { id } = (await ada.post('/api/conversations', {})).body.conversation;
    const path = `/api/conversations/${id}/messages`;
    const key = newKey();
    const first = await send(path, { content: 'Hello' }, key);
    expect((await send(path, { content: 'Hello' }, key)).text).toBe(first.text);
    expect(await messagesOf(id)).toBe(1);
  });

  it('calls neither the model nor its tools again', async () => {
    model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: 'I added it.' });
    const key = newKey();
    const first = await chat('Put milk on my list', key);
    const again = await chat('Put milk on my list', key);
    expect(again.text).toBe(first.text);
    expect(again.body.toolRun.state).toBe('completed');
    expect(model.requests).toHaveLength(2);
    expect(await titles()).toEqual(['Milk']);
    expect(await messagesOf(first.body.conversationId)).toBe(2);
  });

  it('gets the same answer, even if the resource has changed since', async () => {
    const key = newKey();
    const first = await send('/api/tasks', { title: 'Milk' }, key);
    await ada.patch(`/api/tasks/${first.body.task.id}`, { title: 'Bread' });
    expect((await send('/api/tasks', { title: 'Milk' }, key)).text).toBe(first.text);
    expect(await titles()).toEqual(['Bread']);
  });

  it('is a 404 when its result was deleted, of which nothing is kept, and makes nothing again', async () => {
    const task = newKey();
    const { id } = (await send('/api/tasks', { title: 'Secret milk' }, task)).body.task;
    const asked = newKey();
    const { conversationId } = (await chat('A secret', asked)).body;
    const path = `/api/conversations/${conversationId}/messages`;
    const message = newKey();
    await send(path, { content: 'Another secret' }, message);
    await ada.delete(`/api/tasks/${id}`);
    await ada.delete(`/api/conversations/${conversationId}`);
    for (const answer of [
      await send('/api/tasks', { title: 'Secret milk' }, task),
      await chat('A secret', asked),
      await send(path, { content: 'Another secret' }, message),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([
        404,
        expect.stringContaining('result of this request was deleted'),
      ]);
    }
    const kept = await service.deps.db.run('select outcome from idempotency_keys where id = any($1)', [
      [task, asked, message],
    ]);
    expect(JSON.stringify(kept)).not.toMatch(/secret/i);
    expect(await titles()).toEqual([]);
  });

  it('is carried out once also when ten of them are sent at once', async () => {
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send('/api/tasks', { title: 'Milk' }, key)),
    );
    expect(await titles()).toEqual(['Milk']);
    const served = answers.filter(({ status }) => status === 201);
    expect(new Set(served.map(({ text }) => text)).size).toBe(1);
    expect(served.filter((answer) => !replayed(answer))).toHaveLength(1);
    for (const { status } of answers) expect([201, 409]).toContain(status);
  });

  it('is refused with 409 while it runs, and answered afterwards', async () => {
    const go = Promise.withResolvers<void>();
    model.script({
      by: (async function* () {
        await go.promise;
        yield 'There you are.';
      })(),
    });
    const key = newKey();
    const first = chat('Hello', key);
    await expect.poll(() => model.waiting).toBe(1);
    const meanwhile = await chat('Hello', key);
    expect([meanwhile.status, meanwhile.headers.get('retry-after')]).toEqual([409, '1']);
    go.resolve();
    expect((await chat('Hello', key).then(() => first)).status).toBe(200);
    expect((await chat('Hello', key)).text).toBe((await first).text);
    expect(model.requests).toHaveLength(1);
  });

  it('gets the failure again, with the id of the failed request', async () => {
    model.script({ refuse: 401 });
    const key = newKey();
    const first = await chat('Hello', key);
    const again = await chat('Hello', key);
    expect([first.status, again.status]).toEqual([500, 500]);
    expect(again.text).toBe(first.text);
    expect(again.body.error).toContain(first.headers.get('x-request-id'));
    expect(model.requests).toHaveLength(1);

    const missing = newKey();
    const path = '/api/conversations/019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e/messages';
    const notFound = await send(path, { content: 'Hello' }, missing);
    expect([notFound.status, replayed(notFound)]).toEqual([404, false]);
    const still = await send(path, { content: 'Hello' }, missing);
    expect([still.status, still.text, replayed(still)]).toEqual([404, notFound.text, true]);
  });

  it('is a new request after 24 hours, whether swept or not', async () => {
    const key = newKey();
    const first = await send('/api/tasks', { title: 'Milk' }, key);
    await later(key, '23 hours');
    await sweep(service.deps);
    expect((await send('/api/tasks', { title: 'Milk' }, key)).text).toBe(first.text);
    await later(key, '61 minutes');
    expect((await send('/api/tasks', { title: 'Bread' }, key)).status).toBe(201);
    expect(await titles()).toEqual(['Bread', 'Milk']);
    const stored = () => service.deps.db.run('select id from idempotency_keys where id = $1', [key]);
    await sweep(service.deps);
    expect(await stored()).toEqual([[key]]);
    await later(key, '24 hours');
    await sweep(service.deps);
    expect(await stored()).toEqual([]);
  });
});

describe('another request', () => {
  it('with another body or at another path is a 422, and does nothing', async () => {
    const key = newKey();
    await send('/api/tasks', { title: 'Milk' }, key);
    const other = [
      await send('/api/tasks', { title: 'Bread' }, key),
      await send('/api/conversations', { title: 'Milk' }, key),
      await chat('Milk', key),
    ];
    for (const { status, body } of other) {
      expect([status, body.error]).toEqual([422, expect.stringContaining('another request')]);
    }
    expect(await titles()).toEqual(['Milk']);
    expect(model.requests).toEqual([]);
  });

  it('of another account may have the same key; a session and a key of one account share theirs', async () => {
    const key = newKey();
    const first = await send('/api/tasks', { title: 'Milk' }, key);
    const program = await service.withKey(ada);
    expect((await send('/api/tasks', { title: 'Milk' }, key, program)).text).toBe(first.text);
    const bob = await service.signedUp();
    const his = await send('/api/tasks', { title: 'Bread' }, key, bob);
    expect([his.status, his.body.task.title]).toEqual([201, 'Bread']);
  });

  it('without a key, nothing is kept and each request is carried out', async () => {
    await ada.post('/api/tasks', { title: 'Milk' });
    await ada.post('/api/tasks', { title: 'Milk' });
    expect(await titles()).toEqual(['Milk', 'Milk']);
  });

  it('a refused body does not use up its key', async () => {
    const key = newKey();
    expect((await send('/api/tasks', { title: '' }, key)).status).toBe(400);
    expect((await send('/api/tasks', { title: 'Milk' }, key)).status).toBe(201);
  });

  it.each([
    ['', 400],
    ['k'.repeat(255), 201],
    ['k'.repeat(256), 400],
    ["'; drop table users; --", 201],
  ])('a key %j ends as %i', async (key, status) => {
    expect((await send('/api/tasks', { title: 'Milk' }, key)).status).toBe(status);
    expect((await send('/api/tasks', { title: 'Milk' }, key)).status).toBe(status);
    expect(await titles()).toHaveLength(status === 201 ? 1 : 0);
  });

  it('a refusal for too many requests is not kept: the same request is carried out later', async () => {
    const key = newKey();
    for (let n = 0; n < 60; n += 1) await ada.post('/api/tasks', { title: 'Milk' });
    expect((await send('/api/tasks', { title: 'Bread' }, key)).status).toBe(429);
    service.deps.clock.advance(61);
    expect((await send('/api/tasks', { title: 'Bread' }, key)).status).toBe(201);
  });
});

describe('interrupted work', () => {
  /** A call whose client disconnects once the model has had this many requests. */
  async function abandoned(message: string, key: string, requests = 1): Promise<void> {
    const leaving = new AbortController();
    const cookie = ada.cookie;
    const gone = fetch(`${service.url}/api/jarvis/chat`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, cookie },
      body: JSON.stringify({ message }),
    });
    await expect.poll(() => model.requests.length).toBe(requests);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    await expect.poll(() => model.waiting).toBe(0);
  }

  /** As soon as the abandoned turn has ended. */
  const comeBack = async (message: string, key: string) => {
    let answer = await chat(message, key);
    while (answer.status === 409) {
      await pause(20);
      answer = await chat(message, key);
    }
    return answer;
  };

  it('by its own client before any change is repeated when the client comes back', async () => {
    model.script({ hang: true }, { say: 'Here.' });
    const key = newKey();
    await abandoned('Hello', key);
    const answer = await comeBack('Hello', key);
    expect([answer.status, answer.body.reply, replayed(answer)]).toEqual([200, 'Here.', false]);
    expect((await ada.get('/api/conversations')).body.conversations).toHaveLength(1);
  });

  it('by its own client after a stored change is reported when the client comes back', async () => {
    model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { hang: true });
    const key = newKey();
    await abandoned('Put milk on my list', key, 2);
    const answer = await comeBack('Put milk on my list', key);
    expect([answer.status, answer.body.toolRun.state]).toEqual([200, 'error']);
    expect(await titles()).toEqual(['Milk']);
  });

  /** The rows of a process killed during a turn, just after a heartbeat. */
  const killed = (key: string, changing: boolean) =>
    service.deps.db.run(
      `update idempotency_keys set outcome = null, changing = ${changing}, attempt_ends_at = now() + interval '15 seconds'
       where id = $1`,
      [key],
    );

  it('by a kill is repeated after 15 seconds if nothing was changed', async () => {
    const key = newKey();
    await chat('Hello', key);
    await killed(key, false);
    expect((await chat('Hello', key)).status).toBe(409);
    await later(key, '15 seconds');
    const answer = await chat('Hello', key);
    expect([answer.status, replayed(answer)]).toEqual([200, false]);
  });

  it('by a kill after a change is never repeated, and the answer says so', async () => {
    const key = newKey();
    await chat('Hello', key);
    await killed(key, true);
    expect((await chat('Hello', key)).status).toBe(409);
    await later(key, '15 seconds');
    const answer = await chat('Hello', key);
    expect([answer.status, answer.body.error]).toEqual([500, expect.stringContaining('interrupted')]);
    expect(model.requests).toHaveLength(1);
  });

  it('by another attempt that replaced it stores nothing', async () => {
    const go = Promise.withResolvers<void>();
    const step = () => ({
      by: (async function* () {
        await go.promise;
        yield 'There you are.';
      })(),
    });
    model.script(step());
    const key = newKey();
    const frozen = chat('Hello', key);
    await expect.poll(() => model.waiting).toBe(1);
    await later(key, '15 seconds');
    const second = await chat('Hello', key);
    expect(second.status).toBe(200);
    go.resolve();
    expect((await frozen).status).toBe(500);
    const { conversations } = (await ada.get('/api/conversations')).body;
    expect(conversations.map(({ id }: { id: string }) => id)).toEqual([second.body.conversationId]);
    expect((await chat('Hello', key)).text).toBe(second.text);
  });
});

it('keeps nothing of a deleted account', async () => {
  const key = newKey();
  await send('/api/tasks', { title: 'Milk' }, key);
  await ada.post('/api/auth/delete', { password: 'correct horse battery' });
  expect(await service.deps.db.run('select id from idempotency_keys where id = $1', [key])).toEqual([]);
});
