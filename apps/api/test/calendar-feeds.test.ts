import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { password, serviceForFile, startService } from './support/service.ts';

let ada: Client;
const logged: object[] = [];
let signedUpAt = Date.parse('2026-11-22T11:00:00.000Z');

const note = (line: object) => void logged.push(line);
const service = await serviceForFile({
  overrides: { log: { debug: note, info: note, warn: note, error: note } },
});
beforeEach(async () => {
  // Each person in another window of registrations.
  signedUpAt += 61_000;
  service.deps.clock.moveTo(new Date(signedUpAt).toISOString());
  ada = await service.signedUp();
  await ada.patch('/api/time-settings', { timeZone: 'Europe/Rome' });
});

async function feed(fields: object = {}) {
  const { status, body } = await ada.post('/api/calendar-feeds', fields);
  expect(status, JSON.stringify(body)).toBe(201);
  return { ...body, path: new URL(body.url).pathname };
}
const add = async (title: string, fields: object) => {
  const { status, body } = await ada.post('/api/tasks?include=due', { title, ...fields });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.task;
};
const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL(path, service.url), { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
/** The entries, each as its unfolded lines. */
const entriesOf = (text: string, kind: 'VEVENT' | 'VTODO' | 'VTIMEZONE') =>
  text
    .replaceAll('\r\n ', '')
    .split(`BEGIN:${kind}\r\n`)
    .slice(1)
    .map((part) => part.split(`END:${kind}`)[0]?.trim().split('\r\n') ?? []);

/** Specification: Calendar addresses. */
describe('a calendar address', () => {
  it('is shown once, is read without a session, and stops working when it is revoked', async () => {
    const { calendarFeed, url, path } = await feed();
    expect(new URL(url).origin).toBe(service.deps.settings.publicUrl);
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/);
    expect(calendarFeed).toEqual({
      ...{ id: calendarFeed.id, form: 'events', prefix: path.slice(10, 17) },
      ...{ createdAt: service.deps.clock.nowIso(), readAt: null, revokedAt: null },
    });
    const { status, headers, text } = await read(path);
    expect(status).toBe(200);
    expect(text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('ratelimit')).toBe('"calendarReads";r=19;t=60');
    const listed = (await ada.get('/api/calendar-feeds')).body.calendarFeeds;
    expect(listed).toEqual([{ ...calendarFeed, readAt: service.deps.clock.nowIso() }]);
    const one = `/api/calendar-feeds/${calendarFeed.id}`;
    expect((await ada.delete(one)).body).toEqual({ ok: true });
    expect((await read(path)).status).toBe(404);
    expect((await ada.delete(one)).status).toBe(200);
    const exported = (await ada.get('/api/auth/export')).body;
    expect(exported.calendarFeeds).toMatchObject([{ id: calendarFeed.id, form: 'events' }]);
    expect(JSON.stringify(exported)).not.toContain(path.slice(10, 53));
  });

  it('is made, listed and revoked in a session only, at most five at a time', async () => {
    const program = await service.withKey(ada);
    expect((await program.post('/api/calendar-feeds', {})).status).toBe(401);
    expect((await program.get('/api/calendar-feeds')).status).toBe(401);
    for (const form of ['', 'journal', null])
      expect((await ada.post('/api/calendar-feeds', { form })).status).toBe(400);
    const made = await Promise.all(Array.from({ length: 7 }, () => ada.post('/api/calendar-feeds', {})));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 400, 400]);
    const [{ id }] = (await ada.get('/api/calendar-feeds')).body.calendarFeeds;
    await ada.delete(`/api/calendar-feeds/${id}`);
    service.deps.clock.advance(61);
    expect((await ada.post('/api/calendar-feeds', {})).status).toBe(201);
  });

  it('that was revoked is listed until 95 newer ones are; an active one always is', async () => {
    const kept = await feed();
    const { user } = (await ada.get('/api/auth/session')).body;
    await service.deps.db.run(
      `insert into calendar_feeds (user_id, id, form, prefix, hash, created_at, revoked_at)
       select $1, gen_random_uuid(), 'events', 'revoked', gen_random_uuid(), now(), now()
       from generate_series(1, 150)`,
      [user.id],
    );
    const { calendarFeed } = await feed();
    const listed = (await ada.get('/api/calendar-feeds')).body.calendarFeeds;
    expect(listed).toHaveLength(97);
    const ids = listed.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining([kept.calendarFeed.id, calendarFeed.id]));
  });

  it('is a 304 until the calendar changes, as it does in another zone', async () => {
    const { path } = await feed();
    await add('Dentist', { due: { date: '2026-11-24', time: '08:30' } });
    const first = await read(path);
    const etag = first.headers.get('etag') ?? '';
    service.deps.clock.advance(3_600);
    const known = await read(path, { 'If-None-Match': etag });
    expect([known.status, known.text]).toEqual([304, '']);
    expect((await read(path)).text).toBe(first.text);
    await ada.patch('/api/time-settings', { timeZone: 'Asia/Tokyo' });
    const moved = await read(path, { 'If-None-Match': etag });
    expect(moved.status).toBe(200);
    expect(moved.text).toContain('DTSTART;TZID=Asia/Tokyo:20261124T083000');
    const { db, clock } = service.deps;
    const other = await startService({ db, overrides: { clock }, publicUrl: 'https://jarvis.example.org' });
    const elsewhere = { 'If-None-Match': moved.headers.get('etag') ?? '' };
    const answer = await fetch(new URL(path, other.url), { headers: elsewhere });
    await other.close();
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('@jarvis.example.org'),
    ]);
  });

  it('that is unknown is a 404 at that path, and a 429 after 30 from a network', async () => {
    const { path } = await feed();
    for (const odd of ['/calendar/x.ics', '/calendar/', '/calendar', path.replace('.ics', ''), `${path}/x`])
      expect([odd, (await read(odd)).status]).toEqual([odd, 404]);
    const wrong = `/calendar/${'x'.repeat(43)}.ics`;
    const statuses: number[] = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await read(wrong)).status);
    expect(statuses.slice(-1)).toEqual([429]);
    expect((await read(path)).status).toBe(200);
    expect((await service.stranger().post(path, {})).status).toBe(405);
  });

  it('that a stranger made is revoked when the owner proves the address', async () => {
    const { path } = await feed();
    const { email } = (await ada.get('/api/auth/session')).body.user;
    await ada.post('/api/auth/forgot', { email });
    const { mails } = service.deps.mailer;
    await expect.poll(() => mails.some(({ to }) => to === email)).toBe(true);
    const [, token] = /\/reset\?token=([\w-]{43})/.exec(mails.at(-1)?.text ?? '') ?? [];
    const answer = await ada.post('/api/auth/reset', { token, password, confirmPassword: password });
    expect(answer.status).toBe(200);
    expect((await read(path)).status).toBe(404);
  });

  it('is not in the log', async () => {
    const { path } = await feed();
    await read(path);
    await read(`${path.slice(0, -5)}x.ics`);
    expect(logged.slice(-2)).toMatchObject(Array(2).fill({ route: '/calendar/{secret}.ics' }));
    expect(JSON.stringify(logged)).not.toContain(path.slice(10, 40));
  });

  it('whose reader disconnects during the answer logs no failure', async () => {
    await add('Dentist', { due: { date: '2026-11-24' } });
    const { path } = await feed();
    const left = new AbortController();
    const lines: { level: string; status?: number }[] = [];
    const note = (level: string) => (line: object) => void lines.push({ level, ...line });
    const db = service.deps.db.intercepted(async ({ text }, proceed) => {
      const rows = await proceed();
      if (!text.includes('"due_at" is not null')) return rows;
      left.abort();
      await expect.poll(() => lines.some(({ status }) => status === 499)).toBe(true);
      return rows;
    });
    const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
    const held = await startService({ db, overrides: { log, clock: service.deps.clock } });
    await expect(fetch(new URL(path, held.url), { signal: left.signal })).rejects.toThrow('aborted');
    await expect.poll(() => lines.length).toBeGreaterThan(1);
    await held.close();
    expect(lines).toMatchObject([
      { level: 'info', status: 499 },
      { level: 'info', code: 'INTERNAL_SERVER_ERROR' },
    ]);
  });
});

describe('a calendar', () => {
  it('has due tasks as events: times in their zone, days, repeats, and titles unchanged', async () => {
    const { path } = await feed();
    const title = `Zahnarzt; "Dr. Grün", 2\\3 ${'ü'.repeat(80)}`;
    const dentist = await add(title, { due: { date: '2026-11-24', time: '08:30' } });
    await add('Post', { due: { date: '2026-11-25' } });
    await add('Call', { due: { date: '2026-11-26', time: '09:00', timeZone: 'America/New_York' } });
    await add('Done', { due: { date: '2026-11-26' } }).then(({ id }) =>
      ada.patch(`/api/tasks/${id}`, { status: 'done' }),
    );
    await add('Undated', {});
    const { text } = await read(path);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const events = entriesOf(text, 'VEVENT');
    expect(events).toHaveLength(3);
    const stamp = dentist.updatedAt.slice(0, 19).replaceAll(/[-:]/g, '');
    expect(events[0]).toEqual([
      `UID:${dentist.id}@${new URL(service.deps.settings.publicUrl).host}`,
      `DTSTAMP:${stamp}Z`,
      `LAST-MODIFIED:${stamp}Z`,
      `SUMMARY:Zahnarzt\\; "Dr. Grün"\\, 2\\\\3 ${'ü'.repeat(80)}`,
      'DTSTART;TZID=Europe/Rome:20261124T083000',
      'TRANSP:TRANSPARENT',
    ]);
    expect(events[1]).toContain('DTSTART;VALUE=DATE:20261125');
    expect(events[2]).toContain('DTSTART;TZID=America/New_York:20261126T090000');
    const zones = entriesOf(text, 'VTIMEZONE').map(([name]) => name);
    expect(zones).toEqual(['TZID:Europe/Rome', 'TZID:America/New_York']);
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU');
    expect(text).not.toContain('VALARM');
  });

  it.for([
    [{ repeat: 'FREQ=DAILY' }, 'RRULE:FREQ=DAILY'],
    [{ repeat: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU' }, 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU'],
    [{ repeat: 'FREQ=MONTHLY;BYMONTHDAY=-7' }, 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-7'],
    [{ repeat: 'FREQ=DAILY;UNTIL=20261201' }, 'RRULE:FREQ=DAILY;UNTIL=20261201T225959Z'],
    [
      { repeat: 'FREQ=DAILY;COUNT=3' },
      'RDATE;TZID=Europe/Rome:20261124T083000,20261125T083000,20261126T083000',
    ],
    // A Tuesday is not in the rule: some programs would not show it.
    [
      { repeat: 'FREQ=WEEKLY;BYDAY=SU;UNTIL=20261206' },
      'RDATE;TZID=Europe/Rome:20261124T083000,20261129T083000,20261206T083000',
    ],
    [{ repeat: 'FREQ=DAILY', afterCompletion: true }, undefined],
  ] as const)('case %#: has repeats in a form that other programs read', async ([fields, expected]) => {
    const { path } = await feed();
    await add('Water', { due: { date: '2026-11-24', time: '08:30' }, ...fields });
    const [event = []] = entriesOf((await read(path)).text, 'VEVENT');
    expect(event.find((line) => /^R(RULE|DATE)/.test(line))).toBe(expected);
  });

  it('has the last day of months that lack the 30th as dates', async () => {
    const { path } = await feed();
    const repeat = 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1';
    await add('Rent', { due: { date: '2026-11-30' }, repeat });
    const [event = []] = entriesOf((await read(path)).text, 'VEVENT');
    expect(event.join()).toContain('RDATE;VALUE=DATE:20261130,20261230,20270130,20270228,20270330');
  });

  it('has open tasks as tasks on request', async () => {
    const { path } = await feed({ form: 'tasks' });
    await add('Undated', {});
    await add('Post', { due: { date: '2026-11-25' }, repeat: 'FREQ=DAILY' });
    const { text } = await read(path);
    expect(entriesOf(text, 'VEVENT')).toEqual([]);
    const [post = [], undated = []] = entriesOf(text, 'VTODO');
    expect(post).toEqual(expect.arrayContaining(['DUE;VALUE=DATE:20261125', 'STATUS:NEEDS-ACTION']));
    expect(undated.join()).toMatch(/SUMMARY:Undated,STATUS:NEEDS-ACTION/);
  });

  it('is not served while the account is restricted', async () => {
    const { path } = await feed();
    const { user } = (await ada.get('/api/auth/session')).body;
    await service.deps.db.run('update users set restricted_at = now() where id = $1', [user.id]);
    expect((await read(path)).status).toBe(404);
  });
});
