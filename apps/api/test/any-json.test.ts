import { appRouter } from '@jarvis/core';
import { modelForFile } from '@jarvis/testkit/for-file';
import fc from '@jarvis/testkit/properties';
import { amount } from '@jarvis/testkit/whole';
import { initTRPC } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { belongingsOf } from './support/belongings.ts';
import { operations } from './support/operations.ts';
import { serviceForFile } from './support/service.ts';
import { snapshotOf } from './support/snapshot.ts';

const model = await modelForFile();
const service = await serviceForFile({ overrides: { model: model.model } });
const ada = await service.signedUp();
const hers = await belongingsOf(service, ada);

/** Text with every kind of character: control characters, lone surrogates, all planes. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\u0000', '\n', '\ud83d', '\udc00', '%', '_', '\\', "'", '"'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 40,
});

const anyValue: fc.Arbitrary<unknown> = fc.anything({
  values: [text, fc.boolean(), fc.integer(), fc.double(), fc.constant(null)],
  key: fc.oneof(fc.constantFrom('title', 'content', 'status', 'email', '__proto__', 'id'), text),
  maxDepth: 3,
  maxKeys: 4,
});

/** Any JSON, a valid body with one wrong field, or no JSON at all. */
const bodyFor = (accepted: Record<string, unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    anyValue.map(asJson),
    fc
      .tuple(fc.constantFrom('more', ...Object.keys(accepted)), anyValue)
      .map(([name, value]) => asJson({ ...accepted, [name]: value })),
    fc.dictionary(fc.constantFrom('more', ...Object.keys(accepted)), anyValue).map(asJson),
    text,
  );

const asJson = (value: unknown) => JSON.stringify(value) ?? 'undefined';

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom('q', 'status', 'type', 'x', '__proto__'),
      fc.oneof(text, fc.constantFrom('open', 'user', '')),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encode(value)}`).join('&'));

function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return '%ed%a0%80';
  }
}

const fuzzed = operations.filter(({ path }) => !path.endsWith('/logout'));

/**
 * The client itself refuses every answer that is not in the OpenAPI document, so this only checks that the server
 * never fails, and that a refused request changes nothing.
 */
describe.for(fuzzed)('$method $path', ({ method, path, body, resource }) => {
  it('answers any JSON as documented, and a refusal changes nothing', {
    timeout: amount(60_000, 600_000),
  }, async () => {
    const bodies = bodyFor(body ?? {});
    await fc.assert(
      fc.asyncProperty(bodies, query, fc.boolean(), async (sent, search, own) => {
        service.deps.clock.advance(901);
        const id =
          own && resource && method !== 'DELETE' ? hers[resource] : '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e';
        const before = await snapshotOf(service.deps.db);
        const answer = await ada.request(
          method,
          `${path.replace(':id', id)}${search === '' ? '' : `?${search}`}`,
          method === 'GET' ? undefined : sent,
        );
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) expect(await snapshotOf(service.deps.db)).toEqual(before);
      }),
      { numRuns: amount(5, 60), endOnFailure: true },
    );
    expect((await ada.get('/api/tasks')).status).toBe(200);
  });
});

/** Not the members that an empty router has, too. */
const domains = Object.entries(appRouter).filter(([name]) => !(name in initTRPC.create().router({})));
const procedures = domains.flatMap(([domain, its]) => Object.keys(its).map((name) => `${domain}.${name}`));
/** Endless streams, and calls that end the session. */
const leftOut = /^(chat\.watch|live\.changes)$|logout|deleteAccount/;

/** Also undocumented procedures: calls of the web app are open to every signed-in person. */
describe.for(procedures.filter((name) => !leftOut.test(name)))('RPC %s', (name) => {
  it('does not fail, whatever its input', { timeout: amount(60_000, 600_000) }, async () => {
    const ids = [
      'id',
      'conversationId',
      'turnId',
      'before',
      'after',
      'around',
      'q',
      'title',
      'content',
      'limit',
    ];
    const fields = fc.dictionary(
      fc.constantFrom(...ids),
      fc.oneof(anyValue, fc.constantFrom(hers.conversation, hers.task, hers.memory, 1, 'turin')),
    );
    // Changes are not sent with GET.
    const isQuery = (await ada.get(`/trpc/${name}`)).status !== 405;
    await fc.assert(
      fc.asyncProperty(fc.oneof(fields, anyValue), async (input) => {
        service.deps.clock.advance(901);
        const sent = asJson(input);
        const answer = isQuery
          ? await ada.get(`/trpc/${name}?input=${encode(sent)}`)
          : await ada.post(`/trpc/${name}`, sent);
        expect(answer.status, answer.text).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.body.error.message).toMatch(/[.)]$/);
      }),
      { numRuns: amount(5, 60), endOnFailure: true },
    );
    expect((await ada.get('/api/tasks')).status).toBe(200);
  });
});
