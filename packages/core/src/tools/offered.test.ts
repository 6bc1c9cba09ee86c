import { expect, test } from 'vitest';
import { toolWords, type WritingTool } from '../language/tool-words.ts';
import { isAuthorized } from './call/tool-authorization.ts';
import { assistantTools } from './offered.ts';

test.each(assistantTools.filter(({ writes }) => writes))('a question does not request $name', ({ name }) => {
  expect(isAuthorized(name as WritingTool, 'milk', { message: 'Is milk good for bees?' })).toBe(false);
});

test('each tool that has words is listed, once', () => {
  expect(assistantTools.map(({ name }) => name).sort()).toEqual(Object.keys(toolWords).sort());
});
