import { beforeEach, describe, expect, it } from 'vitest';
import { remember } from './support/belongings.ts';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
});

const contents = async (query = '') =>
  (await ada.get(`/api/memories${query}`)).body.memories.map(({ content }: { content: string }) => content);

/** Specification: Memories. */
describe('memories', () => {
  it('are listed last changed first, all or of one type', async () => {
    const user = await remember(service, ada, 'Is called Ada Lovelace.');
    service.deps.clock.advance(1);
    await remember(service, ada, 'Prefers trains to planes.');
    service.deps.clock.advance(1);
    await remember(service, ada, 'Is working on a project about engines.');
    expect(await contents()).toEqual([
      'Is working on a project about engines.',
      'Prefers trains to planes.',
      'Is called Ada Lovelace.',
    ]);
    expect(await contents('?type=user')).toEqual(['Is called Ada Lovelace.']);
    expect(await contents('?type=preference')).toEqual(['Prefers trains to planes.']);
    expect(await contents('?type=project')).toEqual(['Is working on a project about engines.']);
    service.deps.clock.advance(1);
    await ada.patch(`/api/memories/${user}`, { content: 'Is called Ada King.' });
    expect((await contents())[0]).toBe('Is called Ada King.');
  });

  it.for(['?type=other', '?type=', '?type=user&type=project', '?type=USER'])('refuse %s', async (query) => {
    expect((await ada.get(`/api/memories${query}`)).status).toBe(400);
  });

  it('have their type derived again from an edited text', async () => {
    const id = await remember(service, ada, 'Prefers trains to planes.');
    const { memory } = (await ada.patch(`/api/memories/${id}`, { content: 'Is called Ada.' })).body;
    expect(memory).toMatchObject({ id, type: 'user', content: 'Is called Ada.', fromConversation: true });
  });

  it('cannot be created', async () => {
    const answer = await ada.post('/api/memories', { content: 'Remember me.' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(await contents()).toEqual([]);
  });

  it('are gone once deleted', async () => {
    const id = await remember(service, ada);
    expect((await ada.delete(`/api/memories/${id}`)).body).toEqual({ ok: true });
    expect((await ada.delete(`/api/memories/${id}`)).status).toBe(404);
    expect((await ada.patch(`/api/memories/${id}`, { content: 'Back again' })).status).toBe(404);
  });

  it('are merged when one gets the text of another', async () => {
    await remember(service, ada, 'Owns a red bicycle.');
    const id = await remember(service, ada, 'Owns a blue bicycle.');
    const answer = await ada.patch(`/api/memories/${id}`, { content: 'Owns a red bicycle' });
    expect(answer.status).toBe(200);
    expect(await contents()).toEqual(['Owns a red bicycle']);
  });
});
