import { limits } from '@jarvis/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { userIdOf } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
});

/** Specification: Keys; States, API key. */
describe('keys', () => {
  it('are listed newest first, revoked ones included', async () => {
    for (const name of ['One', 'Two', 'Three']) await ada.post('/api/keys', { name });
    const [, two] = (await ada.get('/api/keys')).body.keys;
    await ada.delete(`/api/keys/${two.id}`);
    const { keys } = (await ada.get('/api/keys')).body;
    expect(keys.map(({ name }: { name: string }) => name)).toEqual(['Three', 'Two', 'One']);
    expect(keys.map(({ revokedAt }: { revokedAt: string | null }) => revokedAt !== null)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('take the default name without a name, with a blank one, and without a body', async () => {
    for (const body of [undefined, {}, { name: '' }, { name: ' ' }]) {
      expect((await ada.post('/api/keys', body)).body.name).toBe('Default key');
    }
  });

  it('keep the first revokedAt when they are revoked again', async () => {
    const { id } = (await ada.post('/api/keys', {})).body;
    await ada.delete(`/api/keys/${id}`);
    const first = (await ada.get('/api/keys')).body.keys[0].revokedAt;
    service.deps.clock.advance(10);
    expect((await ada.delete(`/api/keys/${id}`)).body).toEqual({ ok: true });
    expect((await ada.get('/api/keys')).body.keys[0].revokedAt).toBe(first);
  });

  it('are a thousand at most: a new one replaces the oldest revoked one, or is refused', async () => {
    const [oldest] = [(await ada.post('/api/keys', {})).body, (await ada.post('/api/keys', {})).body];
    await service.deps.db.run(
      `insert into api_keys (user_id, id, name, prefix, hash, created_at)
       select $1, gen_random_uuid(), '', '', gen_random_uuid(), now() from generate_series(3, $2::int)`,
      [await userIdOf(ada), limits.keysMax],
    );
    expect(await ada.post('/api/keys', {})).toMatchObject({
      status: 400,
      body: { error: 'At most 1000 API keys: revoke one first.' },
    });
    await ada.delete(`/api/keys/${oldest.id}`);
    const { id } = (await ada.post('/api/keys', {})).body;
    const { keys } = (await ada.get('/api/keys')).body;
    expect(keys).toHaveLength(limits.keysMax);
    const ids = keys.map((key: { id: string }) => key.id);
    expect([ids.includes(id), ids.includes(oldest.id)]).toEqual([true, false]);
  });

  it('are stored as a hash only', async () => {
    const { key } = (await ada.post('/api/keys', {})).body;
    const rows = await service.deps.db.run('select k::text from api_keys k', []);
    expect(rows.join()).toContain(key.slice(0, 12));
    expect(rows.join()).not.toContain(key.slice(12, 40));
  });

  it('differ from each other and have a valid checksum', async () => {
    const made = new Set<string>();
    for (let number = 0; number < 10; number++) made.add((await ada.post('/api/keys', {})).body.key);
    expect(made.size).toBe(10);
  });
});
