import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backedUpSchema } from '@jarvis/core';
import { backUp } from '@jarvis/database';
import { ScriptedModel, ScriptedSearch, serve, silentLog } from '@jarvis/testkit';
import { startSmtpServer } from '@jarvis/testkit/smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createConnectors } from '../src/adapters/connectors.ts';
import { readConfig } from '../src/config/config.ts';
import { watchedBy } from '../src/observability/observe.ts';
import type { Client } from './support/client.ts';
import { startService, type TestService } from './support/service.ts';
import { startTurn } from './support/turn-stream.ts';

const key = 'sk-a-secret-that-nobody-sees-again-Zq7x';

let folder: string;
let service: TestService;
let operator: Client;
let somebody: Client;
let model: ScriptedModel;

/** A process of the installation, connected by its environment. */
async function process(db?: TestService['deps']['db'], environment: Record<string, string> = {}) {
  const config = readConfig({ DATA_DIR: folder, MODEL: 'auto', ...environment });
  const connectors = await createConnectors(config, silentLog, watchedBy([], false));
  return startService({ overrides: { connectors }, ...(db && { db }) });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'connections-'));
  [model, service] = await Promise.all([ScriptedModel.start(), process()]);
  operator = await service.signedUp();
  somebody = await service.signedUp();
});
beforeEach(async () => {
  model.reset();
  await service.deps.db.run(`delete from installation_settings where name <> 'first-account'`, []);
});
afterAll(async () => {
  await Promise.all([service.close(), model.close()]);
  await rm(folder, { recursive: true });
});

const call = async (name: string, input?: unknown, who = operator) =>
  (await who.post(`/trpc/connections.${name}`, input)).body.result.data;
const show = async (who = operator) => (await who.get('/trpc/connections.show')).body.result.data;
const seenBySomebody = async () => (await somebody.get('/trpc/setup.connections')).body.result.data.model;
const connected = () => ({
  provider: 'openai-compatible',
  baseUrl: model.url,
  apiKey: key,
  model: 'scripted',
});
const say = (who: Client, message = 'Hello') => who.post('/api/jarvis/chat', { message });

/** The app's view of a failed reply. */
async function failureShownTo(who: Client) {
  for await (const event of await startTurn(who, { message: 'Hello' }))
    if ('error' in event) return event.error;
}

/** A model server that gives the same answer to every request, and records its requests. */
async function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const requests: IncomingMessage[] = [];
  const { url, close } = await serve((req, res) => {
    requests.push(req);
    req.resume();
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });
  onTestFinished(close);
  return { requests, url: `${url}/v1` };
}

it('only operators see and change the installation’s connections', async () => {
  const program = await service.withKey(operator);
  const calls = [
    ['GET', 'show'],
    ['GET', 'findLocal'],
    ['POST', 'listModels', connected()],
    ['POST', 'tryModel', connected()],
    ['POST', 'useModel', connected()],
    ['POST', 'chooseDefault', { name: 'builtin' }],
    ['POST', 'offerModels', { provider: 'openai-compatible', models: ['scripted'] }],
    ['POST', 'removeServer', { provider: 'openai-compatible' }],
    ['POST', 'trySearch', { provider: 'searxng', url: model.url }],
    ['POST', 'useSearch', { provider: 'searxng', url: model.url }],
    ['POST', 'removeSearch', {}],
    ['POST', 'tryMail', {}],
    ['POST', 'useMail', {}],
    ['POST', 'removeMail', {}],
  ] as const;
  for (const [method, name, input] of calls) {
    const path = `/trpc/connections.${name}`;
    const refused = await somebody.request(method, path, input);
    expect([name, refused.status]).toEqual([name, 403]);
    expect((await service.stranger().request(method, path, input)).status).toBe(401);
    expect((await program.request(method, path, input)).status).toBe(401);
  }
  expect(model.requests).toEqual([]);
});

it('the model servers on this machine have the form that open pages of the version before read', async () => {
  const found = await operator.get('/trpc/connections.findLocal');
  expect(found.body.result.data).toEqual({ servers: expect.any(Array) });
});

describe('a model', () => {
  it('that answers is used by every process from the next message on, and so is builtin again', async () => {
    const other = await process(service.deps.db);
    onTestFinished(() => other.close());
    const elsewhere = other.stranger();
    for (const [name, value] of somebody.cookies) elsewhere.cookies.set(name, value);
    expect((await show()).model).toMatchObject({ decidedBy: 'nobody', builtin: true, servers: [] });

    model.otherwise = () => ({ say: 'It is me.' });
    expect(await call('listModels', { ...connected(), model: undefined })).toEqual({
      ok: true,
      models: ['scripted'],
    });
    expect(await call('tryModel', connected())).toMatchObject({ ok: true, reply: 'It is me.' });
    expect((await show()).model.decidedBy).toBe('nobody');
    expect(await call('useModel', connected())).toMatchObject({ ok: true });
    expect((await say(elsewhere)).body.reply).toBe('It is me.');
    expect((await say(somebody)).body.reply).toBe('It is me.');
    expect((await show()).model).toMatchObject({
      decidedBy: 'operator',
      inUse: 'openai-compatible:scripted',
      servers: [{ provider: 'openai-compatible', baseUrl: model.url, keyEnd: 'Zq7x', models: ['scripted'] }],
    });

    await call('chooseDefault', { name: 'builtin' });
    expect((await say(elsewhere)).body.reply).not.toBe('It is me.');
    expect((await show()).model).toMatchObject({ decidedBy: 'operator', inUse: 'builtin', builtin: true });
  });

  it('that writes on and on is stopped once it has shown that it answers', async () => {
    model.script({ say: 'word '.repeat(5_000), pieceMs: 20 });
    expect(await call('tryModel', connected())).toMatchObject({
      ok: true,
      reply: expect.stringMatching(/^(word ?)+/),
    });
    await expect.poll(() => model.waiting).toBe(0);
  });

  it('keeps answering a turn in progress', async () => {
    let proceed = () => {};
    const waiting = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    await call('useModel', connected());
    model.otherwise = () => ({
      by: (async function* () {
        yield 'Begun';
        await waiting;
        yield ' and ended.';
      })(),
    });
    const reply = say(somebody);
    await expect.poll(() => model.waiting).toBe(1);
    await call('chooseDefault', { name: 'builtin' });
    proceed();
    expect((await reply).body.reply).toBe('Begun and ended.');
  });

  it.each([
    [401, {}, 'keyRefused', 'keyRefused'],
    [403, {}, 'keyRefused', 'keyRefused'],
    [400, { error: { message: 'API key not valid.' } }, 'keyRefused', 'keyRefused'],
    [404, {}, 'noSuchModel', 'notUnderstood'],
    [402, {}, 'quota', 'quota'],
    [429, {}, 'quota', 'quota'],
    [500, {}, 'broken', 'broken'],
    [200, 'no models', 'notUnderstood', 'notUnderstood'],
  ])(
    'whose server answers %i is not connected, and the reason is shown',
    async (status, body, asked, listed) => {
      const server = await answering(status, body);
      const input = { ...connected(), baseUrl: server.url };
      const failed = { ok: false, failure: { kind: asked, detail: expect.any(String) } };
      expect(await call('tryModel', input)).toEqual(failed);
      expect(await call('useModel', input)).toEqual(failed);
      expect(await call('listModels', input)).toMatchObject({ ok: false, failure: { kind: listed } });
      expect((await show()).model).toMatchObject({ decidedBy: 'nobody', servers: [] });
    },
  );

  it('whose address does not answer, speaks no TLS or has an untrusted certificate: each has its reason', async () => {
    const tls = await startSmtpServer({ secure: true });
    onTestFinished(() => tls.close());
    const selfSigned = tls.url().replace('smtp:', 'https:');
    for (const [baseUrl, kind] of [
      ['http://127.0.0.1:9/v1', 'noAnswer'],
      ['http://no-such-host.invalid/v1', 'noAnswer'],
      [selfSigned, 'certificate'],
      [model.url.replace('http:', 'https:'), 'notUnderstood'],
    ]) {
      for (const name of ['listModels', 'tryModel']) {
        expect(await call(name, { ...connected(), baseUrl })).toMatchObject({ ok: false, failure: { kind } });
      }
    }
  });

  it('is not called at an address that is neither http nor https', async () => {
    for (const baseUrl of ['file:///etc/passwd', 'ftp://example.org', 'http://me:pass@example.org', 'x']) {
      const refused = await operator.post('/trpc/connections.tryModel', { ...connected(), baseUrl });
      expect(refused.status).toBe(400);
    }
  });

  it('does not get its key sent to the target of a redirect', async () => {
    const thief = await answering(200, { data: [] });
    const server = await answering(307, {}, { location: `${thief.url}/models` });
    for (const provider of ['openai', 'anthropic', 'google', 'openai-compatible']) {
      const input = { ...connected(), provider, baseUrl: server.url };
      const redirected = { ok: false, failure: { kind: 'redirected', detail: '' } };
      expect(await call('listModels', input)).toEqual(redirected);
      expect(await call('tryModel', input)).toEqual(redirected);
    }
    expect(thief.requests).toEqual([]);
  });

  it('that failed in a turn is reported, with the time, until it answers again', async () => {
    await call('useModel', connected());
    model.otherwise = () => ({ refuse: 401, message: 'bad key' });
    expect((await say(somebody)).status).toBe(500);
    const at = service.deps.clock.nowIso();
    expect((await show()).model.failure).toEqual({ kind: 'keyRefused', detail: '401', at });
    expect(await seenBySomebody()).toEqual({
      name: 'openai-compatible:scripted',
      builtin: false,
      failing: true,
    });
    model.otherwise = () => ({ say: 'Here again.' });
    expect((await say(somebody)).status).toBe(200);
    expect((await show()).model.failure).toBeNull();
    expect(await seenBySomebody()).toMatchObject({ failing: false });
  });

  it('is offered beside others; when its server is removed, the rules answer', async () => {
    await call('useModel', connected());
    await call('offerModels', { provider: 'openai-compatible', models: ['scripted', 'second'] });
    expect((await show()).model.servers[0]).toMatchObject({ models: ['scripted', 'second'], keyEnd: 'Zq7x' });
    await call('chooseDefault', { name: 'openai-compatible:second' });
    await say(somebody);
    expect(model.requests.at(-1)?.model).toBe('second');
    expect((await operator.post('/trpc/connections.chooseDefault', { name: 'openai:gpt' })).status).toBe(404);
    await call('removeServer', { provider: 'openai-compatible' });
    expect((await show()).model).toMatchObject({ inUse: 'builtin', servers: [] });
    expect((await say(somebody)).status).toBe(200);
  });
});

it('an offered model answers the person who chose it, for that message only; programs get the default', async () => {
  await call('useModel', connected());
  const offered = async () => (await somebody.get('/trpc/chat.models')).body.result.data.models;
  expect(await offered()).toEqual(['openai-compatible:scripted']);
  await call('offerModels', { provider: 'openai-compatible', models: ['second', 'scripted'] });
  expect(await offered()).toEqual(['openai-compatible:scripted', 'openai-compatible:second']);

  const answeredBy = async (chosen: string) => {
    for await (const _ of await startTurn(somebody, { message: 'Hello', model: chosen }));
    return model.requests.at(-1)?.model;
  };
  expect(await answeredBy('openai-compatible:second')).toBe('second');
  expect(await answeredBy('')).toBe('scripted');
  expect(await answeredBy('openai-compatible:withdrawn')).toBe('scripted');
  await somebody.post('/api/jarvis/chat', { message: 'Hello', model: 'openai-compatible:second' });
  expect(model.requests.at(-1)?.model).toBe('scripted');
});

describe('a secret', () => {
  it('is in no answer, in the database or in a backup, only its last four characters are', async () => {
    await call('useModel', connected());
    const shown = await operator.get('/trpc/connections.show');
    const rows = JSON.stringify(await service.deps.db.run('select * from installation_settings', []));
    const backup = join(folder, 'backup');
    await backUp(service.deps.db, backup, service.deps.clock.nowIso(), backedUpSchema);
    const { readFile } = await import('node:fs/promises');
    const { gunzipSync } = await import('node:zlib');
    const bytes = await readFile(backup);
    const text = bytes[0] === 0x1f ? gunzipSync(bytes).toString() : bytes.toString();
    for (const place of [shown.text, rows, text, (await operator.get('/api/auth/export')).text]) {
      expect(place).not.toContain(key.slice(0, 20));
    }
    expect(text).toContain('model-server:openai-compatible');
  });

  it('is encrypted with a key that only this user can read, made once', async () => {
    await call('useModel', connected());
    const { mode, mtimeMs } = await stat(join(folder, 'secret.key'));
    expect(mode & 0o777).toBe(0o600);
    await call('useModel', connected());
    expect((await stat(join(folder, 'secret.key'))).mtimeMs).toBe(mtimeMs);
    expect((await readdir(folder)).filter((name) => name.includes('secret.key'))).toEqual(['secret.key']);
  });

  it('is sent to the address that it was entered for, and to no other', async () => {
    await call('useModel', connected());
    const { apiKey: _, ...again } = connected();
    expect(await call('tryModel', again)).toMatchObject({ ok: true });
    const thief = await answering(200, { data: [{ id: 'm' }] });
    await call('listModels', { ...again, baseUrl: thief.url });
    await call('tryModel', { ...again, baseUrl: thief.url });
    expect(thief.requests).toHaveLength(2);
    for (const { headers } of thief.requests) expect(JSON.stringify(headers)).not.toContain(key);
    expect(await call('listModels', { provider: 'openai', baseUrl: null })).toMatchObject({
      failure: { kind: 'keyMissing' },
    });

    // Nor if the table is changed.
    await service.deps.db.run(
      `update installation_settings set value = jsonb_set(value, '{baseUrl}', to_jsonb($1::text)) where name like 'model-server:%'`,
      [thief.url],
    );
    expect((await say(somebody)).status).toBe(500);
    expect(thief.requests).toHaveLength(2);
    expect((await show()).model.failure).toMatchObject({ kind: 'secretUnreadable' });
  });

  it('encrypted with another SECRET_KEY is not readable, and this is reported', async () => {
    await call('useModel', connected());
    const other = await process(service.deps.db, { SECRET_KEY: 'another key of at least 32 characters' });
    onTestFinished(() => other.close());
    const elsewhere = other.stranger();
    for (const [name, value] of operator.cookies) elsewhere.cookies.set(name, value);
    expect((await say(elsewhere)).body.error).toContain('This service cannot read its key');
    expect(await failureShownTo(elsewhere)).toMatchObject({ kind: 'failed', reason: 'keyUnreadable' });
    expect((await show(elsewhere)).model.failure.kind).toBe('secretUnreadable');
    // Choosing among its models needs no key, and leaves the key unchanged.
    const offered = { provider: 'openai-compatible', models: ['scripted', 'second'] };
    expect((await elsewhere.post('/trpc/connections.offerModels', offered)).status).toBe(200);
    expect((await say(operator)).status).toBe(200);
    expect((await show()).model.servers[0]).toMatchObject({ models: ['scripted', 'second'], keyEnd: 'Zq7x' });
  });
});

describe('the environment', () => {
  it('takes precedence over operators’ settings, is shown, and cannot be changed in the browser', async () => {
    await call('useModel', connected());
    const ruled = await process(service.deps.db, {
      MODEL: 'builtin',
      SEARCH_PROVIDER: 'brave',
      SEARCH_API_KEY: 'a key of the environment',
      SMTP_URL: 'smtp://me:password@127.0.0.1:9',
    });
    onTestFinished(() => ruled.close());
    const there = ruled.stranger();
    for (const [name, value] of operator.cookies) there.cookies.set(name, value);
    const shown = await there.get('/trpc/connections.show');
    expect(shown.body.result.data).toMatchObject({
      model: { decidedBy: 'environment', inUse: 'builtin' },
      search: { decidedBy: 'environment', provider: 'brave', keyEnd: null },
      mail: { decidedBy: 'environment', folder: null, server: null },
    });
    expect(shown.text).not.toMatch(/a key of the environment|password@/);
    for (const [name, input] of [
      ['useModel', connected()],
      ['chooseDefault', { name: 'builtin' }],
      ['useSearch', { provider: 'searxng', url: model.url }],
      ['removeSearch', {}],
      ['removeMail', {}],
    ] as const) {
      expect([name, (await there.post(`/trpc/connections.${name}`, input)).status]).toEqual([name, 409]);
    }
  });
});

describe('search', () => {
  it('is tested, used without a restart, and removed', async () => {
    const search = await ScriptedSearch.start();
    onTestFinished(() => search.close());
    const input = { provider: 'brave', url: search.url, apiKey: key };
    const isConfigured = async () => (await somebody.get('/api/web')).body.searchConfigured;
    expect(await call('useSearch', input)).toMatchObject({ ok: false, failure: { kind: 'notUnderstood' } });
    expect(await isConfigured()).toBe(false);
    search.results = [{ title: 'Rain', url: 'https://weather.example/', text: 'Wet.' }];
    expect(await call('trySearch', input)).toEqual({ ok: true, titles: ['Rain'] });
    expect(await isConfigured()).toBe(false);
    expect(await call('useSearch', input)).toMatchObject({ ok: true });
    expect(search.requests.at(-1)?.headers['x-subscription-token']).toBe(key);
    expect(await isConfigured()).toBe(true);
    expect((await show()).search).toMatchObject({ decidedBy: 'operator', provider: 'brave', keyEnd: 'Zq7x' });
    const { body } = await say(somebody, 'Search the web for rain');
    expect(body.sources).toMatchObject([{ title: 'Rain', url: 'https://weather.example/' }]);
    search.trouble = { status: 401 };
    expect(await call('trySearch', input)).toMatchObject({ ok: false, failure: { kind: 'keyRefused' } });
    await call('removeSearch', {});
    expect(await isConfigured()).toBe(false);
  });
});

describe('mail', () => {
  const reset = () => {
    service.deps.clock.advance(901);
    return somebody.post('/api/auth/forgot', { email: 'somebody@example.org' });
  };

  async function connectable() {
    const smtp = await startSmtpServer({
      onAuth: ({ password }, _session, done) =>
        password === key ? done(null, { user: 'jarvis' }) : done(new Error('no')),
    });
    onTestFinished(() => smtp.close());
    const input = {
      host: '127.0.0.1',
      port: Number(new URL(smtp.url()).port),
      tls: false,
      user: 'jarvis',
      password: key,
      from: 'Jarvis <jarvis@example.org>',
    };
    return { smtp, input };
  }

  it('goes to files that the page names, until a mail server accepts a test mail', async () => {
    expect((await show()).mail).toMatchObject({ decidedBy: 'nobody', folder: join(folder, 'outbox') });
    const { smtp, input } = await connectable();
    const { email } = (await operator.get('/api/auth/session')).body.user;
    expect(await call('useMail', { ...input, password: 'wrong' })).toMatchObject({
      failure: { kind: 'keyRefused' },
    });
    expect(await call('useMail', { ...input, port: 9 })).toMatchObject({ failure: { kind: 'noAnswer' } });
    expect((await show()).mail.decidedBy).toBe('nobody');
    await operator.patch('/api/auth/profile', { preferredLanguage: 'de' });
    expect(await call('useMail', input)).toEqual({ ok: true, to: email });
    expect(smtp.received.at(-1)?.to).toEqual([email]);
    expect(smtp.received.at(-1)?.message).toMatch('Subject: Das ist ein Test von Jarvis');
    expect((await show()).mail).toMatchObject({
      decidedBy: 'operator',
      folder: null,
      server: { host: '127.0.0.1', user: 'jarvis', passwordEnd: 'Zq7x' },
    });
    expect((await reset()).status).toBe(200);

    await smtp.close();
    expect((await reset()).status).toBe(503);
    expect((await show()).mail.failure).toMatchObject({ kind: 'noAnswer' });
    await call('removeMail', {});
    expect((await reset()).status).toBe(200);
  });

  it('uses its password only with the encryption that it was entered for', async () => {
    const { input } = await connectable();
    expect(await call('useMail', input)).toMatchObject({ ok: true });
    const { password: _, ...again } = input;
    expect(await call('tryMail', again)).toMatchObject({ ok: true });
    expect(await call('tryMail', { ...again, tls: true })).toMatchObject({ failure: { kind: 'keyMissing' } });
    expect(await call('useMail', { ...again, tls: true })).toMatchObject({ failure: { kind: 'keyMissing' } });
    const set = (fields: string) =>
      service.deps.db.run(`update installation_settings set ${fields} where name = 'mail'`, []);
    await set(`value = jsonb_set(value, '{tls}', 'true')`);
    expect((await reset()).status).toBe(503);
    expect((await show()).mail.failure).toMatchObject({ kind: 'secretUnreadable' });
    await set(`value = jsonb_set(value, '{tls}', 'false')`);
    expect((await reset()).status).toBe(200);
  });
});
