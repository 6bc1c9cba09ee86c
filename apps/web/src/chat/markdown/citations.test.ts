import type { Root } from 'mdast';
import { expect, test } from 'vitest';
import { citations, pageCitations } from './citations.ts';

const paragraph = (text: string): Root => ({
  type: 'root',
  children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
});
const sentencesOf = ({ children: [first] }: Root) => first && 'children' in first && first.children;
const cited = (text: string, count: number) => {
  const tree = paragraph(text);
  citations({ count, messageId: 'm' })(tree);
  return sentencesOf(tree);
};

const cite = (value: string, hProperties: object) => ({
  type: 'emphasis',
  data: { hName: 'cite', hProperties },
  children: [{ type: 'text', value }],
});

test('a number in brackets becomes a citation of that source', () => {
  expect(cited('So it is [2].', 2)).toEqual([
    { type: 'text', value: 'So it is ' },
    cite('2', { number: 2, messageId: 'm' }),
    { type: 'text', value: '.' },
  ]);
});

test('a number without a source stays text', () => {
  expect(cited('array[3] and [0]', 2)).toEqual([{ type: 'text', value: 'array[3] and [0]' }]);
  expect(cited('[1]', 0)).toEqual([{ type: 'text', value: '[1]' }]);
});

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const citedPage = (text: string, names: readonly string[]) => {
  const tree = paragraph(text);
  pageCitations({ files: names.map((name, n) => ({ id: n === 0 ? id : `other-${n}`, name })) })(tree);
  return sentencesOf(tree);
};

test('a page of the conversation’s file becomes a citation of it', () => {
  expect(citedPage('At nine (plan.pdf, p. 12).', ['plan.pdf'])).toEqual([
    { type: 'text', value: 'At nine (' },
    cite('plan.pdf, p. 12', { page: 12, fileId: id }),
    { type: 'text', value: ').' },
  ]);
});

test('names match exactly, the longest first, with each language’s word for a page', () => {
  expect(citedPage('a+(b).pdf, S. 3', ['a+(b).pdf'])).toEqual([
    cite('a+(b).pdf, S. 3', { page: 3, fileId: id }),
  ]);
  expect(citedPage('my plan.pdf, pag. 4', ['plan.pdf', 'my plan.pdf'])).toEqual([
    cite('my plan.pdf, pag. 4', { page: 4, fileId: 'other-1' }),
  ]);
});

test('any other file stays text', () => {
  const text = 'See manual.pdf, p. 12, and plan.pdf.';
  expect(citedPage(text, ['plan.pdf'])).toEqual([{ type: 'text', value: text }]);
  expect(citedPage(text, [])).toEqual([{ type: 'text', value: text }]);
});
