import { changeCursor, type ConversationEntry as Entry, shownRefusals } from '@jarvis/contract';
import { deliverer, planner, runner } from '@jarvis/core';
import { modelForFile } from '@jarvis/testkit/for-file';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { outsideWith } from '../src/adapters/outside.ts';
import type { Client } from './support/client.ts';
import { startReceiver } from './support/receiver.ts';
import { serviceForFile, startService } from './support/service.ts';

let ada: Client;
let program: Client;
let signedUpAt = Date.parse('2026-11-22T03:00:00.000Z');
const place: string[] = [];

const model = await modelForFile();
const receiver = await startReceiver();
place.push(receiver.place);
const service = await serviceForFile({ overrides: { model: model.model, outside: outsideWith(place) } });

beforeEach(async () => {
  signedUpAt += 61_000;
  service.deps.clock.moveTo(new Date(signedUpAt).toISOString());
  ada = await service.signedUp();
  program = await service.withKey(ada);
  await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
  service.deps.clock.moveTo('2026-11-23T06:00:00.000Z');
  // Otherwise schedules of other accounts would run too when the clock moves.
  await service.deps.db.run('delete from schedules', []);
});
afterAll(() => receiver.close());

const daily = {
  title: 'Morning report',
  prompt: 'Tell me about bees',
  start: '2026-11-23T08:00',
  repeat: 'FREQ=DAILY',
};
async function make(fields: object = {}) {
  const { status, body } = await program.post('/api/schedules', { ...daily, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.schedule;
}
async function at(moment: string) {
  service.deps.clock.moveTo(moment);
  await planner()(service.deps);
  await runner().round(service.deps);
  await deliverer('webhook')(service.deps);
}

/** Specification: Schedules. */
describe('a schedule', () => {
  it('is made, listed, changed and deleted with a key or in a session', async () => {
    const schedule = await make();
    expect(schedule).toEqual({
      ...{ id: schedule.id, ...daily, timeZone: 'Europe/Rome', nextAt: '2026-11-23T07:00:00.000Z' },
      ...{ state: 'active', reason: null, webSearch: false, notify: 'always', createdBy: 'user' },
      ...{ createdAt: '2026-11-23T06:00:00.000Z', updatedAt: '2026-11-23T06:00:00.000Z' },
    });
    const path = `/api/schedules/${schedule.id}`;
    expect((await ada.get('/api/schedules')).body).toEqual({ schedules: [schedule] });
    expect((await ada.get(path)).body).toEqual({ schedule });
    const paused = await program.patch(path, { state: 'paused', notify: 'never' });
    expect(paused.body.schedule).toMatchObject({ state: 'paused', nextAt: null, notify: 'never' });
    const moved = await ada.patch(path, { state: 'active', start: '2026-11-23', repeat: null });
    expect(moved.body.schedule).toMatchObject({
      ...{ state: 'active', start: '2026-11-23T09:00', repeat: null, nextAt: '2026-11-23T08:00:00.000Z' },
    });
    expect((await program.delete(path)).body).toEqual({ ok: true });
    expect((await program.get(path)).status).toBe(404);
    expect((await program.get(`${path}/runs`)).status).toBe(404);
  });

  it('uses only a model that is offered', async () => {
    const { id } = await make({ model: model.model.name });
    for (const wrong of ['no-such-model', '']) {
      for (const answer of [
        await program.post('/api/schedules', { ...daily, model: wrong }),
        await program.patch(`/api/schedules/${id}`, { model: wrong }),
      ])
        expect([answer.status, answer.body.issues?.[0]?.path]).toEqual([400, 'model']);
    }
    expect((await program.patch(`/api/schedules/${id}`, { model: null })).status).toBe(200);
    expect((await program.get('/api/schedules')).body.schedules).toHaveLength(1);
  });

  it('runs on request, and shows its runs', async () => {
    const { id } = await make({ title: undefined });
    const asked = await program.post(`/api/schedules/${id}/run`, {});
    expect([asked.status, asked.body.run.state]).toEqual([202, 'waiting']);
    await at('2026-11-23T06:00:01.000Z');
    const { runs } = (await program.get(`/api/schedules/${id}/runs`)).body;
    expect(runs).toEqual([
      {
        ...{ id: asked.body.run.id, scheduleId: id, dueAt: '2026-11-23T06:00:00.000Z', state: 'done' },
        ...{ late: false, conversationId: runs[0].conversationId, error: null },
        ...{ createdAt: '2026-11-23T06:00:00.000Z', endedAt: '2026-11-23T06:00:01.000Z' },
        ...{ inputTokens: 10, outputTokens: 10 },
      },
    ]);
    const { conversation, messages } = (await ada.get(`/api/conversations/${runs[0].conversationId}`)).body;
    expect(conversation.title).toBe('Tell me about bees · 23 Nov');
    expect(messages.map(({ content }: { content: string }) => content)).toEqual([
      'Tell me about bees',
      'OK.',
    ]);
    await ada.delete(`/api/conversations/${runs[0].conversationId}`);
    const [kept] = (await program.get(`/api/schedules/${id}/runs`)).body.runs;
    expect(kept).toMatchObject({ state: 'done', conversationId: null });
  });

  it('is one entry in the web app’s list, however many conversations it has made; the API lists all', async () => {
    const rpc = async (procedure: string, input: object) =>
      (await ada.get(`/trpc/conversations.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`))
        .body.result.data.conversations;
    const talk = async (message: string) =>
      (await ada.post('/api/jarvis/chat', { message })).body.conversationId;
    const [early, { id }, other] = [
      await talk('Good morning'),
      await make(),
      await make({ title: 'Evening', start: '2026-11-24T19:00', repeat: null }),
    ];
    await at('2026-11-23T07:00:00.000Z');
    const [first] = await rpc('entries', {});
    expect(first).toMatchObject({ title: 'Morning report · 23 Nov' });
    expect(first.schedule).toEqual({ id, title: 'Morning report', hasOthers: false });
    for (const time of ['24T07', '24T18', '25T07', '26T07']) await at(`2026-11-${time}:00:00.000Z`);
    const late = await talk('Good night');
    const entries = await rpc('entries', {});
    expect(entries.map(({ title, schedule }: Entry) => [title, schedule])).toEqual([
      ['Good night', null],
      ['Morning report · 26 Nov', { id, title: 'Morning report', hasOthers: true }],
      ['Evening · 24 Nov', { id: other.id, title: 'Evening', hasOthers: false }],
      ['Good morning', null],
    ]);
    // Also by pages, where a page may end between the conversations of a schedule.
    const paged: Entry[] = [];
    for (let page = await rpc('entries', { limit: 1 }); page.length > 0; ) {
      paged.push(...page);
      page = await rpc('entries', { limit: 1, after: changeCursor(page[0]) });
    }
    expect(paged).toEqual(entries);
    const runs = await rpc('ofSchedule', { scheduleId: id });
    expect(runs.map(({ title }: Entry) => title)).toEqual(
      [26, 25, 24, 23].map((day) => `Morning report · ${day} Nov`),
    );
    const second = { scheduleId: id, limit: 2, after: changeCursor(runs[1]) };
    expect(await rpc('ofSchedule', second)).toEqual(runs.slice(2));
    // A bystander sees none of it.
    const bob = await service.signedUp();
    const asked = encodeURIComponent(JSON.stringify({ scheduleId: id }));
    expect((await bob.get(`/trpc/conversations.ofSchedule?input=${asked}`)).body.result.data).toEqual({
      conversations: [],
    });
    const { conversations } = (await ada.get('/api/conversations')).body;
    expect(conversations.map((each: Entry) => each.id)).toEqual([
      late,
      runs[0].id,
      runs[1].id,
      entries[2].id,
      runs[2].id,
      runs[3].id,
      early,
    ]);
    for (const each of conversations)
      expect(Object.keys(each)).toEqual(['id', 'title', 'createdAt', 'updatedAt']);
    // The entry stays without its schedule, and the next conversation replaces it when it is deleted.
    await ada.delete(`/api/schedules/${id}`);
    await ada.delete(`/api/conversations/${runs[0].id}`);
    expect((await rpc('entries', {}))[1]).toEqual({
      ...runs[1],
      schedule: { id, title: null, hasOthers: true },
    });
  });

  it.for([
    { repeat: 'FREQ=MINUTELY;INTERVAL=14' },
    { repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { start: '2026-11-23T06:00', repeat: null },
    { repeat: 'FREQ=DAILY;UNTIL=20261123T070000', start: '2026-11-22T06:30' },
    { start: 'tomorrow' },
    { prompt: '' },
    { prompt: 'x'.repeat(2_001) },
    { notify: 'sometimes' },
    { timeZone: 'Mars/Olympus' },
  ])('is refused with %o', async (fields) => {
    const { status, body } = await program.post('/api/schedules', { ...daily, ...fields });
    expect(status, JSON.stringify(body)).toBe(400);
    expect((await program.get('/api/schedules')).body.schedules).toEqual([]);
  });

  it('has limits: schedules of an account, and runs a day', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await make()).id);
    const beyond = await program.post('/api/schedules', daily);
    expect([beyond.status, beyond.body.error]).toEqual([400, shownRefusals.schedulesMax]);
    const [id] = ids;
    await service.deps.db.run(
      `insert into schedule_runs (user_id, id, schedule_id, due_at, state, expires_at, late, created_at)
       select user_id, ('01a20734-5580-7000-8000-' || lpad(n::text, 12, '0'))::uuid, id,
         timestamptz '2026-11-23 05:00Z' + n * interval '1 second', 'done', now(), false, '2026-11-23 05:00Z'
       from schedules, generate_series(1, 50) n where id = $1`,
      [id],
    );
    service.deps.clock.moveTo('2026-11-23T08:00:00.000Z');
    const asked = await program.post(`/api/schedules/${id}/run`, {});
    expect([asked.status, asked.body.error, asked.headers.get('retry-after')]).toEqual([
      429,
      shownRefusals.runsUsedUp,
      String(21 * 3_600),
    ]);
  });

  it('is neither made, changed nor run while the operator has switched schedules off, and stays stored', async () => {
    const schedule = await make();
    const path = `/api/schedules/${schedule.id}`;
    const off = await startService({
      db: service.deps.db,
      overrides: { clock: service.deps.clock, settings: { ...service.deps.settings, schedules: false } },
    });
    const there = await off.withKey(ada);
    for (const answer of [
      await there.post('/api/schedules', daily),
      await there.patch(path, { title: 'Report' }),
      await there.post(`${path}/run`, {}),
    ])
      expect([answer.status, answer.body.error]).toEqual([403, 'The operator has switched schedules off.']);
    expect((await there.get('/api/schedules')).body.schedules).toEqual([schedule]);
    await off.close();
  });

  it('reports its results and its end outside the app', async () => {
    await ada.patch('/api/time-settings', { channels: { schedule: ['app', 'webhook'] } });
    await ada.post('/api/webhooks', { url: `${receiver.url}/hook` });
    const { id } = await make();
    await at('2026-11-23T07:00:00.000Z');
    model.otherwise = () => ({ refuse: 401 });
    for (const day of [24, 25, 26])
      for (const minute of ['00', '01', '11']) await at(`2026-11-${day}T07:${minute}:00.000Z`);
    const bodies = receiver.received.map(({ body }) => JSON.parse(body.toString()));
    expect(bodies).toMatchObject([
      {
        type: 'schedule.done',
        data: { notification: { kind: 'schedule', title: 'Morning report', body: 'OK.' } },
      },
      { type: 'schedule.failed', data: { notification: { kind: 'schedule', conversationId: null } } },
    ]);
    expect((await ada.get(`/api/schedules/${id}`)).body.schedule.state).toBe('paused');
    const inApp = await ada.get(`/trpc/notifications.inApp?input=${encodeURIComponent('{}')}`);
    const told = inApp.body.result.data.notifications;
    expect(told.map(({ scheduleId }: { scheduleId: string }) => scheduleId)).toEqual([id, id]);
  });
});
