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

test('the rule of a table is removed', () => {
  expect(plainText('| a | b |\n|---|:-: \n  | --- | x')).toBe('| a | b | x');
  expect(plainText('| a | b |\n|---|:--|\n| c | d |')).toBe('| a | b | | c | d |');
});

test.each(['-', '|---', '[', ' '])('a reply of %j without end takes no time', (part) => {
  const line = part.repeat(8_000);
  expect(plainText(`before\n${line}\nafter`)).toBe(`before${`\n${line}\n`.replace(/\s+/g, ' ')}after`);
});
