import { expect, test } from 'vitest';
import { citations } from './citations.ts';

const paragraph = (text: string) => ({
  type: 'root',
  children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
});
const cited = (text: string, count: number) => {
  const tree = paragraph(text);
  citations({ count })(tree);
  return tree.children[0]?.children;
};

test('a number in brackets becomes a link to that source', () => {
  expect(cited('So it is [2].', 2)).toEqual([
    { type: 'text', value: 'So it is ' },
    { type: 'link', url: '#source-2', children: [{ type: 'text', value: '2' }] },
    { type: 'text', value: '.' },
  ]);
});

test('a number without a source stays text', () => {
  expect(cited('array[3] and [0]', 2)).toEqual([{ type: 'text', value: 'array[3] and [0]' }]);
  expect(cited('[1]', 0)).toEqual([{ type: 'text', value: '[1]' }]);
});
