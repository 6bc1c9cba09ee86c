import { expect, test } from 'vitest';
import { settle } from './settle.ts';

test('half-written emphasis and code are closed', () => {
  expect(settle('some **bold')).toBe('some **bold**');
  expect(settle('some `code')).toBe('some `code`');
});

test('a table is held back until its second row is complete', () => {
  expect(settle('Look:\n| a | b |')).toBe('Look:');
  expect(settle('Look:\n| a | b |\n|--')).toBe('Look:');
  expect(settle('Look:\n| a | b |\n|---|---|')).toBe('Look:\n| a | b |\n|---|---|');
  expect(settle('| a | b |\n|---|---|\n| 1 |')).toContain('| 1 |');
});

test('a marker without a meaning yet is held back', () => {
  expect(settle('Title\n-')).toBe('Title\n');
  expect(settle('Title\n##')).toBe('Title\n');
  expect(settle('Title\n``')).toBe('Title\n');
  expect(settle('Price: 5 - 3')).toBe('Price: 5 - 3');
});

test('an open fence stays open: the rest is code', () => {
  expect(settle('```js\nconst a = "**";')).toBe('```js\nconst a = "**";');
});
