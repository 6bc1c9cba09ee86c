import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { serviceForFile } from './support/service.ts';

let ada: Client;

const service = await serviceForFile();

beforeEach(async () => {
  ada = await service.signedUp();
});

const user = async () => (await ada.get('/api/auth/session')).body.user;

/** Specification: Account. Signing in, recovery and providers have their own files (auth-…). */
describe('GET /api/auth/session', () => {
  it('is null without a session, also with a valid key', async () => {
    expect((await service.stranger().get('/api/auth/session')).body).toEqual({ user: null });
    const program = await service.withKey(ada);
    expect((await program.get('/api/auth/session')).body).toEqual({ user: null });
  });
});

describe('PATCH /api/auth/profile', () => {
  it.for([
    { displayName: 'Ada' },
    { displayName: '' },
    { preferredLanguage: 'de' },
    { preferredLanguage: 'auto' },
    { memoryEnabled: false },
    { webSearchEnabled: false },
    { displayNameChangePromptDisabled: true },
    { memoryEnabled: true, webSearchEnabled: true, displayName: 'Countess' },
  ])('changes %j only', async (change) => {
    const before = await user();
    const answer = await ada.patch('/api/auth/profile', change);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user: { ...before, ...change } });
    expect(await user()).toEqual(answer.body.user);
  });

  it.for([
    {},
    { unknown: true },
    { email: 'other@example.org' },
    { memoryEnabled: 'true' },
    { memoryEnabled: 'no' },
    { memoryEnabled: 1 },
    { memoryEnabled: 0 },
    { webSearchEnabled: 'false' },
    { webSearchEnabled: null },
    { webSearchEnabled: [] },
    { displayNameChangePromptDisabled: {} },
    { displayNameChangePromptDisabled: '' },
    { preferredLanguage: 'fr' },
    { preferredLanguage: 'EN' },
    { preferredLanguage: ['en'] },
    { displayName: 7 },
    { displayName: 'Fine', memoryEnabled: 'yes' },
  ])('refuses %j and changes nothing', async (change) => {
    const before = await user();
    expect((await ada.patch('/api/auth/profile', change)).status).toBe(400);
    expect(await user()).toEqual(before);
  });

  it('leaves the address unchanged, whatever else changes', async () => {
    const { email } = await user();
    const answer = await ada.patch('/api/auth/profile', { email: 'other@example.org', displayName: 'Ada' });
    expect(answer.body.user).toMatchObject({ email, displayName: 'Ada' });
  });
});

describe('POST /api/auth/logout', () => {
  it('ends the session with and without a body, and requires one', async () => {
    expect((await ada.post('/api/auth/logout', {})).body).toEqual({ ok: true });
    expect((await ada.post('/api/auth/logout')).status).toBe(401);
    const again = await service.signedUp();
    expect((await again.post('/api/auth/logout')).body).toEqual({ ok: true });
  });
});
