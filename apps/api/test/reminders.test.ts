import { fire } from '@jarvis/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;
let ada: Client;
let program: Client;
let signedUpAt = Date.parse('2026-11-22T11:00:00.000Z');

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  // Each of them in another window of registrations.
  signedUpAt += 61_000;
  service.deps.clock.moveTo(new Date(signedUpAt).toISOString());
  ada = await service.signedUp();
  program = await service.withKey(ada);
  await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
  service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
});
afterAll(() => service.close());

async function remind(fields: object) {
  const { status, body } = await program.post('/api/reminders', fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
/** The service as it is at that moment. */
async function at(moment: string) {
  service.deps.clock.moveTo(moment);
  await fire(service.deps);
}
const notifications = async () => (await program.get('/api/notifications')).body.notifications;
const reminders = async () => (await program.get('/api/reminders')).body.reminders;
const daily = { title: 'Water', date: '2026-11-24', time: '08:00', repeat: 'FREQ=DAILY' };

/** Specification: Reminders and notifications. */
describe('a reminder', () => {
  it('is made of words, is a task, and tells once when its time has come', async () => {
    const { reminder, task } = await remind({
      text: 'remind me to call Grace tomorrow at 9',
      language: 'en',
    });
    expect(task).toMatchObject({ id: reminder.taskId, status: 'open', createdBy: 'user' });
    expect(reminder).toMatchObject({
      ...{ at: '2026-11-24T08:00:00.000Z', date: '2026-11-24', time: '09:00', timeZone: 'Europe/Rome' },
      ...{ minutesBefore: 0, repeat: null, snoozedUntil: null, state: 'waiting' },
    });
    expect(task.title.toLowerCase()).toBe('call grace');
    await at('2026-11-24T07:59:59.999Z');
    expect(await notifications()).toEqual([]);
    await at('2026-11-24T08:00:00.000Z');
    await at('2026-11-24T08:00:01.000Z');
    expect(await notifications()).toMatchObject([
      { kind: 'reminder', title: task.title, taskId: task.id, late: false, missed: 0, readAt: null },
    ]);
    expect(await reminders()).toMatchObject([{ id: reminder.id, state: 'sent' }]);
  });

  it('is made of fields too, some time before, of a day, or at an instant', async () => {
    const early = await remind({ title: 'Train', date: '2026-11-24', time: '08:00', minutesBefore: 30 });
    expect(early.reminder).toMatchObject({ at: '2026-11-24T06:30:00.000Z', minutesBefore: 30 });
    const day = await remind({ title: 'Post', date: '2026-11-24' });
    expect(day.reminder).toMatchObject({ at: '2026-11-24T08:00:00.000Z', time: '09:00' });
    const instant = await remind({ title: 'Launch', at: '2026-11-24T20:00:00+05:00' });
    expect(instant.reminder.at).toBe('2026-11-24T15:00:00.000Z');
    await ada.patch('/api/time-settings', { timeZone: 'Asia/Tokyo' });
    expect((await reminders()).map(({ title, at }: { title: string; at: string }) => [title, at])).toEqual([
      ['Train', '2026-11-23T22:30:00.000Z'],
      ['Post', '2026-11-24T00:00:00.000Z'],
      ['Launch', '2026-11-24T15:00:00.000Z'],
    ]);
  });

  it.for([
    {},
    { text: 'call Grace' },
    { text: 'call Grace yesterday at 5', language: 'en' },
    { text: 'x'.repeat(1_001) },
    { text: 'tomorrow at 9', title: 'Both' },
    { title: 'No time' },
    { title: 'Past', date: '2026-11-22' },
    { title: 'Past', at: '2026-11-23T10:59:59Z' },
    { title: 'Both', date: '2026-11-24', at: '2026-11-24T10:00:00Z' },
    { title: 'Never', date: '2026-11-24', repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { title: 'Early', date: '2026-11-24', minutesBefore: 40_321 },
  ])('case %#: is refused, and no task is made', async (fields) => {
    expect((await program.post('/api/reminders', fields)).status).toBe(400);
    expect((await program.get('/api/tasks')).body.tasks).toEqual([]);
  });

  it('of a repeat that nobody heeds tells each time, as one row that counts', async () => {
    const { task } = await remind(daily);
    for (const day of ['24', '25', '26']) await at(`2026-11-${day}T07:00:00.000Z`);
    expect(await notifications()).toMatchObject([
      { missed: 2, late: false, createdAt: '2026-11-26T07:00:00.000Z' },
    ]);
    await program.patch(`/api/tasks/${task.id}`, { status: 'done' });
    await at('2026-11-27T07:00:00.000Z');
    const [next] = await notifications();
    expect(next).toMatchObject({ missed: 0 });
    expect(next.taskId).not.toBe(task.id);
  });

  it('that is planned anew after it has told is listed as before, and tells of its next moment', async () => {
    const { task } = await remind({ ...daily, minutesBefore: 30 });
    await at('2026-11-24T06:30:00.000Z');
    const before = await notifications();
    expect(before).toMatchObject([{ title: 'Water', missed: 0 }]);
    for (const status of ['done', 'open'])
      expect((await program.patch(`/api/tasks/${task.id}`, { status })).status).toBe(200);
    await at('2026-11-24T06:40:00.000Z');
    expect(await notifications()).toEqual(before);
    expect(await reminders()).toMatchObject([{ at: '2026-11-25T06:30:00.000Z', state: 'waiting' }]);
    await at('2026-11-25T06:30:00.000Z');
    expect(await notifications()).toMatchObject([{ createdAt: '2026-11-25T06:30:00.000Z', missed: 1 }]);
  });

  it('tells what was missed while nobody served once, late, and how many were before it', async () => {
    await remind(daily);
    await remind({ title: 'Once', date: '2026-11-24', time: '10:00' });
    await at('2026-11-27T12:00:00.000Z');
    expect(await notifications()).toMatchObject([
      { title: 'Once', late: true, missed: 0 },
      { title: 'Water', late: true, missed: 3 },
    ]);
    expect((await reminders()).map(({ at }: { at: string }) => at)).toContain('2026-11-28T07:00:00.000Z');
  });

  it('is put off this once, and its task is due when it was', async () => {
    const { reminder, task } = await remind(daily);
    await at('2026-11-24T07:00:00.000Z');
    const path = `/api/reminders/${reminder.id}`;
    const snoozed = (await program.patch(path, { snooze: '1h' })).body.reminder;
    expect(snoozed).toMatchObject({
      at: '2026-11-24T08:00:00.000Z',
      snoozedUntil: '2026-11-24T08:00:00.000Z',
    });
    await at('2026-11-24T08:00:00.000Z');
    expect(await notifications()).toMatchObject([{ missed: 0, createdAt: '2026-11-24T08:00:00.000Z' }]);
    expect(await reminders()).toMatchObject([{ at: '2026-11-25T07:00:00.000Z', snoozedUntil: null }]);
    const [kept] = (await program.get('/api/tasks?include=due')).body.tasks;
    expect(kept).toMatchObject({ id: task.id, due: { date: '2026-11-24', time: '08:00' }, overdue: true });
    await program.patch(path, { snooze: 'evening' });
    expect(
      (await program.patch(`/api/tasks/${task.id}?include=due`, { due: { date: '2026-11-30' } })).status,
    ).toBe(200);
    expect(await reminders()).toMatchObject([{ at: '2026-11-30T08:00:00.000Z', snoozedUntil: null }]);
  });

  it.for([
    ['10m', '2026-11-23T11:10:00.000Z'],
    ['evening', '2026-11-23T18:00:00.000Z'],
    ['tomorrow', '2026-11-24T08:00:00.000Z'],
    ['monday', '2026-11-30T08:00:00.000Z'],
    ['2026-12-01T10:00:00+02:00', '2026-12-01T08:00:00.000Z'],
  ])('can be put off until %s', async ([snooze, moment]) => {
    const { reminder } = await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    const answer = await program.patch(`/api/reminders/${reminder.id}`, { snooze });
    expect(answer.body.reminder).toMatchObject({ at: moment, state: 'waiting' });
  });

  it('is refused what is no time to put it off to, and is nobody else’s', async () => {
    const { reminder } = await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    for (const snooze of ['soon', '2026-11-23T10:00:00Z', '2026-12-01T10:00', ''])
      expect((await program.patch(`/api/reminders/${reminder.id}`, { snooze })).status).toBe(400);
    const bob = await service.signedUp();
    expect((await bob.patch(`/api/reminders/${reminder.id}`, { snooze: '1h' })).status).toBe(404);
    expect((await bob.delete(`/api/reminders/${reminder.id}`)).status).toBe(404);
    expect((await bob.get('/api/reminders')).body).toEqual({ reminders: [] });
  });

  it('is deleted without its task, and goes with it', async () => {
    const { reminder, task } = await remind(daily);
    expect((await program.delete(`/api/reminders/${reminder.id}`)).body).toEqual({ ok: true });
    expect((await program.get('/api/tasks')).body.tasks).toEqual([task]);
    const other = await remind(daily);
    await program.delete(`/api/tasks/${other.task.id}`);
    expect(await reminders()).toEqual([]);
    await at('2026-11-24T07:00:00.000Z');
    expect(await notifications()).toEqual([]);
  });

  it('stops when its task is done, and waits again when that is opened', async () => {
    const { task } = await remind({ title: 'Call', date: '2026-11-24', time: '08:00' });
    await program.patch(`/api/tasks/${task.id}`, { status: 'done' });
    expect(await reminders()).toMatchObject([{ state: 'done' }]);
    await program.patch(`/api/tasks/${task.id}`, { status: 'open' });
    expect(await reminders()).toMatchObject([{ state: 'waiting', at: '2026-11-24T07:00:00.000Z' }]);
  });

  it('is set, moved and taken away on a task', async () => {
    const path = '/api/tasks?include=due';
    const due = { date: '2026-11-24', time: '08:00' };
    const { task } = (await program.post(path, { title: 'Train', due, remind: 10 })).body;
    expect(task).toMatchObject({
      remind: 10,
      reminders: [
        { at: '2026-11-24T06:50:00.000Z', minutesBefore: 10, snoozedUntil: null, state: 'waiting' },
      ],
    });
    const of = `/api/tasks/${task.id}?include=due`;
    const moved = (await program.patch(of, { due: { ...due, time: '09:00' } })).body.task;
    expect(moved.reminders).toMatchObject([{ at: '2026-11-24T07:50:00.000Z' }]);
    expect((await program.get(path)).body.tasks).toEqual([moved]);
    expect((await program.patch(of, { remind: 60 })).body.task).toMatchObject({ remind: 60 });
    expect((await program.patch(of, { remind: false })).body.task).toMatchObject({
      remind: false,
      reminders: [],
    });
    await program.patch(of, { remind: 0 });
    expect((await program.patch(of, { due: null })).body.task).toMatchObject({
      remind: false,
      reminders: [],
    });
    for (const wrong of [{ remind: true }, { remind: -1 }, { remind: '10' }, { remind: 5 }])
      expect((await program.patch(of, wrong)).status).toBe(400);
  });
});

describe('notifications', () => {
  it('are marked as read, and again as unread, by their owner', async () => {
    await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    await at('2026-11-23T11:30:00.000Z');
    const [{ id }] = await notifications();
    const path = `/api/notifications/${id}`;
    const { notification } = (await program.patch(path, { read: true })).body;
    expect(notification.readAt).toBe('2026-11-23T11:30:00.000Z');
    expect(await notifications()).toEqual([notification]);
    expect((await ada.patch(path, { read: false })).body.notification.readAt).toBeNull();
    for (const wrong of [{}, { read: 'yes' }]) expect((await ada.patch(path, wrong)).status).toBe(400);
    const bob = await service.signedUp();
    expect((await bob.patch(path, { read: true })).status).toBe(404);
    expect((await bob.get('/api/notifications')).body).toEqual({ notifications: [] });
  });

  it('bring the reminder that can be put off, however many others there are', async () => {
    const shown = async () =>
      (await ada.get('/trpc/notifications.inApp?input={}')).body.result.data.notifications;
    const soon = await remind({ title: 'Soon', date: '2026-11-23', time: '12:10' });
    for (let count = 0; count < 3; count += 1)
      await remind({ title: `Before ${count}`, date: '2026-11-23', time: '12:05' });
    await at('2026-11-23T11:10:00.000Z');
    expect((await shown())[0]).toMatchObject({ title: 'Soon', reminderId: soon.reminder.id });
    expect(Object.keys((await notifications())[0])).not.toContain('reminderId');
    await program.patch(`/api/tasks/${soon.task.id}`, { status: 'done' });
    expect((await shown())[0]).toMatchObject({ title: 'Soon', reminderId: null });
    expect((await program.get('/trpc/notifications.inApp?input={}')).status).toBe(401);
  });

  it('and reminders are in the export', async () => {
    await remind(daily);
    await at('2026-11-24T07:00:00.000Z');
    const { body } = await ada.get('/api/auth/export');
    expect(body.reminders).toMatchObject([{ minutesBefore: 0 }]);
    expect(body.notifications).toMatchObject([{ title: 'Water' }]);
  });
});
