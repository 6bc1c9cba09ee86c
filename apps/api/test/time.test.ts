import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;
let ada: Client;
let program: Client;

beforeAll(async () => {
  service = await startService();
  ada = await service.signedUp();
  program = await service.withKey(ada);
});
afterAll(() => service.close());

/** Specification: Time. */
describe('occurrences of a rule', () => {
  const daily = { start: '2026-03-01T02:30', timeZone: 'Europe/Berlin', repeat: 'FREQ=DAILY' };

  it('are told as they stand on the wall, and as instants, over the night on which the clocks change', async () => {
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

  it('are five from the start on unless more are asked for, of days as well', async () => {
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
    [{ count: 101 }, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: '5' }, 'count'],
  ])('refuse case %#, and name the field', async ([wrong, path]) => {
    const { status, body } = await program.post('/api/time/occurrences', { ...daily, ...(wrong as object) });
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
  });
});
