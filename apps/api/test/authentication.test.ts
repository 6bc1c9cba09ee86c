import { readFileSync } from 'node:fs';
import { modelForFile } from '@jarvis/testkit/for-file';
import { describe, expect, it } from 'vitest';
import { documentedOperations } from '../src/rest/operations.ts';
import { belongingOf, belongingsOf, userIdOf } from './support/belongings.ts';
import { Client, type ClientAnswer } from './support/client.ts';
import { nameOf, operations, type SampleOperation } from './support/operations.ts';
import { rawRequest } from './support/raw.ts';
import { password, serviceForFile } from './support/service.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
const program = await service.withKey(ada);
const hers = await belongingsOf(service, ada);
const bob = await service.signedUp();

const invalidKey = { error: 'Invalid API key.' };
const noCredential = { error: 'Sign in or send an API key.' };

const nobodysId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';

const send = (who: Client, { method, path, body, resource }: SampleOperation, id?: string) =>
  who.request(method, path.replace(':id', id ?? (resource ? hers[resource] : '')), body);

/** Allowed differences between answers. */
const bytesOf = ({ status, text }: ClientAnswer) => ({ status, text });

const guarded = operations.filter(({ auth }) => auth !== 'none');
const withId = operations.filter(({ resource }) => resource !== undefined);

/** The id of a resource that may be deleted. */
async function freshId({ resource }: SampleOperation): Promise<string | undefined> {
  service.deps.clock.advance(61);
  if (resource === undefined) return undefined;
  // An account may have few schedules.
  await service.deps.db.run('delete from schedules where id <> $1', [hers.schedule]);
  return belongingOf(service, ada, resource);
}

/** Specification: Authentication. */
describe.for(guarded)('$method $path', (operation) => {
  it('refuses a request without a credential', async () => {
    const answer = await send(service.stranger(), operation);
    expect(bytesOf(answer)).toEqual({ status: 401, text: JSON.stringify(noCredential) });
  });

  it('serves a session', async () => {
    const person = operation.path.endsWith('/logout') ? await service.signedUp() : ada;
    expect((await send(person, operation, await freshId(operation))).status).toBe(operation.success);
  });

  it(operation.auth === 'key' ? 'serves a key' : 'refuses a key', async () => {
    if (operation.auth === 'key') {
      const answer = await send(program, operation, await freshId(operation));
      expect(answer.status).toBe(operation.success);
    } else {
      const answer = await send(program, operation);
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ error: 'Sign in with a browser session to use this.' });
    }
  });

  it('checks the credential before the body', async () => {
    if (operation.method === 'GET' || operation.method === 'DELETE') return;
    const path = operation.path.replace(':id', nobodysId);
    const answer = await service.stranger().request(operation.method, path, '{ not json');
    expect(answer.status).toBe(401);
  });
});

it('every documented path is on the contract’s page', () => {
  const page = readFileSync(new URL('../../../packages/contract/README.md', import.meta.url), 'utf8');
  const paths = [...documentedOperations.values()].map(
    ({ openapi }) => `/api${openapi.path.replace(/\{(\w+)\}/, ':$1')}`,
  );
  expect(paths.filter((path) => !new RegExp(`${path}(?![\\w/:-])`).test(page))).toEqual([]);
});

it('every documented operation has a sample for the tests of all operations, or is known to need more', () => {
  const sampled = new Set(operations.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`));
  const documented = [...documentedOperations.keys()];
  expect(documented.filter((operation) => !sampled.has(operation)).sort()).toEqual(
    [
      // The tests of methods want every method of a path.
      'GET /api/files',
      'GET /api/push-subscriptions',
      // A reply, a read text, a told reminder or a receiver outside.
      'DELETE /api/auth/sessions/{id}',
      'DELETE /api/push-subscriptions/{id}',
      'DELETE /api/webhooks/{id}',
      'GET /api/files/{id}/text',
      'PATCH /api/notifications/{id}',
      'PATCH /api/webhooks/{id}',
      'POST /api/jarvis/chat/{conversationId}/stop',
      'POST /api/push-subscriptions',
      'POST /api/push-subscriptions/{id}/test',
      'POST /api/webhooks/{id}/test',
      // They end the caller's sessions or account.
      'POST /api/auth/delete',
      'POST /api/auth/password',
    ].sort(),
  );
});

it('refuses a request without a credential at every documented path, except those for everybody', async () => {
  const forEverybody = operations.filter(({ auth }) => auth === 'none').map(nameOf);
  const served: string[] = [];
  for (const { openapi } of documentedOperations.values()) {
    const path = `/api${openapi.path}`;
    const answer = await service.stranger().request(openapi.method, path.replace(/\{\w+\}/, nobodysId));
    if (answer.status !== 401) served.push(`${openapi.method} ${path}`);
    else expect(answer.body, path).toEqual(noCredential);
  }
  expect(served.sort()).toEqual(forEverybody.sort());
});

describe('a bad key', () => {
  const kinds: Record<string, () => Promise<string>> = {
    unknown: async () => 'asst_unknownunknownunknownunknownunknownunknownun00000',
    'well formed, but unknown': async () => {
      const { key, id } = (await bob.post('/api/keys', {})).body;
      await service.deps.db.run('delete from api_keys where id = $1', [id]);
      return key;
    },
    revoked: async () => {
      const { key, id } = (await ada.post('/api/keys', {})).body;
      await ada.delete(`/api/keys/${id}`);
      return key;
    },
    malformed: async () => 'nonsense',
    empty: async () => '',
    'in another letter case': async () =>
      (program.headers.authorization ?? '').slice('Bearer '.length).toUpperCase(),
    'cut short': async () => (program.headers.authorization ?? '').slice('Bearer '.length, -1),
    'with text appended': async () => `${(program.headers.authorization ?? '').slice('Bearer '.length)} x`,
    'very long': async () => `asst_${'a'.repeat(8_000)}`,
  };

  it.for(Object.keys(kinds))('%s: is one and the same 401 everywhere, whatever the cookie', async (kind) => {
    service.deps.clock.advance(61);
    const key = await kinds[kind]?.();
    const headers = { authorization: `Bearer ${key}`.trim() };
    const withCookie = new Client(service.url, headers);
    for (const [name, value] of ada.cookies) withCookie.cookies.set(name, value);
    for (const operation of operations) {
      if (operation.path === '/api/health') continue;
      for (const who of [new Client(service.url, headers), withCookie]) {
        const answer = await send(who, operation);
        expect(bytesOf(answer), nameOf(operation)).toEqual({
          status: 401,
          text: JSON.stringify(invalidKey),
        });
        expect(answer.headers.get('www-authenticate'), nameOf(operation)).toBe('Bearer');
      }
    }
    for (const path of ['/api/openapi.json', '/api/docs', '/api/auth/oauth/google']) {
      expect(bytesOf(await new Client(service.url, headers).get(path)), path).toEqual({
        status: 401,
        text: JSON.stringify(invalidKey),
      });
    }
    expect((await new Client(service.url, headers).get('/api/health')).status).toBe(200);
    const rpc = await fetch(`${service.url}/trpc/setup.signInOptions`, { headers });
    expect([rpc.status, rpc.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(((await rpc.json()) as { error: { message: string } }).error.message).toBe('Invalid API key.');
  });

  it('is refused from the next request after its revocation', async () => {
    const { key, id } = (await ada.post('/api/keys', {})).body;
    const holder = new Client(service.url, { authorization: `Bearer ${key}` });
    expect((await holder.get('/api/tasks')).status).toBe(200);
    await ada.delete(`/api/keys/${id}`);
    expect(bytesOf(await holder.get('/api/tasks'))).toEqual({
      status: 401,
      text: JSON.stringify(invalidKey),
    });
  });
});

describe('a key', () => {
  it('is accepted in any letter case of its scheme', async () => {
    const key = (program.headers.authorization ?? '').slice('Bearer '.length);
    const answer = await new Client(service.url, { authorization: `bearer   ${key}` }).get('/api/tasks');
    expect(answer.status).toBe(200);
  });

  it('decides the account, whatever the cookie', async () => {
    await program.post('/api/tasks', { title: 'Hers' });
    const both = new Client(service.url, program.headers);
    for (const [name, value] of bob.cookies) both.cookies.set(name, value);
    const { tasks } = (await both.get('/api/tasks')).body;
    expect(tasks.map(({ title }: { title: string }) => title)).toContain('Hers');
    expect((await both.get('/api/keys')).status).toBe(401);
  });

  it('is not read from a query string', async () => {
    const key = (program.headers.authorization ?? '').slice('Bearer '.length);
    for (const name of ['key', 'api_key', 'access_token', 'authorization']) {
      expect((await service.stranger().get(`/api/tasks?${name}=${key}`)).status).toBe(401);
    }
  });

  it('sent in two Authorization headers is malformed, in either order', async () => {
    const good = program.headers.authorization ?? '';
    for (const pair of [
      [good, good],
      [good, 'Bearer x'],
      ['Basic eDp5', good],
    ]) {
      const headers = pair.flatMap((value) => ['Authorization', value]);
      const answer = await rawRequest(service.url, '/api/tasks', { headers });
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: 401,
        text: JSON.stringify(invalidKey),
      });
    }
  });

  it('has the rights of the account: it sees what the session made', async () => {
    const { task } = (await ada.post('/api/tasks', { title: 'From the browser' })).body;
    expect((await program.patch(`/api/tasks/${task.id}`, { status: 'done' })).status).toBe(200);
  });

  it('has its last use recorded, at most a minute late', async () => {
    const person = await service.signedUp();
    const holder = await service.withKey(person);
    const lastUse = async () => (await person.get('/api/keys')).body.keys[0].lastUsedAt;
    await holder.get('/api/tasks');
    const first = await lastUse();
    expect(first).not.toBeNull();
    service.deps.clock.advance(30);
    await holder.get('/api/tasks');
    expect(await lastUse()).toBe(first);
    service.deps.clock.advance(31);
    await holder.get('/api/tasks');
    expect(await lastUse()).not.toBe(first);
  });
});

describe('another scheme than Bearer', () => {
  it('is ignored: a proxy’s Basic password does not lock people out', async () => {
    const headers = { authorization: 'Basic dXNlcjpwYXNz' };
    expect((await ada.get('/api/tasks', headers)).status).toBe(200);
    expect((await service.stranger().get('/api/tasks', headers)).body).toEqual(noCredential);
    expect((await service.stranger().get('/api/auth/session', headers)).body).toEqual({ user: null });
  });
});

describe('a bad session cookie', () => {
  it.for(['', 'nonsense', 'a'.repeat(43), `${'a'.repeat(43)}; jarvis_session=${'b'.repeat(43)}`])(
    '“%s” is not a credential',
    async (value) => {
      const headers = { cookie: `jarvis_session=${value}` };
      expect((await service.stranger().get('/api/tasks', headers)).body).toEqual(noCredential);
      expect((await service.stranger().get('/api/auth/session', headers)).body).toEqual({ user: null });
    },
  );

  it('ends with a logout, on the server too', async () => {
    const person = await service.signedUp();
    const copy = new Client(service.url);
    for (const [name, value] of person.cookies) copy.cookies.set(name, value);
    expect((await person.post('/api/auth/logout')).body).toEqual({ ok: true });
    expect(person.cookies.size).toBe(0);
    expect((await copy.get('/api/tasks')).status).toBe(401);
  });
});

/** Another account's identifier and a missing one get the same 404. Specification: Resources. */
describe('another account’s id', () => {
  it.for(withId)('$method $path: gets the same bytes as a missing and a malformed one', async (operation) => {
    service.deps.clock.advance(61);
    const before = await belongings();
    const foreign = await send(bob, operation);
    const missing = await send(bob, operation, nobodysId);
    expect(foreign.status).toBe(404);
    expect(bytesOf(foreign)).toEqual(bytesOf(missing));
    const headersOf = ({ headers }: ClientAnswer) =>
      [...headers.keys()].filter((name) => !name.startsWith('ratelimit')).sort();
    expect(headersOf(foreign)).toEqual(headersOf(missing));
    for (const id of [
      'x',
      `${nobodysId}x`,
      '%20',
      '%00',
      '%ff',
      '%',
      '..%2f..',
      '%2e%2e',
      `${nobodysId}%3Fq=1`,
      `${nobodysId}%23`,
      '1%20or%201=1',
      '🙂',
      '{id}',
      'a'.repeat(2_000),
    ]) {
      const answer = await rawSend(bob, operation, id);
      expect(answer, id).toEqual({ status: 404, text: missing.text });
    }
    expect(await belongings()).toEqual(before);
  });

  it('does not match with text appended', async () => {
    const answer = await rawSend(ada, withId[0] as SampleOperation, `${hers.conversation}%3Fx`);
    expect(answer.status).toBe(404);
  });

  it('is found by its own account, also in capitals and percent-encoded', async () => {
    expect((await ada.get(`/api/conversations/${hers.conversation.toUpperCase()}`)).status).toBe(200);
    const encoded = hers.conversation.replaceAll('-', '%2D');
    expect((await ada.get(`/api/conversations/${encoded}`)).status).toBe(200);
  });

  async function belongings() {
    service.deps.clock.advance(61);
    return Promise.all(
      ['/api/conversations', '/api/tasks', '/api/memories', '/api/keys'].map(
        async (path) => (await ada.get(path)).body,
      ),
    );
  }
});

async function rawSend(who: Client, { method, path, body }: SampleOperation, id: string) {
  service.deps.clock.advance(61);
  const cookie = who.cookie;
  const { status, text } = await rawRequest(service.url, encodeNonAscii(path.replace(':id', id)), {
    method,
    headers: ['Cookie', cookie, ...(body ? ['Content-Type', 'application/json'] : [])],
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status, text };
}

/** Node refuses to send these. */
const encodeNonAscii = (path: string) =>
  path.replace(/[^\u0021-\u007e]+/gu, (text) => encodeURIComponent(text));

describe('a restricted account', () => {
  it('gets 403 with its session and its keys at once, before its body is read', async () => {
    const person = await service.signedUp('restricted@example.org');
    const holder = await service.withKey(person);
    await service.deps.db.run('update users set restricted_at = now() where id = $1', [
      await userIdOf(person),
    ]);
    for (const operation of guarded) {
      const path = operation.path.replace(':id', nobodysId);
      const body = operation.body ? '{ not json' : undefined;
      const answer = await person.request(operation.method, path, body);
      expect(answer.status, nameOf(operation)).toBe(403);
      if (operation.auth === 'key') {
        expect((await holder.request(operation.method, path, body)).status, nameOf(operation)).toBe(403);
      }
    }
    expect((await person.get('/api/auth/session')).status).toBe(403);
    const login = { email: 'restricted@example.org', password };
    expect((await service.stranger().post('/api/auth/login', login)).status).toBe(403);
    const wrong = await service.stranger().post('/api/auth/login', { ...login, password: 'wrong password' });
    expect(wrong.status).toBe(401);
    await service.deps.db.run('update users set restricted_at = null where id = $1', [
      (
        await service.deps.db.run('select id from users where email = $1', ['restricted@example.org'])
      )[0]?.[0],
    ]);
    expect((await person.get('/api/tasks')).status).toBe(200);
  });
});
