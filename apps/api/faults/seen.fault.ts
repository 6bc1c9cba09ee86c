import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serve } from '@jarvis/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCrookedServer } from './support/fakes.ts';
import { call } from './support/http.ts';
import { bearer, type Person, password, signUp } from './support/people.ts';
import {
  freePort,
  root,
  type ServerProcess,
  startServer,
  temporaryFolder,
  tryKill,
  until,
} from './support/process.ts';

/** The operator's view. */
describe('seen from outside', () => {
  const folder = temporaryFolder();
  const secrets = new Map<string, string>();
  const spans: {
    name: string;
    attributes: string;
    service: string;
    parent: string | undefined;
    trace: string;
  }[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  let server: ServerProcess;
  let metricsPort: number;
  let person: Person;

  beforeAll(async () => {
    const model = await startCrookedServer((request) => leakyModel(request, secrets.get('model key') ?? ''));
    const collector = await startCollector();
    metricsPort = await freePort();
    closers.push(model.close, collector.close);
    for (const name of ['model key', 'search key', 'mail password', 'client secret'])
      secrets.set(name, `${name.replace(' ', '-')}-${Math.random().toString(36).slice(2)}`);
    server = await startServer({
      env: {
        DATA_DIR: folder.path,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'trace',
        METRICS_PORT: String(metricsPort),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: 'jarvis-under-test',
        OTEL_BSP_SCHEDULE_DELAY: '200',
        MODEL: 'openai-compatible:leaky',
        MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
        MODEL_API_KEY: secrets.get('model key') ?? '',
        CHAT_TIMEOUT_MS: '3000',
        SEARCH_PROVIDER: 'tavily',
        SEARCH_URL: `http://127.0.0.1:${model.port}`,
        SEARCH_API_KEY: secrets.get('search key') ?? '',
        SMTP_URL: `smtp://user:${secrets.get('mail password')}@127.0.0.1:1`,
        GITHUB_CLIENT_ID: 'id',
        GITHUB_CLIENT_SECRET: secrets.get('client secret') ?? '',
      },
    });
    closers.push(() => server.stop());
    person = await signUp(server.url);
    await useEverything();
  });
  afterAll(async () => {
    while (closers.length > 0) await closers.pop()?.();
    await folder.remove();
  });

  /** Every kind of secret that must not be in a log, sent in every way. */
  async function useEverything(): Promise<void> {
    secrets.set('password', password);
    secrets.set('API key', person.key);
    secrets.set('session', person.cookie.split('=')[1] ?? '');
    for (const name of [
      'message',
      'task title',
      'search words',
      'wrong password',
      'unknown key',
      'reset token',
      'oauth code',
      'user agent',
    ])
      secrets.set(name, `${name.replace(' ', '-')}-${Math.random().toString(36).slice(2)}`);
    const secret = (name: string) => secrets.get(name) ?? '';
    const send = (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = bearer(person),
    ) => call(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    await send('POST', '/api/jarvis/chat', { message: secret('message') });
    await send('POST', '/api/jarvis/chat', { message: `Search the web for ${secret('search words')}` });
    await send('POST', '/api/tasks', { title: secret('task title') });
    await send('PATCH', `/api/tasks/${secret('task title')}`, { title: secret('task title') });
    await send('GET', `/api/conversations?q=${secret('search words')}`);
    await send('GET', `/api/tasks?key=${person.key}`, undefined, {});
    await send('GET', '/api/tasks', undefined, { authorization: `Bearer asst_${secret('unknown key')}` });
    await send('GET', '/api/tasks', undefined, { 'user-agent': secret('user agent'), cookie: person.cookie });
    await send('POST', '/api/auth/login', { email: person.email, password: secret('wrong password') }, {});
    await send(
      'POST',
      '/api/auth/login',
      `{"email":"${person.email}","password":"${secret('wrong password')}"`,
      {},
    );
    await send(
      'POST',
      '/api/auth/reset',
      { token: secret('reset token'), password, confirmPassword: password },
      {},
    );
    await send('POST', '/api/auth/forgot', { email: person.email }, {});
    await send(
      'GET',
      `/api/auth/oauth/github/callback?code=${secret('oauth code')}&state=${secret('oauth code')}`,
      undefined,
      {},
    );
    await send('GET', `/reset?token=${secret('reset token')}`, undefined, {});
    await send(
      'GET',
      `/trpc/tasks.list?input=${encodeURIComponent(JSON.stringify({ q: secret('search words') }))}`,
    );
    // While the database is unavailable, errors that contain statements and addresses are logged.
    const postmaster = Number(
      readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    );
    tryKill(postmaster, 'SIGKILL');
    await send('POST', '/api/tasks', { title: secret('task title') });
    await until('the database is back', async () => (await send('GET', '/api/tasks')).status === 200, 15_000);
  }

  it('writes one line of JSON for each request, with all its fields', () => {
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.length).toBeGreaterThan(15);
    expect(requests.find(({ route, method }) => route === '/api/tasks' && method === 'POST')).toMatchObject({
      status: 201,
      durationMs: expect.any(Number),
      requestId: expect.stringMatching(/^[\w.-]{1,64}$/),
      accountId: person.id,
    });
    expect(lines.some(({ level }) => level >= 50)).toBe(true);
  });

  it('writes no secret and no text of a person, in the log of the service or of its Postgres', () => {
    const logs = server.output() + readFileSync(join(folder.path, 'postgres.log'), 'utf8');
    expect([...secrets].filter(([, secret]) => logs.includes(secret)).map(([name]) => name)).toEqual([]);
    expect(logs).not.toContain(person.email);
  });

  it('serves metrics on their own port, and only there', async () => {
    const { text, headers, status } = await call(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/plain');
    for (const part of [
      'jarvis_http_request_duration_seconds_count{method="POST",route="/api/tasks",status="201"} ',
      'jarvis_outside_call_duration_seconds_count{to="model",name="openai-compatible:leaky"',
      'jarvis_outside_call_duration_seconds_count{to="mail"',
      'jarvis_database_pool_open',
      'jarvis_database_pool_waiting 0',
      'jarvis_http_refused_total{reason="working"} 0',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]) {
      expect(text).toContain(part);
    }
    for (const [, secret] of secrets) expect(text).not.toContain(secret);
    expect((await call(`${server.url}/metrics`)).text).not.toContain('jarvis_');
    expect((await call(`http://127.0.0.1:${metricsPort}/api/health`)).status).toBe(404);
  });

  it('makes no series for each requested address', async () => {
    for (let n = 0; n < 50; n += 1) {
      await call(`${server.url}/trpc/none${n}`);
      await call(`${server.url}/api/none${n}`);
      await call(`${server.url}/none${n}`);
    }
    const { text } = await call(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(text).not.toContain('none7');
  });

  it('sends traces: a span for each request, with spans for its statements and calls, in the caller’s trace', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    await call(`${server.url}/api/tasks`, {
      headers: { ...bearer(person), traceparent: `00-${trace}-b7ad6b7169203331-01` },
    });
    await until(
      'the spans have come',
      () => spans.some((span) => span.trace === trace && span.name === 'GET /api/tasks'),
      10_000,
    );
    await until(
      'statements are below it',
      () => spans.some((span) => span.trace === trace && span.name.startsWith('database')),
      10_000,
    );
    expect(spans.every(({ service }) => service === 'jarvis-under-test')).toBe(true);
    expect(spans.some(({ name }) => name.startsWith('model'))).toBe(true);
    const all = JSON.stringify(spans);
    expect([...secrets].filter(([, secret]) => all.includes(secret)).map(([name]) => name)).toEqual([]);
  });

  it('docker-compose.yml names only existing files, ports and settings of the service', async () => {
    const { parse } = (await import('yaml')) as { parse: (text: string) => Compose };
    const { services, volumes } = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'));
    expect(Object.keys(services).sort()).toEqual(['api', 'load-balancer', 'mail', 'postgres', 'searxng']);
    for (const { volumes: mounts = [], depends_on = {} } of Object.values(services)) {
      for (const needed of Object.keys(depends_on)) expect(services).toHaveProperty([needed]);
      for (const [source = ''] of mounts.map((mount) => mount.split(':'))) {
        if (source.startsWith('./')) expect(() => readFileSync(join(root, source))).not.toThrow();
        else if (!source.startsWith('/')) expect(volumes).toHaveProperty([source]);
      }
    }
    const known = readFileSync(join(root, '.env.example'), 'utf8');
    for (const name of Object.keys(services.api?.environment ?? {}))
      expect(known).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
    expect(services.api).not.toHaveProperty('ports');
    // Every port is on loopback by default.
    for (const { ports = [] } of Object.values(services))
      for (const port of ports) expect(port).toMatch(/^(127\.0\.0\.1|\$\{HOST:-127\.0\.0\.1\}):/);
    const dockerfile = readFileSync(join(root, 'apps/api/Dockerfile'), 'utf8');
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    const ignore = readFileSync(join(root, '.dockerignore'), 'utf8');
    for (const room of ['apps', 'packages'].flatMap((above) =>
      readdirSync(join(root, above)).map((name) => `${above}/${name}`),
    ))
      if (existsSync(join(root, room, 'package.json')))
        expect(dockerfile).toContain(`COPY ${room}/package.json ${room}/\n`);
    for (const room of ['apps/api', 'packages/contract', 'packages/core', 'packages/database'])
      expect(ignore).toContain(`!${room}/src\n`);
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const images = dockerfile.match(/^FROM node:\S+/gm) ?? [];
    expect(images.every((image) => image.startsWith(`FROM node:${devDependencies.node}-`))).toBe(true);
  });

  const startCollector = () =>
    serve(async (req, res) => {
      for (const { resource, scopeSpans } of JSON.parse(await text(req)).resourceSpans) {
        const service = resource.attributes.find(({ key }: { key: string }) => key === 'service.name')?.value
          .stringValue;
        for (const { spans: some } of scopeSpans)
          for (const span of some)
            spans.push({
              name: span.name,
              attributes: JSON.stringify(span),
              service,
              parent: span.parentSpanId,
              trace: span.traceId,
            });
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
});

interface ComposeService {
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly depends_on?: Record<string, unknown>;
  readonly environment?: Record<string, string>;
}

interface Compose {
  readonly services: Record<string, ComposeService>;
  readonly volumes: Record<string, unknown>;
}

/** A provider whose error repeats the key and the question, as some do. */
function leakyModel(request: string, key: string): string {
  const body = JSON.stringify({
    error: { message: `Incorrect API key provided: ${key}. You asked: ${request.slice(-400)}` },
  });
  return `HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
