import { expect, test } from 'vitest';
import { toolWords } from '../language/tool-words.ts';
import { isAuthorized } from './call/tool-authorization.ts';
import { assistantTools } from './offered.ts';

test.each(assistantTools)(
  '$name: tools that write have request words, tools that read have none',
  ({ name, writes }) => {
    expect(isAuthorized(name, 'milk', { message: 'Is milk good for bees?' })).toBe(!writes);
  },
);

test('each tool that has words is listed, once', () => {
  expect(assistantTools.map(({ name }) => name).sort()).toEqual(Object.keys(toolWords).sort());
});
