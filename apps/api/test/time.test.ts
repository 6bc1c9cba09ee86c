import { describe, expect, it } from 'vitest';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const ada = await service.signedUp();
const program = await service.withKey(ada);

/** Specification: Time. */
describe('occurrences of a rule', () => {
  const daily = { start: '2026-03-01T02:30', timeZone: 'Europe/Berlin', repeat: 'FREQ=DAILY' };

  it('are returned as local times and as instants, over the night of a clock change', async () => {
    const wanted = { ...daily, after: '2026-03-27T12:00', count: 3 };
    const answer = await program.post('/api/time/occurrences', wanted);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      occurrences: [
        { local: '2026-03-28T02:30', at: '2026-03-28T01:30:00.000Z' },
        { local: '2026-03-29T03:30', at: '2026-03-29T01:30:00.000Z' },
        { local: '2026-03-30T02:30', at: '2026-03-30T00:30:00.000Z' },
      ],
    });
    const after = '2026-03-27T12:00:00+01:00';
    expect((await ada.post('/api/time/occurrences', { ...wanted, after })).body).toEqual(answer.body);
  });

  it('are five from the start on unless more are requested, also of days', async () => {
    const { body } = await program.post('/api/time/occurrences', { ...daily, start: '2026-03-01' });
    expect(body.occurrences).toHaveLength(5);
    expect(body.occurrences[0]).toEqual({ local: '2026-03-01', at: '2026-02-28T23:00:00.000Z' });
    const hundred = await program.post('/api/time/occurrences', { ...daily, count: 100 });
    expect(hundred.body.occurrences).toHaveLength(100);
  });

  it.for([
    [{ repeat: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'repeat'],
    [{ repeat: 'FREQ=DAILY;BYHOUR=9' }, 'repeat'],
    [{ repeat: `FREQ=DAILY;BYDAY=${'MO,'.repeat(3_333)}` }, 'repeat'],
    [{ repeat: '' }, 'repeat'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
    [{ timeZone: 'EST5EDT' }, 'timeZone'],
    [{ start: '2026-02-30T08:00' }, 'start'],
    [{ start: '2026-03-01T24:00' }, 'start'],
    [{ start: '2026-03-01T08:00Z' }, 'start'],
    [{ start: 'tomorrow' }, 'start'],
    [{ start: '9'.repeat(10_000) }, 'start'],
    [{ after: 'now' }, 'after'],
    [{ after: '2026-03-01T08:00.5Z' }, 'after'],
    [{ count: 101 }, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: '5' }, 'count'],
  ])('refuse case %#, and name the field', async ([wrong, path]) => {
    const { status, body } = await program.post('/api/time/occurrences', { ...daily, ...(wrong as object) });
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
  });
});

/** Specification: Time. */
describe('the time that a sentence states', () => {
  const now = '2026-11-23T10:00:00Z';

  it('is returned with its instant and in words, and nothing is stored', async () => {
    const answer = await program.post('/api/time/parse', {
      text: 'remind me tomorrow at 9:15 to call Anna',
      now,
      timeZone: 'Europe/Rome',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      title: 'call Anna',
      start: '2026-11-24T09:15',
      allDay: false,
      timeZone: 'Europe/Rome',
      at: '2026-11-24T08:15:00.000Z',
      repeat: null,
      afterCompletion: false,
      kind: 'reminder',
      past: false,
      spans: [
        { start: 10, end: 18, kind: 'date' },
        { start: 19, end: 26, kind: 'time' },
      ],
      said: 'Tue 24 Nov, 09:15 (Europe/Rome), in 22 h',
    });
    expect((await program.get('/api/tasks')).body).toEqual({ tasks: [] });
  });

  it('is expressed in the language of the text, with its rule', async () => {
    const said = async (text: string, language?: string) =>
      (await ada.post('/api/time/parse', { text, language, now, timeZone: 'Europe/Rome' })).body.said;
    expect(await said('jeden zweiten Dienstag um 18 Uhr')).toBe(
      'Di 24. Nov., 18:00 (Europe/Rome), in 31 Std., alle 2 Wochen am Di',
    );
    expect(await said('ogni ultimo venerdì del mese', 'it')).toBe(
      'ven 27 nov (Europe/Rome), tra 4 giorni, ogni mese l’ultimo venerdì',
    );
    expect(await said('daily at noon until Friday', 'en')).toBe(
      'Mon 23 Nov, 12:00 (Europe/Rome), in 1 h, every day, until Fri 27 Nov',
    );
    expect(await said('yesterday at 5', 'en')).toBe(
      'Sun 22 Nov, 17:00 (Europe/Rome), 18 h ago: that has passed.',
    );
    expect(await said('buy milk', 'en')).toBe('No time found.');
    expect(await said('on 1 January 3000', 'en')).toBe('There is no such date in the years 1970 to 2999.');
    expect(await said('am 30. Februar', 'de')).toBe(
      'Dieses Datum gibt es in den Jahren 1970 bis 2999 nicht.',
    );
  });

  it('counts from the present moment, which may be local or have an offset', async () => {
    const inTwoHours = Math.ceil((service.deps.clock.now() + 7_200_000) / 60_000) * 60_000;
    const parse = async (more: object) =>
      (await ada.post('/api/time/parse', { text: 'in 2 hours', timeZone: 'Asia/Tokyo', ...more })).body;
    expect(await parse({})).toMatchObject({ at: new Date(inTwoHours).toISOString() });
    expect(await parse({ now: '2026-11-23T08:00' })).toMatchObject({ start: '2026-11-23T10:00' });
    expect(await parse({ now: '2026-11-23T08:00:00+01:00' })).toMatchObject({ start: '2026-11-23T18:00' });
  });

  it('refuses bad input by field', async () => {
    const refused = async (body: object) => {
      const answer = await ada.post('/api/time/parse', { text: 'tomorrow', ...body });
      expect(answer.status).toBe(400);
      return answer.body.issues.map(({ path }: { path: string }) => path);
    };
    expect(await refused({ text: '' })).toEqual(['text']);
    expect(await refused({ text: ' \n' })).toEqual(['text']);
    expect(await refused({ text: 'a'.repeat(10_000) })).toEqual(['text']);
    expect(await refused({ text: 5 })).toEqual(['text']);
    expect(await refused({ language: 'fr' })).toEqual(['language']);
    expect(await refused({ now: 'now' })).toEqual(['now']);
    expect(await refused({ timeZone: '+01:00' })).toEqual(['timeZone']);
    expect((await service.stranger().post('/api/time/parse', { text: 'tomorrow' })).status).toBe(401);
  });
});
