import { meetZoneDatabase, tellDays, tellReminders } from '@jarvis/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;
let program: Client;
let signedUpAt = Date.parse('2026-11-22T11:00:00.000Z');

const service = await serviceForFile();

beforeEach(async () => {
  // Each person in another window of registrations.
  signedUpAt += 61_000;
  service.deps.clock.moveTo(new Date(signedUpAt).toISOString());
  ada = await service.signedUp();
  program = await service.withKey(ada);
  await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
  service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
});

async function remind(fields: object) {
  const { status, body } = await program.post('/api/reminders', fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
/** The service as it is at that moment. */
async function at(moment: string) {
  service.deps.clock.moveTo(moment);
  await tellReminders(service.deps);
}
const notifications = async () => (await program.get('/api/notifications')).body.notifications;
const reminders = async () => (await program.get('/api/reminders')).body.reminders;
const daily = { title: 'Water', date: '2026-11-24', time: '08:00', repeat: 'FREQ=DAILY' };

/** Specification: Reminders and notifications. */
describe('a reminder', () => {
  it('is made from words, is a task, and notifies once at its time', async () => {
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

  it('can be made from fields, some time before, of a day, or at an instant', async () => {
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
    { title: 'A fraction of a minute', at: '2026-11-24T10:00.5Z' },
    { title: 'Both', date: '2026-11-24', at: '2026-11-24T10:00:00Z' },
    { title: 'Never', date: '2026-11-24', repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { title: 'Early', date: '2026-11-24', minutesBefore: 40_321 },
    { title: 'In the year 3000', at: '2999-12-31T23:59:59-23:59' },
  ])('case %#: is refused, and no task is made', async (fields) => {
    expect((await program.post('/api/reminders', fields)).status).toBe(400);
    expect((await program.get('/api/tasks')).body.tasks).toEqual([]);
  });

  it('of an ignored repeat notifies each time, in one row with a count', async () => {
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

  it('that is planned again after its notification stays listed, and notifies at its next moment', async () => {
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

  it('notifies of moments missed during a downtime once, late, with the number of earlier ones', async () => {
    await remind(daily);
    await remind({ title: 'Once', date: '2026-11-24', time: '10:00' });
    await at('2026-11-27T12:00:00.000Z');
    expect(await notifications()).toMatchObject([
      { title: 'Once', late: true, missed: 0 },
      { title: 'Water', late: true, missed: 3 },
    ]);
    expect((await reminders()).map(({ at }: { at: string }) => at)).toContain('2026-11-28T07:00:00.000Z');
  });

  it('is late only if its own moment is, regardless of earlier ones missed during a downtime', async () => {
    await remind(daily);
    await remind({ ...daily, title: 'Early', minutesBefore: 30, time: '08:30' });
    await at('2026-11-27T07:05:00.000Z');
    expect(await notifications()).toMatchObject([
      { title: 'Early', late: false, missed: 3 },
      { title: 'Water', late: false, missed: 3 },
    ]);
    await at('2026-11-28T07:05:01.000Z');
    expect((await notifications()).map(({ late }: { late: boolean }) => late)).toEqual([true, true]);
  });

  it('is snoozed this once, and the task’s due date stays', async () => {
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
  ])('can be snoozed until %s', async ([snooze, moment]) => {
    const { reminder } = await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    const answer = await program.patch(`/api/reminders/${reminder.id}`, { snooze });
    expect(answer.body.reminder).toMatchObject({ at: moment, state: 'waiting' });
  });

  it('is listed even if its local date lies beyond the accepted years', async () => {
    const { reminder } = await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    const snooze = '2999-12-31T23:59:59-23:59';
    expect((await program.patch(`/api/reminders/${reminder.id}`, { snooze })).status).toBe(200);
    expect(await reminders()).toMatchObject([{ date: '3000-01-02', time: '00:58:59' }]);
  });

  it('cannot be snoozed to an invalid time, nor by another account', async () => {
    const { reminder } = await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    for (const snooze of ['soon', '2026-11-23T10:00:00Z', '2026-12-01T10:00', ''])
      expect((await program.patch(`/api/reminders/${reminder.id}`, { snooze })).status).toBe(400);
    const bob = await service.signedUp();
    expect((await bob.patch(`/api/reminders/${reminder.id}`, { snooze: '1h' })).status).toBe(404);
    expect((await bob.delete(`/api/reminders/${reminder.id}`)).status).toBe(404);
    expect((await bob.get('/api/reminders')).body).toEqual({ reminders: [] });
  });

  it('is deleted without its task, and with it', async () => {
    const { reminder, task } = await remind(daily);
    expect((await program.delete(`/api/reminders/${reminder.id}`)).body).toEqual({ ok: true });
    expect((await program.get('/api/tasks')).body.tasks).toEqual([task]);
    const other = await remind(daily);
    await program.delete(`/api/tasks/${other.task.id}`);
    expect(await reminders()).toEqual([]);
    await at('2026-11-24T07:00:00.000Z');
    expect(await notifications()).toEqual([]);
  });

  it('stops when its task is done, and waits again when the task is reopened', async () => {
    const { task } = await remind({ title: 'Call', date: '2026-11-24', time: '08:00' });
    await program.patch(`/api/tasks/${task.id}`, { status: 'done' });
    expect(await reminders()).toMatchObject([{ state: 'done' }]);
    await program.patch(`/api/tasks/${task.id}`, { status: 'open' });
    expect(await reminders()).toMatchObject([{ state: 'waiting', at: '2026-11-24T07:00:00.000Z' }]);
  });

  it('is set, moved and removed on a task', async () => {
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
  it('are marked as read, and as unread again, by their owner', async () => {
    await remind({ title: 'Call', date: '2026-11-23', time: '12:30' });
    await at('2026-11-23T11:30:00.000Z');
    const [{ id }] = await notifications();
    const path = `/api/notifications/${id}`;
    const { notification } = (await program.patch(path, { read: true })).body;
    expect(notification.readAt).toBe('2026-11-23T11:30:00.000Z');
    expect(await notifications()).toEqual([notification]);
    service.deps.clock.moveTo('2026-11-23T11:31:00.000Z');
    expect((await ada.patch(path, { read: true })).body).toEqual({ notification });
    expect((await ada.patch(path, { read: false })).body.notification.readAt).toBeNull();
    for (const wrong of [{}, { read: 'yes' }]) expect((await ada.patch(path, wrong)).status).toBe(400);
    const bob = await service.signedUp();
    expect((await bob.patch(path, { read: true })).status).toBe(404);
    expect((await bob.get('/api/notifications')).body).toEqual({ notifications: [] });
  });

  it('are marked as read together in the app, each by its owner', async () => {
    for (const title of ['Call', 'Write', 'Wait']) await remind({ title, date: '2026-11-23', time: '12:30' });
    await at('2026-11-23T11:30:00.000Z');
    const [wait, write, call] = await notifications();
    const ids = [write.id, call.id];
    const bob = await service.signedUp();
    expect((await bob.post('/trpc/notifications.read', { ids })).status).toBe(200);
    service.deps.clock.moveTo('2026-11-23T11:31:00.000Z');
    await program.patch(`/api/notifications/${call.id}`, { read: true });
    service.deps.clock.moveTo('2026-11-23T11:32:00.000Z');
    expect((await program.post('/trpc/notifications.read', { ids })).status).toBe(401);
    expect((await ada.post('/trpc/notifications.read', { ids: [] })).status).toBe(400);
    expect((await ada.post('/trpc/notifications.read', { ids })).status).toBe(200);
    expect(await notifications()).toEqual([
      wait,
      { ...write, readAt: '2026-11-23T11:32:00.000Z' },
      { ...call, readAt: '2026-11-23T11:31:00.000Z' },
    ]);
  });

  it('include the reminder that can be snoozed, among any number of others', async () => {
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

/** Specification: Time, and Reminders and notifications. */
describe('time settings', () => {
  it('have their defaults, and change one by one', async () => {
    const defaults = {
      ...{ timeZone: 'Europe/Rome', daySummary: true, dayTime: '09:00', quiet: null, lockScreenTitles: true },
      channels: { reminder: ['app', 'push'], day: ['app'], schedule: ['app', 'push'] },
    };
    expect((await program.get('/api/time-settings')).body).toEqual({ timeSettings: defaults });
    let expected: object = defaults;
    for (const change of [
      { daySummary: false },
      { dayTime: '07:30' },
      { quiet: { from: '22:00', until: '07:00' } },
      { lockScreenTitles: false },
      { timeZone: 'Asia/Tokyo' },
      { quiet: null },
    ]) {
      expected = { ...expected, ...change };
      expect((await ada.patch('/api/time-settings', change)).body).toEqual({ timeSettings: expected });
    }
    const { body } = await ada.patch('/api/time-settings', { channels: { day: ['app', 'mail'] } });
    expect(body.timeSettings.channels).toEqual({ ...defaults.channels, day: ['app', 'mail'] });
    expect((await program.get('/api/time-settings')).body).toEqual(body);
  });

  it.for([
    {},
    { dayTime: '24:00' },
    { dayTime: '09:00:00' },
    { daySummary: 'yes' },
    { quiet: { from: '22:00' } },
    { quiet: { from: '22:00', until: '22:00' } },
    { channels: { reminder: ['push'] } },
    { channels: { reminder: ['app', 'app'] } },
    { channels: { reminder: ['app', 'fax'] } },
    { timeZone: '+02:00' },
  ])('case %#: are refused', async (change) => {
    expect((await ada.patch('/api/time-settings', change)).status).toBe(400);
  });

  it('move whole days to another hour', async () => {
    await remind({ title: 'Post', date: '2026-11-24' });
    await ada.patch('/api/time-settings', { dayTime: '07:30' });
    expect(await reminders()).toMatchObject([{ at: '2026-11-24T06:30:00.000Z', time: '07:30' }]);
  });

  it('and dates are computed again with a new tz database', async () => {
    const { task } = await remind(daily);
    const wrong = '2026-11-24T09:00:00.000Z';
    const version = (name: string) => meetZoneDatabase(service.deps, name);
    await version('2026a');
    const of = 'where user_id = (select user_id from tasks where id = $2)';
    await service.deps.db.run(`update tasks set due_at = $1 ${of}`, [wrong, task.id]);
    await service.deps.db.run(`update reminders set next_at = $1, at = $1 ${of}`, [wrong, task.id]);
    await version('2026a');
    expect(await reminders()).toMatchObject([{ at: wrong }]);
    await version('2026b');
    expect(await reminders()).toMatchObject([{ at: '2026-11-24T07:00:00.000Z' }]);
    expect((await program.get('/api/tasks?include=due')).body.tasks).toMatchObject([
      { at: '2026-11-24T07:00:00.000Z' },
    ]);
  });
});

describe('the summary of a day', () => {
  const due = (title: string, date: string, time?: string) =>
    program.post('/api/tasks?include=due', { title, due: { date, ...(time === undefined ? {} : { time }) } });
  async function dayAt(moment: string) {
    service.deps.clock.moveTo(moment);
    await tellDays(service.deps);
    return (await notifications()).filter(({ kind }: { kind: string }) => kind === 'day');
  }
  const morning = '2026-11-24T08:00:00.000Z';

  it('notifies at the person’s hour, once, of tasks due without a time and of overdue ones', async () => {
    await due('Post', '2026-11-24');
    await due('Tax', '2026-11-22');
    await due('Train', '2026-11-24', '18:00');
    await due('Later', '2026-11-25');
    expect(await dayAt('2026-11-24T07:59:59.000Z')).toEqual([]);
    expect(await dayAt(morning)).toMatchObject([
      { title: 'Today: 1 · Overdue: 1', body: 'Tax\nPost', taskId: null, late: false, missed: 0 },
    ]);
    expect(await dayAt('2026-11-24T08:00:01.000Z')).toHaveLength(1);
  });

  it('of a single task is its title, and a day without tasks has none', async () => {
    const { task } = (await due('Post', '2026-11-25')).body;
    expect(await dayAt(morning)).toEqual([]);
    expect(await dayAt('2026-11-25T08:00:00.000Z')).toMatchObject([{ title: 'Post', taskId: task.id }]);
    await program.patch(`/api/tasks/${task.id}`, { status: 'done' });
    expect(await dayAt('2026-11-26T08:00:00.000Z')).toHaveLength(1);
    await due('Milk', '2026-11-27');
    expect(await dayAt('2026-11-27T08:00:00.000Z')).toMatchObject([{ title: 'Milk' }, { title: 'Post' }]);
  });

  it('leaves out tasks with a reminder at the same time', async () => {
    await remind({ title: 'Post', date: '2026-11-24' });
    expect(await dayAt(morning)).toEqual([]);
  });

  it('comes once after a downtime, late, and not for a past day', async () => {
    await due('Post', '2026-11-24');
    expect(await dayAt('2026-11-26T07:00:00.000Z')).toEqual([]);
    expect(await dayAt('2026-11-26T12:00:00.000Z')).toMatchObject([{ title: 'Post', late: true }]);
  });

  it('moves with the zone and the hour, and ends with its switch', async () => {
    await due('Post', '2026-11-24');
    await ada.patch('/api/time-settings', { timeZone: 'Asia/Tokyo', dayTime: '06:00' });
    expect(await dayAt('2026-11-23T20:59:59.000Z')).toEqual([]);
    expect(await dayAt('2026-11-23T21:00:00.000Z')).toHaveLength(1);
    await ada.patch('/api/time-settings', { daySummary: false });
    expect(await dayAt('2026-11-25T21:00:00.000Z')).toHaveLength(1);
    await ada.patch('/api/time-settings', { daySummary: true });
    expect(await dayAt('2026-11-26T21:00:00.000Z')).toHaveLength(2);
  });
});
