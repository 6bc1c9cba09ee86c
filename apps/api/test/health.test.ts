import { unavailable } from '@jarvis/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from './support/client.ts';
import { startService, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Specification: GET /api/health. */
describe('health', () => {
  it('is operational when everything answers, and is never stored', async () => {
    const answer = await service.stranger().get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.body.status).toBe('operational');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.checkedAt).toBe(service.deps.clock.nowIso());
  });

  it('answers 200 and says degraded when the data store does not answer, and what else is down', async () => {
    const { db } = service.deps;
    const broken = { ...db, ping: () => Promise.reject(unavailable()) };
    const down = await startService({ db, overrides: { db: broken } });
    const answer = await down.stranger().get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'degraded',
      checks: { core: { ok: true }, memory: { ok: false }, auth: { ok: false } },
    });
    expect(answer.text).not.toMatch(/postgres|sql|127\.0\.0\.1|socket/i);
    await down.close();
  });

  it('looks at no credential, also not at a bad one', async () => {
    const answer = await new Client(service.url, { authorization: 'Bearer nonsense' }).get('/api/health');
    expect(answer.status).toBe(200);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await service.stranger().request('HEAD', '/api/health');
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
