import { describe, expect, it } from 'vitest';
import { lookUp } from './support/belongings.ts';
import { serviceForFile, startService } from './support/service.ts';

const service = await serviceForFile();

/** Specification: Web. */
describe('web', () => {
  it('lists the latest 100 lookups, newest first', async () => {
    const ada = await service.signedUp();
    for (let number = 0; number < 102; number++) await lookUp(service, ada, `query ${number}`);
    const { lookups } = (await ada.get('/api/web')).body;
    expect(lookups).toHaveLength(100);
    expect(lookups[0].query).toBe('query 101');
    expect(lookups[99].query).toBe('query 2');
  });

  it('clears the history, returns the number of entries, and touches nothing else', async () => {
    const ada = await service.signedUp();
    const bob = await service.signedUp();
    await lookUp(service, ada, 'mine');
    await lookUp(service, bob, 'his');
    const { conversation } = (await ada.post('/api/conversations', {})).body;
    expect((await ada.delete('/api/web')).body).toEqual({ ok: true, cleared: 1 });
    expect((await ada.delete('/api/web')).body).toEqual({ ok: true, cleared: 0 });
    expect((await ada.get('/api/web')).body).toMatchObject({ enabled: true, lookups: [] });
    expect((await ada.get(`/api/conversations/${conversation.id}`)).status).toBe(200);
    expect((await bob.get('/api/web')).body.lookups).toHaveLength(1);
  });

  it('says whether the account allows searches and whether search is configured, and not by which service', async () => {
    const search = { name: 'searxng' as const, search: async () => [] };
    const configured = await startService({ db: service.deps.db, overrides: { search } });
    const ada = await configured.signedUp();
    await ada.patch('/api/auth/profile', { webSearchEnabled: false });
    const answer = await ada.get('/api/web');
    expect(answer.body).toEqual({ searchConfigured: true, enabled: false, lookups: [] });
    expect(answer.text).not.toContain('searxng');
    await configured.close();
  });
});
