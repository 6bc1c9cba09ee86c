import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { document } from './support/documented.ts';
import { typesFingerprint } from './support/types-fingerprint.ts';

it('the client has types that are those of today’s document (make them anew with: npm run audit:openapi -- --update)', () => {
  const generated = new URL('../../../packages/client/src/generated/api.ts', import.meta.url);
  const [first] = readFileSync(generated, 'utf8').split('\n');
  expect(first).toBe(`// Of the document ${typesFingerprint(document)}.`);
});
