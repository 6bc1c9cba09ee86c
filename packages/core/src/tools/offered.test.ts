import { expect, test } from 'vitest';
import { assistantTools } from './offered.ts';
import { isAuthorized } from './tool-authorization.ts';

test.each(assistantTools)(
  '$name: what writes is asked for by words, what reads is not',
  ({ name, writes }) => {
    expect(isAuthorized(name, 'milk', { message: 'Is milk good for bees?' })).toBe(!writes);
  },
);

test('each tool is there once', () => {
  expect(new Set(assistantTools.map(({ name }) => name)).size).toBe(assistantTools.length);
});
