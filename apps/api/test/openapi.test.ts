import { readFileSync } from 'node:fs';
import { limits, rates } from '@jarvis/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../src/rest/openapi/document.ts';
import { successStatuses } from '../src/rest/statuses.ts';
import { operations } from './support/operations.ts';
import { serviceForFile } from './support/service.ts';

const service = await serviceForFile();
const ada = await service.signedUp();
const document = (await service.stranger().get('/api/openapi.json')).body;

/** Every operation of the document, with its method and path. */
const documentedOperations = () =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a document is looked into everywhere
    Object.entries(item as Record<string, any>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );

const of = (method: string, path: string) =>
  document.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()];

interface Schema {
  readonly $ref?: string;
  readonly examples?: readonly unknown[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Media {
  readonly example?: unknown;
  readonly examples?: unknown;
  readonly schema: Schema;
}

/** Whether a page can compose an example of the schema: from its own, or from those of all its parts. */
function hasExample({
  $ref,
  examples,
  const: fixed,
  enum: values,
  anyOf,
  items,
  properties,
}: Schema): boolean {
  if ($ref !== undefined) return hasExample(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  if (examples || fixed !== undefined || values) return true;
  if (anyOf?.[0]) return hasExample(anyOf[0]);
  if (items) return hasExample(items);
  return properties !== undefined && Object.values(properties).every(hasExample);
}

describe('the document', () => {
  it('is OpenAPI 3.1, served with an ETag, and not sent twice', async () => {
    const answer = await service.stranger().get('/api/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.body.openapi).toMatch(/^3\.1\./);
    expect(answer.headers.has('content-encoding')).toBe(false);
    const zipped = await fetch(`${service.url}/api/openapi.json`);
    expect([zipped.headers.get('content-encoding'), await zipped.text()]).toEqual(['gzip', answer.text]);
    const etag = answer.headers.get('etag') ?? '';
    const again = await service.stranger().get('/api/openapi.json', { 'if-none-match': `"x", ${etag}` });
    expect(again).toMatchObject({ status: 304, text: '' });
    expect((await service.stranger().request('HEAD', '/api/openapi.json')).headers.get('etag')).toBe(etag);
    const posted = await service.stranger().post('/api/openapi.json', {});
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  // The gate lints it with Redocly and Spectral: npm run audit:openapi.
  it('is valid by the schema of OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  });

  it('has every operation of the specification, with its required credentials', () => {
    const security = {
      none: [],
      session: [{ session: [] }],
      key: [{ apiKey: [] }, { session: [] }],
    };
    for (const { method, path, auth, success } of operations) {
      const operation = of(method, path);
      expect(operation, `${method} ${path}`).toBeDefined();
      expect(operation.security, `${method} ${path}`).toEqual(security[auth]);
      expect(Object.keys(operation.responses)).toContain(String(success));
      // A header selects a part of a file.
      const successes = Object.keys(operation.responses).filter(
        (status) => status < '300' && status !== '206',
      );
      expect(successes).toEqual([String(success)]);
    }
    for (const path of ['/api/auth/oauth/{provider}', '/api/auth/oauth/{provider}/callback']) {
      expect(Object.keys(of('GET', path).responses)).toContain('302');
    }
  });

  it('has the statuses of each operation in the specification', () => {
    const statuses = (method: string, path: string) => Object.keys(of(method, path).responses).map(Number);
    expect(statuses('POST', '/api/jarvis/chat')).toEqual(
      expect.arrayContaining([400, 401, 404, 429, 503, 504]),
    );
    expect(statuses('GET', '/api/auth/session')).toEqual(expect.arrayContaining([403, 503]));
    expect(statuses('POST', '/api/auth/register')).toEqual(expect.arrayContaining([400, 403, 409, 429]));
    expect(statuses('POST', '/api/auth/login')).toEqual(expect.arrayContaining([400, 401, 403, 429]));
    expect(statuses('POST', '/api/auth/forgot')).toEqual(expect.arrayContaining([400, 429, 503]));
    expect(statuses('POST', '/api/keys')).toEqual(expect.arrayContaining([400, 401, 429]));
    for (const { method, path } of operations.filter(({ resource }) => resource)) {
      expect(statuses(method, path), `${method} ${path}`).toContain(404);
    }
  });

  it('has the form of every cursor, and of the dates and times that are sent', () => {
    const cursors = documentedOperations()
      .flatMap(({ operation }) => operation.parameters ?? [])
      .filter(({ name }: { name: string }) => name === 'after');
    const sent = of('POST', '/api/reminders').requestBody.content['application/json'].schema.properties;
    const settings =
      document.paths['/api/time-settings'].patch.requestBody.content['application/json'].schema;
    const times = [sent.date, sent.time.anyOf[0], sent.at, settings.properties.dayTime];
    expect(cursors.length).toBeGreaterThan(5);
    for (const { schema } of cursors) expect('first').not.toMatch(new RegExp(schema.pattern));
    for (const { pattern, examples } of times) expect(examples[0]).toMatch(new RegExp(`${pattern}`));
    for (const { pattern } of times) expect('2026-13-01T25:00Z').not.toMatch(new RegExp(pattern));
  });

  it('has the refusal of too large headers, which comes before any operation', () => {
    for (const { method, path, operation } of documentedOperations().filter(
      ({ operation }) => !('default' in operation.responses),
    ))
      expect(operation.responses[431], `${method} ${path}`).toEqual({
        $ref: '#/components/responses/HeadersTooLarge',
      });
    expect(document.components.responses.HeadersTooLarge.content['application/json'].example).toEqual({
      error: 'The headers are too large.',
    });
  });

  it('gives no schema the name of a type that generated clients use for uploads', () => {
    const names = Object.keys(document.components.schemas);
    expect(names.filter((name) => ['File', 'Blob', 'Buffer'].includes(name))).toEqual([]);
  });

  it('has every operation with another success than 200', () => {
    const names = documentedOperations().map(({ method, path }) => `${method} ${path}`);
    expect(names).toEqual(expect.arrayContaining(Object.keys(successStatuses)));
  });

  it('has a name, a description and an example for everything', () => {
    const names = documentedOperations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { method, path, operation } of documentedOperations()) {
      const where = `${method} ${path}`;
      expect(operation.operationId, where).toMatch(/^[a-z][A-Za-z]+$/);
      expect(operation.summary, where).toMatch(/^[A-Z].*[^.]$/);
      expect(operation.description, where).toMatch(/\.$/);
      expect(operation.tags, where).toHaveLength(1);
      for (const { in: place, description, schema } of operation.parameters ?? []) {
        expect(description, where).toBeTruthy();
        // Pages that try the operation send it.
        if (place === 'header' && schema.examples) expect(schema.examples[0], where).toMatch(/^[ -~]+$/);
      }
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].filter(
        (each) => each?.content,
      );
      for (const { content } of bodies) {
        for (const { example, examples, schema } of Object.values<Media>(content))
          expect(example ?? examples ?? hasExample(schema), where).toBeTruthy();
      }
    }
    type Described = { description?: string; properties: object };
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const { oneOf = [schema] } = schema as { oneOf?: Described[] };
      for (const { description, properties } of [schema, ...oneOf] as Described[]) {
        expect(description, name).toBeTruthy();
        for (const [field, value] of Object.entries(properties ?? {})) {
          expect(
            value.description ?? value.$ref ?? value.properties ?? value.items ?? value.anyOf ?? value.const,
            `${name}.${field}`,
          ).toBeDefined();
        }
      }
    }
  });

  it('states the limits and the rate limits', () => {
    const body = (method: string, path: string) =>
      of(method, path).requestBody.content['application/json'].schema.properties;
    expect(body('POST', '/api/jarvis/chat').message).toMatchObject({ minLength: 1, maxLength: 8_000 });
    expect(body('POST', '/api/tasks').title).toMatchObject({ minLength: 1, maxLength: 200 });
    expect(body('PATCH', '/api/memories/:id').content).toMatchObject({ minLength: 4, maxLength: 500 });
    expect(body('PATCH', '/api/conversations/:id').title).toMatchObject({ minLength: 1, maxLength: 80 });
    expect(body('POST', '/api/keys').name).toMatchObject({ maxLength: 40 });
    expect(body('POST', '/api/auth/register').password).toMatchObject({
      minLength: limits.passwordCharsMin,
      maxLength: limits.passwordCharsMax,
    });
    expect(body('POST', '/api/auth/register').email).toMatchObject({ format: 'email', maxLength: 254 });
    expect(of('GET', '/api/conversations').parameters[0].schema).toMatchObject({ maxLength: 80 });
    for (const [method, path, words] of [
      ['POST', '/api/jarvis/chat', '40 chat requests per minute and account'],
      ['DELETE', '/api/tasks/:id', '60 tasks created, changed and deleted per minute and account'],
      ['PATCH', '/api/memories/:id', '60 memories changed and deleted per minute and account'],
      ['POST', '/api/keys', '10 keys created per minute and account'],
      ['POST', '/api/auth/login', '100 sign-ins per minute and e-mail address'],
      ['POST', '/api/auth/register', '15 registrations per minute and client network address'],
      ['POST', '/api/auth/forgot', '3 reset requests per 15 minutes and e-mail address'],
    ] as const) {
      expect(of(method, path).description).toContain(words);
      expect(of(method, path).responses['429'].headers).toHaveProperty('Retry-After');
    }
    for (const { limit, windowSeconds } of Object.values(rates)) {
      expect(document.info.description).toMatch(
        new RegExp(`${limit} .* per ${windowSeconds === 60 ? '' : '15 '}minute`),
      );
    }
  });

  it('shows requests that are accepted as they are, one after another', async () => {
    const shown = (schema: Schema): unknown => {
      const { $ref, examples, enum: values, anyOf, items, properties } = schema;
      if ($ref !== undefined) return shown(document.components.schemas[$ref.split('/').at(-1) ?? '']);
      if (examples) return examples[0];
      if (anyOf?.[0]) return shown(anyOf[0]);
      if (items) return [shown(items)];
      if (!properties) return values?.[0];
      return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, shown(field)]));
    };
    const refused: unknown[] = [];
    for (const { path, method, operation } of documentedOperations()) {
      if (method !== 'POST' || !operation.requestBody || /\{|auth/.test(path)) continue;
      // The page sends every parameter that has an example.
      const sent = (place: string): Record<string, string> =>
        Object.fromEntries(
          (operation.parameters ?? [])
            .filter((each: { in: string; schema: Schema }) => each.in === place && each.schema.examples)
            .map(({ name, schema }: { name: string; schema: Schema }) => [name, String(shown(schema))]),
        );
      const [[type, { schema, example }]] = Object.entries<Media>(operation.requestBody.content) as [
        [string, Media],
      ];
      const body = example ?? shown(schema);
      const { status, text } = await ada.post(`${path}?${new URLSearchParams(sent('query'))}`, body, {
        ...sent('header'),
        'content-type': type,
      });
      if (status >= 400 && status < 500) refused.push([path, text]);
    }
    expect(refused).toEqual([]);
  });

  it('documents the headers of errors that pass, of replayed errors and of ranges', () => {
    const headersOf = (method: string, path: string, status: number) =>
      Object.keys(of(method, path).responses[status].headers);
    for (const [method, path, status, header] of [
      ['POST', '/api/tasks', 409, 'Retry-After'],
      ['POST', '/api/files', 409, 'Retry-After'],
      ['GET', '/api/files/{id}/text', 409, 'Retry-After'],
      ['POST', '/api/tasks', 404, 'Idempotent-Replayed'],
      ['POST', '/api/jarvis/chat', 504, 'Idempotent-Replayed'],
      ['GET', '/api/files/{id}/content', 206, 'Content-Range'],
      ['GET', '/api/files/{id}/content', 416, 'Content-Range'],
      ['GET', '/api/files/{id}/content', 416, 'ETag'],
      ['GET', '/api/auth/oauth/{provider}', 302, 'RateLimit'],
      ['GET', '/api/auth/oauth/{provider}', 302, 'RateLimit-Policy'],
      ['GET', '/api/auth/oauth/{provider}', 401, 'WWW-Authenticate'],
      ['GET', '/api/auth/oauth/{provider}/callback', 401, 'WWW-Authenticate'],
    ] as const)
      expect([path, status, headersOf(method, path, status)]).toContainEqual(
        expect.arrayContaining([header]),
      );
    expect(headersOf('POST', '/api/auth/register', 409)).not.toContain('Retry-After');
    expect(headersOf('PATCH', '/api/tasks/{id}', 404)).not.toContain('Idempotent-Replayed');
  });

  it('describes the stream of a reply by its parts, where it begins and where it is resumed', () => {
    const [whole, resumed] = [
      of('POST', '/api/jarvis/chat'),
      of('GET', '/api/jarvis/chat/{conversationId}/stream'),
    ];
    expect(Object.keys(whole.responses[200].content)).toEqual(['application/json', 'text/event-stream']);
    for (const { responses } of [whole, resumed])
      expect(responses[200].content['text/event-stream'].schema.contentSchema).toEqual({
        $ref: '#/components/schemas/ReplyPart',
      });
    const types = document.components.schemas.ReplyPart.oneOf.map(
      // biome-ignore lint/suspicious/noExplicitAny: as above
      ({ properties }: any) => properties.type.const,
    );
    expect(types).toEqual(expect.arrayContaining(['start', 'text-delta', 'data-answer', 'finish', 'error']));
  });

  it('documents the 304 of every read', async () => {
    const reading = operations.filter(({ method, path }) => method === 'GET' && path !== '/api/health');
    expect(reading.length).toBeGreaterThan(5);
    for (const { path } of reading) {
      const { parameters, responses } = of('GET', path);
      const names = (parameters ?? []).map(({ name }: { name: string }) => name);
      expect([path, names, Object.keys(responses[200].headers)]).toEqual([
        path,
        expect.arrayContaining(['If-None-Match']),
        expect.arrayContaining(['ETag', 'Cache-Control']),
      ]);
      expect(responses).toHaveProperty('304');
    }
    expect(of('GET', '/api/health').responses).not.toHaveProperty('304');
  });

  it('names the installation, its one version, and its other protocols', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(document.info.version).toBe(version);
    expect(document.servers).toEqual([expect.objectContaining({ url: service.deps.settings.publicUrl })]);
    const at = openApiDocument({ publicUrl: 'https://jarvis.example.org' });
    expect(at.servers?.[0]?.url).toBe('https://jarvis.example.org');
    for (const name of ['/v1/chat/completions', '/v1/responses', '/mcp'])
      expect(document.info.description).toContain(name);
  });

  it('names the cookie in its form with https', () => {
    const name = (publicUrl: string) => {
      const scheme = openApiDocument({ publicUrl }).components?.securitySchemes?.session;
      return scheme && 'name' in scheme ? scheme.name : undefined;
    };
    expect(name('http://localhost:3000')).toBe('jarvis_session');
    expect(name('https://jarvis.example.org')).toBe('__Host-jarvis_session');
  });

  it('shows errors in the words that callers get', async () => {
    const nobody = service.stranger();
    const nobodysId = '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';
    for (const { method, path, auth, body, resource } of operations) {
      service.deps.clock.advance(61);
      const address = path.replace(':id', nobodysId);
      const shown = (status: number) =>
        Object.values(of(method, path).responses[status].content['application/json'].examples).map(
          (example) => (example as { value: object }).value,
        );
      if (auth !== 'none') {
        expect(shown(401)).toContainEqual((await nobody.request(method, address, body)).body);
      }
      if (path !== '/api/health') {
        const bad = await nobody.request(method, address, body, { authorization: 'Bearer x' });
        expect(shown(401)).toContainEqual(bad.body);
      }
      if (resource) expect(shown(404)).toContainEqual((await ada.request(method, address, body)).body);
      if (body) expect(shown(400)).toContainEqual((await ada.request(method, address, 'no json')).body);
    }
  });
});

describe('the page', () => {
  it('is served by this service alone, under its own policy without inline scripts', async () => {
    const page = await service.stranger().get('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
    const etag = page.headers.get('etag') ?? '';
    expect((await service.stranger().get('/api/docs', { 'if-none-match': etag })).status).toBe(304);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(['/api/docs/scalar.js', '/api/docs/start.js']);
    for (const address of addresses) {
      const script = await service.stranger().get(address ?? '');
      expect(script.status).toBe(200);
      expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(script.text.length).toBeGreaterThan(100);
      const etag = script.headers.get('etag') ?? '';
      expect((await service.stranger().get(address ?? '', { 'if-none-match': etag })).status).toBe(304);
    }
  });
});
