import { unavailable } from '@jarvis/core';
import { type Database, DatabaseUnavailable, QueryError } from '@jarvis/database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Client } from './support/client.ts';
import { serviceForFile, startService } from './support/service.ts';

const service = await serviceForFile();

const broken = (db: Database) => db.intercepted(() => Promise.reject(unavailable()));

/** Specification: GET /api/health. */
describe('health', () => {
  it('is operational when everything answers, and is never stored', async () => {
    const answer = await service.stranger().get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe('operational');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.has('etag')).toBe(false);
    expect(answer.body.checkedAt).toBe(service.deps.clock.nowIso());
  });

  it('answers 200 and degraded when the data store does not answer, and names what is down', async () => {
    const { db } = service.deps;
    const down = await startService({ db, overrides: { db: broken(db) } });
    const answer = await down.stranger().get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'degraded',
      checks: { core: { ok: true }, memory: { ok: false }, auth: { ok: false } },
    });
    expect(answer.text).not.toMatch(/postgres|sql|127\.0\.0\.1|socket/i);
    await down.close();
  });

  it('is degraded from a refused write of the data store until one succeeds, without the reason', async () => {
    const { db } = service.deps;
    let full = true;
    const noSpace = new DatabaseUnavailable(new QueryError({ message: 'No space left', code: '53100' }));
    const probed = db.intercepted(({ text }, proceed) =>
      full && text.includes('write_probe') ? Promise.reject(noSpace) : proceed(),
    );
    const other = await startService({ db, overrides: { db: probed } });
    onTestFinished(() => other.close());
    const health = async () => other.stranger().get('/api/health');
    const ada = await other.signedUp();
    expect((await health()).body.status).toBe('operational');

    await db.run(
      `create function no_space() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
      [],
    );
    for (const table of ['file_parts for each row', 'tasks'])
      await db.run(`create trigger full_disk before insert on ${table} execute function no_space()`, []);
    const sent = await ada.request('POST', '/api/files?name=milk.txt', Buffer.from('Milk'));
    expect(sent.status).toBe(503);
    expect((await ada.post('/api/tasks', { title: 'Milk' })).status).toBe(503);
    expect((await ada.get('/api/tasks')).status).toBe(200);
    const away = await startService({ db, overrides: { db: broken(db) } });
    onTestFinished(() => away.close());
    const down = await away.stranger().get('/api/health');
    for (let n = 0; n < 3; n += 1) {
      const answer = await health();
      expect([answer.status, answer.body]).toEqual([200, { ...down.body, checkedAt: expect.any(String) }]);
    }

    await db.run('drop function no_space cascade', []);
    full = false;
    await expect.poll(async () => (await health()).body.status).toBe('operational');
  });

  it('ignores credentials, even a bad one', async () => {
    const answer = await new Client(service.url, { authorization: 'Bearer nonsense' }).get('/api/health');
    expect(answer.status).toBe(200);
  });

  it.each(['a=1&a=2', 'a=%ff', 'a=%', '__proto__=1&__proto__=2', `${'a=1&'.repeat(1_000)}`])(
    'ignores the query, even %s',
    async (query) => {
      const answer = await service.stranger().get(`/api/health?${query}`);
      expect([answer.status, answer.body.status]).toEqual([200, 'operational']);
    },
  );

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await service.stranger().request('HEAD', '/api/health');
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
