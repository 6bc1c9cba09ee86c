import { readFileSync } from 'node:fs';
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

/** Specification: Schedules. A further one that reads data of the person also adds it to `unattended.personal`. */
test('the contract’s page names the tools that a run may call', () => {
  const page = readFileSync(new URL('../../../contract/README.md', import.meta.url), 'utf8');
  const [calls = ''] = page.match(/(?<=\*\*A run\*\* .* may call ).*?(?= per try)/) ?? [];
  // It ends a run without a result (Results, `when_found`).
  const called = assistantTools.filter(({ name, isForRuns }) => isForRuns && name !== 'nothing_to_report');
  expect(called.map(({ name }) => name).sort()).toEqual(calls.match(/(?<=`)\w+(?=`)/g)?.sort());
});
