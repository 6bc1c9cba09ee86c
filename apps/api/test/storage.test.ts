import { measureStorage } from '@jarvis/core';
import { lockWaits, silentLog, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { serviceForFile, startService } from './support/service.ts';
import { startTurn } from './support/turn-stream.ts';

let ada: Client;
let conversation: string;

/** Room for three messages of a thousand bytes. */
const textBytesMax = 3_500;
const thousand = 'é'.repeat(500);

const model = await modelForFile();
const db = await databaseForFile();
const settings = { ...testDeps(db).settings, textBytesMax };
const service = await serviceForFile({ db, overrides: { model: model.model, settings } });

beforeEach(async () => {
  model.reset();
  ada = await service.signedUp();
  conversation = (await ada.post('/api/conversations', {})).body.conversation.id;
});

const add = (content = thousand, headers = {}) =>
  ada.post(`/api/conversations/${conversation}/messages`, { content }, headers);
const storage = async () => (await ada.get('/trpc/account.storage')).body.result.data;
const fill = async () => {
  for (let n = 0; n < 3; n += 1) expect((await add()).status).toBe(201);
};

const createdAt = '2025-03-01T10:00:00.000Z';
const imported = (content: string) => ({
  conversations: [
    {
      source: 'chatgpt',
      id: 'c1',
      title: 'Turin',
      createdAt,
      from: 0,
      after: null,
      messages: [{ id: 'm1', role: 'user', content, createdAt }],
    },
  ],
});

it('additions to a full account are refused with a sentence, before a model is called; all else continues', async () => {
  await fill();
  expect(await storage()).toEqual({ bytes: 3 * 1_256, bytesMax: textBytesMax });
  const refused = [
    await add('x'),
    await ada.post('/api/conversations', {}),
    await ada.post('/api/tasks', { title: 'Milk' }),
    await ada.post('/api/jarvis/chat', { message: 'Hello' }),
    await ada.post('/api/jarvis/chat', { message: 'Hello', conversationId: conversation }),
  ];
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([
      400,
      { error: expect.stringMatching(/^This account is full: .*Delete/) },
    ]);
  }
  for (const answer of [
    await ada.post('/trpc/conversations.import', imported('x')),
    await ada.post('/trpc/tasks.create', { title: 'Milk' }),
  ]) {
    expect([answer.status, answer.body.error.data.reason]).toEqual([400, 'accountFull']);
  }
  await expect(startTurn(ada, { message: 'Hello' })).rejects.toMatchObject({
    data: { reason: 'accountFull' },
  });
  expect(model.requests).toEqual([]);

  expect((await ada.post('/api/jarvis/chat', { message: 'Hello', messages: [] })).status).toBe(200);
  expect((await ada.patch(`/api/conversations/${conversation}`, { title: 'Full' })).status).toBe(200);
  const others = await service.signedUp();
  expect((await others.post('/api/tasks', { title: 'Milk' })).status).toBe(201);
});

it('deleting makes room, and a refused request is then carried out, also with the same key', async () => {
  await fill();
  const key = { 'idempotency-key': 'a key' };
  const create = () => ada.post('/api/tasks', { title: 'Milk' }, key);
  expect((await create()).status).toBe(400);
  await ada.delete(`/api/conversations/${conversation}`);
  expect(await storage()).toMatchObject({ bytes: 0 });
  const made = await create();
  expect(made.status).toBe(201);
  expect(await storage()).toMatchObject({ bytes: 4 + 256 });
  await ada.delete(`/api/tasks/${made.body.task.id}`);
  expect(await storage()).toMatchObject({ bytes: 0 });
});

it('a conversation gives back its room once, however many deletions run at a time', async () => {
  const first = conversation;
  await add();
  conversation = (await ada.post('/api/conversations', {})).body.conversation.id;
  await add();
  const { db } = service.deps;
  const patient = { deadlineMs: 9_000 };
  const deleting = await db.transaction(async (tx) => {
    await tx.run('select from conversations where id = $1 for update', [first]);
    const requests = [1, 2, 3].map(() => ada.delete(`/api/conversations/${first}`));
    await expect.poll(() => lockWaits(db), { timeout: 8_000 }).toBe(3);
    return { requests };
  }, patient);
  const deleted = await Promise.all(deleting.requests);
  expect(deleted.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  expect(await storage()).toMatchObject({ bytes: 1_256 });
});

it('counts replies, imports and other versions of messages, each once', async () => {
  model.script({ say: 'Salve' }, { say: 'Buongiorno' });
  const { conversationId } = (await ada.post('/api/jarvis/chat', { message: 'Hello' })).body;
  expect(await storage()).toMatchObject({ bytes: 5 + 5 + 2 * 256 });
  const { messages } = (await ada.get(`/api/conversations/${conversationId}`)).body;
  for await (const _ of await startTurn(ada, {
    message: 'Hello you',
    conversationId,
    replaces: messages[0].id,
  }));
  const versions = 5 + 5 + 9 + 10 + 4 * 256;
  expect(await storage()).toMatchObject({ bytes: versions });
  await ada.post('/trpc/conversations.import', imported('Ciao'));
  await ada.post('/trpc/conversations.import', imported('Ciao'));
  expect(await storage()).toMatchObject({ bytes: versions + 4 + 256 });
  await ada.delete(`/api/conversations/${conversationId}`);
  expect(await storage()).toMatchObject({ bytes: 4 + 256 });
});

it('a row that could not be counted is still stored, and logged; in a transaction it is not stored', async () => {
  const { db, settings } = service.deps;
  await db.run('alter table stored_texts add constraint no_disk check (false) not valid', []);
  onTestFinished(async () => void (await db.run('alter table stored_texts drop constraint no_disk', [])));
  const warn = vi.fn();
  const log = { ...silentLog, warn };
  const other = await startService({ db, overrides: { model: model.model, settings, log } });
  ada = await other.signedUp();
  expect((await ada.post('/api/tasks', { title: 'Milk' })).status).toBe(201);
  expect(warn.mock.calls).toEqual([
    [
      { userId: await userIdOf(ada), bytes: 4 + 256, reason: expect.stringContaining('no_disk') },
      'an account’s storage could not be counted',
    ],
  ]);
  expect((await ada.post('/trpc/conversations.import', imported('Ciao'))).status).toBe(500);
  expect((await ada.get('/api/conversations')).body.conversations).toEqual([]);
  await other.close();
});

it('the daily measurement finds texts that were there before, or not counted', async () => {
  await add('Hello');
  await ada.post('/api/tasks', { title: 'Milk' });
  const { db } = service.deps;
  const userId = await userIdOf(ada);
  await db.run('update stored_texts set bytes = 7 where user_id = $1', [userId]);
  await measureStorage(service.deps);
  const bytes = 5 + 4 + 2 * 256;
  expect(await storage()).toMatchObject({ bytes });
  await db.run('update stored_texts set bytes = 7 where user_id = $1', [userId]);
  await measureStorage(service.deps);
  expect(await storage()).toMatchObject({ bytes: 7 });
  await db.run("update stored_texts set measured_at = now() - interval '25 hours'", []);
  await measureStorage(service.deps);
  expect(await storage()).toMatchObject({ bytes });
});

it('an account whose first count failed is measured once its size is read', async () => {
  await add('Hello');
  const userId = await userIdOf(ada);
  await service.deps.db.run('delete from stored_texts where user_id = $1', [userId]);
  expect(await storage()).toMatchObject({ bytes: 0 });
  await measureStorage(service.deps);
  expect(await storage()).toMatchObject({ bytes: 5 + 256 });
});

it('an account that cannot be measured is logged and postponed, and those after it are measured', async () => {
  const { db } = service.deps;
  await add('Hello');
  const [stuck, person] = [await userIdOf(ada), await service.signedUp()];
  await person.post('/api/tasks', { title: 'Milk' });
  await db.run(
    `alter table stored_texts add constraint stuck check (user_id <> '${stuck}' or bytes = 7) not valid`,
    [],
  );
  onTestFinished(async () => void (await db.run('alter table stored_texts drop constraint stuck', [])));
  await db.run("update stored_texts set bytes = 7, measured_at = now() - interval '25 hours'", []);
  await db.run("update stored_texts set measured_at = 'epoch' where user_id = $1", [stuck]);
  const warn = vi.fn();
  const deps = { ...service.deps, log: { ...silentLog, warn } };
  await measureStorage(deps);
  expect((await person.get('/trpc/account.storage')).body.result.data).toMatchObject({ bytes: 4 + 256 });
  await measureStorage(deps);
  expect(warn.mock.calls).toEqual([
    [
      { userId: stuck, reason: expect.stringContaining('stuck') },
      'an account’s storage could not be measured',
    ],
  ]);
});

it('without a maximum, nothing is counted', async () => {
  const unbounded = await startService({ overrides: { model: model.model } });
  const person = await unbounded.signedUp();
  await person.post('/api/tasks', { title: 'Milk' });
  await person.post('/api/jarvis/chat', { message: 'Hello' });
  expect((await person.get('/trpc/account.storage')).body.result.data).toBeNull();
  expect(await unbounded.deps.db.run('select from stored_texts', [])).toHaveLength(0);
  await unbounded.close();
});
