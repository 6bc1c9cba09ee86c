import { expect, test } from 'vitest';
import { assistantTools } from './offered.ts';
import { isAuthorized } from './tool-authorization.ts';

test.each(assistantTools)(
  '$name: tools that write have request words, tools that read have none',
  ({ name, writes }) => {
    expect(isAuthorized(name, 'milk', { message: 'Is milk good for bees?' })).toBe(!writes);
  },
);

test('each tool is listed once', () => {
  expect(new Set(assistantTools.map(({ name }) => name)).size).toBe(assistantTools.length);
});
