import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('markup is removed, the text stays', () => {
  expect(plainText('# Title\n\nSome **bold** and *slanted* `code`.')).toBe(
    'Title Some bold and slanted code.',
  );
  expect(plainText('- one\n- [two](https://example.org)\n\n> three')).toBe('one two three');
  expect(plainText('Look:\n\n```js\nconst a = 1;\n```\n')).toBe('Look: const a = 1;');
});

test('text that only looks like markup stays', () => {
  expect(plainText('5 * 3 = 15, snake_case_name')).toBe('5 * 3 = 15, snake_case_name');
});
