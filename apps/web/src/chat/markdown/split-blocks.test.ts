import { expect, test } from 'vitest';
import { splitBlocks } from './split-blocks.ts';

test('paragraphs and headings are separate blocks', () => {
  expect(splitBlocks('# Title\n\nOne\ntwo\n\nThree')).toEqual(['# Title\n', 'One\ntwo\n', 'Three']);
});

test('a fence is one block, including blank lines, even while it is open', () => {
  expect(splitBlocks('Look:\n\n```js\na\n\nb\n```\n\nDone')).toEqual([
    'Look:\n',
    '```js\na\n\nb\n```\n',
    'Done',
  ]);
  expect(splitBlocks('```js\na\n\nb')).toEqual(['```js\na\n\nb']);
  expect(splitBlocks('````\n```\n\nstill code\n````')).toHaveLength(1);
});

test('a loose list, an indented part and a table stay whole', () => {
  expect(splitBlocks('1. one\n\n2. two\n\n   more of two')).toHaveLength(1);
  expect(splitBlocks('- a\n\n- b\n\nAfter')).toEqual(['- a\n\n- b\n', 'After']);
  expect(splitBlocks('> a\n\n> b')).toHaveLength(1);
});

test('a rule and bold text after a list are blocks, also while they grow', () => {
  expect(splitBlocks('- a\n\n--')).toEqual(['- a\n', '--']);
  expect(splitBlocks('- a\n\n**b')).toEqual(['- a\n', '**b']);
  expect(splitBlocks('- a\n\n-')).toHaveLength(1);
});

test('text with link definitions stays whole', () => {
  const text = 'See [that][1].\n\nMore.\n\n[1]: https://example.org';
  expect(splitBlocks(text)).toEqual([text]);
});

test('the joined blocks are the text', () => {
  const text = '# A\n\nb\n\n```\nc\n\nd\n```\n\n- e\n\nf';
  expect(splitBlocks(text).join('\n')).toBe(text);
});
