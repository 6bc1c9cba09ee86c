import { defaultSettings, tellReminders } from '@jarvis/core';
import { modelForFile } from '@jarvis/testkit/for-file';
import { beforeAll, describe, expect, it } from 'vitest';
import { McpProgram } from './support/mcp-program.ts';
import { serviceForFile } from './support/service.ts';

/** As after a release whose tz database has lost a zone. */
const lost = 'Mars/Olympus';
const installationZone = 'UTC';
const path = '/api/tasks?include=due';

const feeds: string[] = [];

const model = await modelForFile();
const settings = { ...defaultSettings, defaultTimeZone: installationZone };
const service = await serviceForFile({ overrides: { model: model.model, settings } });
service.deps.clock.moveTo('2026-11-23T11:00:00.000Z');
const ada = await service.signedUp();
const program = await service.withKey(ada);
await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
await program.post(path, { title: 'Post', due: { date: '2026-11-24' }, remind: 0 });
const due = { date: '2026-11-24', time: '12:00', timeZone: 'America/New_York' };
const call = await program.post(path, { title: 'Call', due, repeat: 'FREQ=DAILY;COUNT=9', remind: 10 });
const callId = call.body.task.id;
const start = { start: '2026-11-24T12:00', timeZone: due.timeZone, repeat: 'FREQ=DAILY' };
const scheduleId = (await program.post('/api/schedules', { prompt: 'Bees', ...start })).body.schedule.id;
for (const form of ['events', 'tasks'])
  feeds.push((await ada.post('/api/calendar-feeds', { form })).body.url);
await service.deps.db.run('update tasks set due_zone = $1 where due_zone is not null', [lost]);
await service.deps.db.run('update schedules set zone = $1', [lost]);

const storedZones = async () =>
  (await service.deps.db.run(`select due_zone from tasks where title = 'Call' order by id`, [])).flat();

async function ok(answer: Promise<{ status: number; text: string; body?: unknown }>) {
  const { status, text, body } = await answer;
  expect(status, text).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return body as any;
}
const titles = (tasks: { title: string }[]) => tasks.map(({ title }) => title);

/** Specification: Tasks; Reminders and notifications; Schedules; Calendar addresses. */
describe.each([
  { of: 'a task and a schedule', zone: 'Europe/Rome' },
  { of: 'the account too', zone: installationZone },
])('a zone of $of that this release does not know', ({ zone }) => {
  beforeAll(async () => {
    if (zone === installationZone)
      await service.deps.db.run('update time_settings set time_zone = $1', [lost]);
  });

  it('counts as the account’s in every list', async () => {
    expect(titles((await ok(program.get('/api/tasks'))).tasks)).toEqual(['Call', 'Post']);
    for (const query of ['', '&due=upcoming', '&status=open'])
      expect((await ok(program.get(path + query))).tasks, query).toContainEqual(
        expect.objectContaining({
          title: 'Call',
          due: { date: '2026-11-24', time: '12:00', timeZone: null },
        }),
      );
    expect((await ok(program.get('/api/reminders'))).reminders).toMatchObject([
      { title: 'Post', timeZone: zone },
      { title: 'Call', timeZone: zone },
    ]);
    expect((await ok(program.get('/api/schedules'))).schedules).toMatchObject([{ timeZone: zone }]);
    expect((await ok(program.get(`/api/schedules/${scheduleId}`))).schedule).toMatchObject({
      timeZone: zone,
    });
    const listed = await new McpProgram(program).call('list_tasks');
    expect(titles(listed.result.tasks)).toEqual(['Call', 'Post']);
  });

  it('counts as the account’s in calendars', async () => {
    for (const url of feeds) {
      const answer = await fetch(new URL(new URL(url).pathname, service.url));
      const text = await answer.text();
      expect(answer.status, text).toBe(200);
      expect(text).toMatch(zone === 'UTC' ? /:20261124T120000Z/ : /TZID=Europe\/Rome:20261124T120000/);
      expect(text).toContain('SUMMARY:Post');
    }
  });

  it('counts as the account’s in replies', async () => {
    model.script(
      {
        call: [
          { tool: 'list_tasks', input: {} },
          { tool: 'list_schedules', input: {} },
        ],
      },
      { say: 'Two.' },
    );
    await ok(program.post('/api/jarvis/chat', { message: 'What are my tasks?' }));
    const results = model.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringContaining(`Tue 24 Nov, 12:00 (${zone})`),
      expect.stringContaining(`(${zone})`),
    ]);
  });

  it('stays stored, and is exported', async () => {
    const { tasks, schedules } = await ok(ada.get('/api/auth/export'));
    expect(tasks).toContainEqual(expect.objectContaining({ title: 'Call', dueZone: lost }));
    expect(schedules).toMatchObject([{ zone: lost }]);
  });

  it('stays when other fields change, and a paused schedule resumes', async () => {
    await ok(program.patch(`/api/tasks/${callId}?include=due`, { title: 'Call', remind: 20 }));
    await ok(program.patch(`/api/tasks/${callId}?include=due`, { repeat: 'FREQ=DAILY;COUNT=8' }));
    for (const state of ['paused', 'active'])
      await ok(program.patch(`/api/schedules/${scheduleId}`, { state }));
    expect(await storedZones()).toEqual([lost]);
  });
});

it('a repeating reminder of such a task continues, and the next task of the series keeps the zone', async () => {
  service.deps.clock.moveTo('2026-11-24T18:00:00.000Z');
  await tellReminders(service.deps);
  const [call] = (await ok(program.get('/api/reminders'))).reminders.filter(
    ({ title }: { title: string }) => title === 'Call',
  );
  expect(call).toMatchObject({ date: '2026-11-25', time: '11:40', timeZone: 'UTC', state: 'waiting' });
  await ok(program.patch(`/api/reminders/${call.id}`, { snooze: 'tomorrow' }));
  await ok(program.patch(`/api/tasks/${callId}`, { status: 'done' }));
  expect(await storedZones()).toEqual([lost, lost]);
  await ok(program.patch(`/api/tasks/${callId}`, { status: 'open' }));
  expect((await ok(program.get(path))).tasks).toContainEqual(
    expect.objectContaining({ id: callId, status: 'open', at: '2026-11-24T12:00:00.000Z' }),
  );
});
