import { describe, expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { rawRequest } from './support/raw.ts';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const ada = await service.signedUp();

const query = (who: Client, path: string, input?: unknown) =>
  who.get(`/trpc/${path}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`);

/** The web app's transport: the same procedures as REST, so the same rules. */
describe('RPC', () => {
  it('answers with the same data as REST', async () => {
    const made = await ada.post('/trpc/tasks.create', { title: ' Buy milk ' });
    expect(made.status).toBe(200);
    const { task } = made.body.result.data;
    expect((await ada.get('/api/tasks')).body).toEqual({ tasks: [task] });
    expect((await query(ada, 'tasks.list', { status: 'open' })).body.result.data).toEqual({ tasks: [task] });
    expect((await query(ada, 'tasks.list', {})).headers.get('cache-control')).toBe('no-store');
    expect((await query(ada, 'account.session')).body.result.data).toEqual(
      (await ada.get('/api/auth/session')).body,
    );
  });

  it('returns errors in the same words, with the refused fields, and nothing else', async () => {
    const refused = await ada.post('/trpc/tasks.create', { title: '' });
    const byRest = await ada.post('/api/tasks', { title: '' });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toEqual({
      message: byRest.body.error,
      code: expect.any(Number),
      data: { code: 'BAD_REQUEST', httpStatus: 400, issues: byRest.body.issues },
    });
    const missing = await ada.post('/trpc/tasks.delete', { id: 'x' });
    expect(missing.status).toBe(404);
    expect(missing.body.error.message).toBe('Task not found.');
    const nobody = await query(service.stranger(), 'tasks.list', {});
    expect(nobody.status).toBe(401);
    expect(nobody.body.error.message).toBe('Sign in or send an API key.');
    const program = await service.withKey(ada);
    expect((await query(program, 'keys.list')).body.error.message).toBe(
      'Sign in with a browser session to use this.',
    );
    for (const answer of [refused, missing, nobody])
      expect(answer.text).not.toMatch(/stack|\.ts|node_modules/);
  });

  it('does nothing for a page of another account than that of the session', async () => {
    const bob = await service.signedUp();
    const { id } = (await query(bob, 'account.session')).body.result.data.user;
    const asBob = { 'jarvis-account': id };
    const before = (await ada.get('/api/tasks')).text;
    for (const answer of [
      await ada.post('/trpc/tasks.create', { title: 'of Bob' }, asBob),
      await ada.get('/trpc/tasks.list?input=%7B%7D', asBob),
      await ada.post('/trpc/account.logout', {}, asBob),
      await ada.post('/api/files?name=a.txt&bytes=1', undefined, asBob),
    ])
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Another account')]);
    expect((await ada.get('/api/tasks')).text).toBe(before);
    for (const own of [id, id.toUpperCase()])
      expect((await bob.get('/trpc/tasks.list?input=%7B%7D', { 'jarvis-account': own })).status).toBe(200);
    const session = (await ada.get('/trpc/account.session', asBob)).body.result.data;
    expect(session.user.id).not.toBe(id);
  });

  it.for(['tasks.create', 'keys.create', 'account.login'])(
    'refuses a body of %s that is not JSON',
    async (path) => {
      for (const [body, headers] of [
        ['{ no json', {}],
        ['title=x', { 'content-type': 'application/x-www-form-urlencoded' }],
        ['{"title":"x"}', { 'content-type': 'text/plain' }],
        [`{"title":"${'x'.repeat(1_100_000)}"}`, {}],
      ] as const) {
        const answer = await ada.post(`/trpc/${path}`, body, headers);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(answer.body.error.message).toMatch(/\.$/);
      }
    },
  );

  it('names the right method when it is called with the wrong one, and changes nothing', async () => {
    const before = (await ada.get('/api/tasks')).text;
    const answer = await query(ada, 'tasks.create', { title: 'By GET' });
    expect(answer.status).toBe(405);
    expect(
      (await ada.request('PUT', '/trpc/tasks.create', { title: 'By PUT' })).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await ada.get('/api/tasks')).text).toBe(before);
  });

  it.for(['TRACE', 'PUT', 'DELETE', 'PATCH'])('%s is a 405 that lists the methods', async (method) => {
    const answer = await rawRequest(service.url, '/trpc/tasks.list', { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });

  it('answers each call of a batch by itself, and all of them to one caller', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: { id: 'x' }, 2: {} }));
    const batch = `/trpc/tasks.list,conversations.get,conversations.list?batch=1&input=${input}`;
    const answer = await ada.get(batch);
    expect(answer.status).toBe(207);
    expect(answer.body.map((each: { result?: object }) => each.result !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(answer.body[1].error.data.httpStatus).toBe(404);
    expect(answer.body[0].result.data).toEqual((await ada.get('/api/tasks')).body);
    const refused = (await service.stranger().get(batch)).body as { error: { data: object } }[];
    expect(refused.map(({ error }) => error.data)).toMatchObject(Array(3).fill({ httpStatus: 401 }));
  });

  it('sets and removes the session cookie', async () => {
    const person = service.stranger();
    const password = 'correct horse battery';
    service.deps.clock.advance(61);
    await person.post('/trpc/account.register', {
      email: 'by-rpc@example.org',
      password,
      confirmPassword: password,
    });
    expect((await person.get('/api/tasks')).status).toBe(200);
    const ended = await person.post('/trpc/account.logout', {});
    expect(ended.status).toBe(200);
    expect(person.cookies.size).toBe(0);
  });
});
