import { task as documentedTask } from '@jarvis/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client, ClientAnswer } from './support/client.ts';
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
  service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
  await zone('Europe/Rome');
});

const path = '/api/tasks?include=due';
const of = (id: string) => `/api/tasks/${id}?include=due`;
const zone = (timeZone: string) => ada.patch('/api/time-settings', { timeZone });
const at = (date: string, time?: string) => ({ due: { date, ...(time ? { time } : {}) } });

async function add(title: string, fields: object, who = program) {
  const { status, body } = await who.post(path, { title, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.task;
}
const change = async (id: string, fields: object) => (await program.patch(of(id), fields)).body.task;
const open = async () => (await program.get(`${path}&status=open`)).body.tasks;
const titles = ({ body }: ClientAnswer) => body.tasks.map(({ title }: { title: string }) => title);
/** The fields of a task without `include=due`. */
const documented = Object.keys(documentedTask.shape);
const dues = async (): Promise<string[]> =>
  (await open()).map(({ due }: { due: { date: string; time: string | null } }) =>
    due.time === null ? due.date : `${due.date} ${due.time}`,
  );

/** Specification: Tasks. */
describe('a due date', () => {
  it('is stored and returned with include=due, and nowhere without', async () => {
    const created = await program.post(path, { title: 'Dentist', ...at('2026-11-24', '08:30') });
    expect(created.status).toBe(201);
    const { task } = created.body;
    expect(task).toMatchObject({
      due: { date: '2026-11-24', time: '08:30', timeZone: null },
      ...{ repeat: null, afterCompletion: false, at: '2026-11-24T07:30:00.000Z', overdue: false },
    });
    const [plain] = (await program.get('/api/tasks')).body.tasks;
    expect(Object.keys(plain)).toEqual(documented);
    expect((await program.get(path)).body.tasks).toEqual([task]);
    const renamed = await program.patch(`/api/tasks/${task.id}`, { title: 'Doctor', due: null });
    expect(Object.keys(renamed.body.task)).toEqual(documented);
    expect((await open())[0]).toMatchObject({ title: 'Doctor', due: task.due });
  });

  it('is ignored without include=due, valid or not, in the body or the query', async () => {
    const made = await program.post('/api/tasks', { title: 'Dentist', ...at('2026-11-24'), include: 'due' });
    expect(made.status).toBe(201);
    expect((await program.post('/api/tasks', { title: 'Wrong', due: 'soon', repeat: 7 })).status).toBe(201);
    expect((await program.patch(`/api/tasks/${made.body.task.id}`, at('2026-11-24'))).status).toBe(400);
    expect((await program.get('/api/tasks?due=whenever')).body.tasks).toHaveLength(2);
    expect((await open()).map(({ due }: { due: unknown }) => due)).toEqual([null, null]);
  });

  it('floats with the zone of the account, unless it has its own', async () => {
    const floating = await add('Lunch', at('2026-11-24', '12:00'));
    const fixed = await add('Call', {
      due: { date: '2026-11-24', time: '12:00', timeZone: 'America/New_York' },
    });
    expect(floating.at).toBe('2026-11-24T11:00:00.000Z');
    expect(fixed.at).toBe('2026-11-24T17:00:00.000Z');
    expect((await zone('Asia/Tokyo')).body).toMatchObject({ timeSettings: { timeZone: 'Asia/Tokyo' } });
    const [call, lunch] = await open();
    expect(lunch).toMatchObject({ due: floating.due, at: '2026-11-24T03:00:00.000Z' });
    expect(call).toEqual(fixed);
  });

  it('is a day without a time: overdue when the day is over', async () => {
    await add('Post', at('2026-11-23'));
    expect((await open())[0]).toMatchObject({ at: null, overdue: false });
    service.deps.clock.moveTo('2026-11-23T22:59:59.000Z');
    expect((await open())[0]).toMatchObject({ overdue: false });
    service.deps.clock.moveTo('2026-11-23T23:00:00.000Z');
    expect((await open())[0]).toMatchObject({ overdue: true });
    await zone('America/New_York');
    expect((await open())[0]).toMatchObject({ overdue: false });
  });

  it('repeats by a rule in any letter case, which is stored in capitals', async () => {
    const weekly = { ...at('2026-11-24', '08:00'), repeat: 'freq=weekly;until=20261231t080000' };
    expect((await add('Water', weekly)).repeat).toBe('FREQ=WEEKLY;UNTIL=20261231T080000');
  });

  it('moves, and is removed by null, together with its repeat', async () => {
    const { id } = await add('Water', { ...at('2026-11-24', '08:00'), repeat: 'FREQ=DAILY' });
    const moved = await change(id, at('2026-11-25', '09:00'));
    expect(moved).toMatchObject({ at: '2026-11-25T08:00:00.000Z', repeat: 'FREQ=DAILY' });
    expect(await change(id, { repeat: null })).toMatchObject({ at: moved.at, repeat: null });
    await change(id, { repeat: 'FREQ=DAILY' });
    expect(await change(id, { due: null })).toMatchObject({ due: null, repeat: null, at: null });
  });

  it.for([
    { due: { date: '2026-02-30' } },
    { due: { date: '2026-11-24', time: '25:00' } },
    { due: { date: '2026-11-24', timeZone: '+01:00' } },
    { due: { time: '08:00' } },
    { due: '2026-11-24' },
    { repeat: 'FREQ=DAILY' },
    { ...at('2026-11-24'), repeat: 'FREQ=HOURLY' },
    { ...at('2026-11-24', '08:00'), repeat: 'FREQ=MINUTELY;INTERVAL=4' },
    { ...at('2026-11-24'), repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
    { ...at('2026-11-24'), afterCompletion: true },
    { ...at('2026-11-24'), repeat: 'FREQ=DAILY', afterCompletion: 'yes' },
    { ...at('2026-11-24'), repeat: 'FREQ=DAILY;COUNT=3', afterCompletion: true },
  ])('%j is refused, and changes nothing', async (fields) => {
    expect((await program.post(path, { title: 'Wrong', ...fields })).status).toBe(400);
    const { id } = await add('Right', {});
    expect((await program.patch(of(id), fields)).status).toBe(400);
    expect((await open()).map(({ title, due }: { title: string; due: unknown }) => [title, due])).toEqual([
      ['Right', null],
    ]);
  });

  it('finds tasks that are overdue, due today, later, and without a date, soonest first and by pages', async () => {
    await add('Someday', {});
    await add('Yesterday', at('2026-11-22'));
    await add('This morning', at('2026-11-23', '09:00'));
    await add('Today', at('2026-11-23'));
    await add('Tonight', at('2026-11-23', '21:00'));
    await add('At midnight', at('2026-11-24', '00:00'));
    await add('Tomorrow', at('2026-11-24'));
    const due = async (which: string) => titles(await program.get(`${path}&due=${which}`));
    expect(await due('overdue')).toEqual(['Yesterday', 'This morning']);
    expect(await due('today')).toEqual(['Tonight', 'Today']);
    expect(await due('upcoming')).toEqual(['At midnight', 'Tomorrow']);
    expect(await due('none')).toEqual(['Someday']);
    expect(await due('overdue&status=open')).toEqual(['Yesterday', 'This morning']);
    for (const which of ['overdue', 'today', 'upcoming', 'none'])
      expect(await due(`${which}&status=done`)).toEqual([]);
    const first = await program.get(`${path}&due=today&limit=1`);
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const last = await program.get(next);
    expect([titles(first), titles(last), last.headers.get('link')]).toEqual([['Tonight'], ['Today'], null]);
    const [{ id }] = first.body.tasks;
    for (const wrong of ['due=whenever', `due=today&after=${id}`, `after=1_${id}`, 'after=x'])
      expect((await program.get(`${path}&${wrong}`)).status).toBe(400);
    expect((await program.get('/api/tasks?include=all')).status).toBe(400);
  });
});

describe('a task that repeats', () => {
  const water = { ...at('2026-11-23', '08:00'), repeat: 'FREQ=DAILY' };

  it('is followed by the next one when it is ticked, once, and loses it when it is reopened', async () => {
    const { id } = await add('Water', water);
    await change(id, { status: 'done' });
    await change(id, { status: 'done' });
    expect(await dues()).toEqual(['2026-11-24 08:00']);
    await change(id, { status: 'open' });
    expect(await dues()).toEqual(['2026-11-23 08:00']);
    await Promise.all([1, 2, 3, 4].map(() => change(id, { status: 'done' })));
    expect(await dues()).toEqual(['2026-11-24 08:00']);
    expect((await program.get(`${path}&status=done`)).body.tasks).toHaveLength(1);
  });

  it('keeps a next task that was changed, and adds no other', async () => {
    const { id } = await add('Water', water);
    await change(id, { status: 'done' });
    const [next] = await open();
    service.deps.clock.advance(1);
    await change(next.id, { title: 'Water the roses' });
    await change(id, { status: 'open' });
    await change(id, { status: 'done' });
    expect(titles(await program.get('/api/tasks?status=open'))).toEqual(['Water the roses']);
  });

  it.for([
    ['early', '2026-11-23T05:00:00.000Z', '2026-11-24 08:00'],
    ['late, by days', '2026-11-26T09:00:00.000Z', '2026-11-27 08:00'],
    ['late, on a later day before its time', '2026-11-26T06:00:00.000Z', '2026-11-26 08:00'],
  ])('ticked %s is next due in the future, and never on the same date again', async ([, now = '', next]) => {
    const { id } = await add('Water', water);
    service.deps.clock.moveTo(now);
    await change(id, { status: 'done' });
    expect(await dues()).toEqual([next]);
  });

  it('of whole days may be due today again when it was ticked late', async () => {
    const { id } = await add('Water', { ...at('2026-11-20'), repeat: 'FREQ=DAILY' });
    await change(id, { status: 'done' });
    expect(await dues()).toEqual(['2026-11-23']);
    const [today] = await open();
    await change(today.id, { status: 'done' });
    expect(await dues()).toEqual(['2026-11-24']);
  });

  it('counts from its completion on request', async () => {
    const fields = { ...at('2026-11-20', '08:00'), repeat: 'FREQ=DAILY;INTERVAL=3', afterCompletion: true };
    const { id, afterCompletion } = await add('Water', fields);
    expect(afterCompletion).toBe(true);
    await change(id, { status: 'done' });
    expect(await dues()).toEqual(['2026-11-26 08:00']);
  });

  it('keeps to the 31st and to its local time over months and clock changes', async () => {
    service.deps.clock.moveTo('2027-01-31T06:00:00.000Z');
    await add('Rent', { ...at('2027-01-31', '09:00'), repeat: 'FREQ=MONTHLY;BYMONTHDAY=-1' });
    const seen: string[] = [];
    for (let month = 0; month < 4; month += 1) {
      const [task] = await open();
      seen.push(task.at);
      service.deps.clock.moveTo(task.at);
      await change(task.id, { status: 'done' });
    }
    expect(seen).toEqual(
      ['2027-01-31T08', '2027-02-28T08', '2027-03-31T07', '2027-04-30T07'].map(
        (hour) => `${hour}:00:00.000Z`,
      ),
    );
  });

  it('ends with its rule, and when its open task is deleted', async () => {
    const { id } = await add('Pills', { ...at('2026-11-23'), repeat: 'FREQ=DAILY;COUNT=2' });
    await change(id, { status: 'done' });
    const [second] = await open();
    await change(second.id, { status: 'done' });
    expect(await open()).toEqual([]);
    const water = await add('Water', { ...at('2026-11-23'), repeat: 'FREQ=DAILY' });
    await program.delete(`/api/tasks/${water.id}`);
    expect(await open()).toEqual([]);
  });

  it('continues without include=due, in documented bodies', async () => {
    const { id } = await add('Water', water);
    const { body } = await program.patch(`/api/tasks/${id}`, { status: 'done' });
    expect(Object.keys(body.task)).toEqual(documented);
    expect(await dues()).toEqual(['2026-11-24 08:00']);
  });
});

describe('time settings', () => {
  it('are those of the installation until the browser sends its zone, once', async () => {
    const bob = await service.signedUp();
    const { timeZone } = (await bob.get('/api/time-settings')).body.timeSettings;
    expect(timeZone).toBe(service.deps.settings.defaultTimeZone);
    const meet = async (timeZone: string) =>
      (await bob.post('/trpc/time.meetBrowserZone', { timeZone })).body.result.data.timeSettings;
    for (const zone of ['Europe/Kyiv', 'Europe/Kiev', 'Europe/Lisbon'])
      expect(await meet(zone)).toMatchObject({ timeZone: 'Europe/Kyiv' });
  });

  it('are read with a key, and changed in a session only', async () => {
    expect((await program.get('/api/time-settings')).body).toMatchObject({
      timeSettings: { timeZone: 'Europe/Rome' },
    });
    expect((await program.patch('/api/time-settings', { timeZone: 'Asia/Tokyo' })).status).toBe(401);
    for (const wrong of [{}, { timeZone: 'Mars/Olympus' }, { timeZone: '+01:00' }, { timeZone: null }])
      expect((await ada.patch('/api/time-settings', wrong)).status).toBe(400);
  });

  it('and due dates are in the export', async () => {
    await add('Water', { ...at('2026-11-24', '08:00'), repeat: 'FREQ=DAILY' });
    const { body } = await ada.get('/api/auth/export');
    expect(body.timeSettings).toMatchObject({ timeZone: 'Europe/Rome' });
    expect(body.tasks[0]).toMatchObject({ dueDate: '2026-11-24', dueTime: '08:00', repeat: 'FREQ=DAILY' });
  });
});
