import type { Root } from 'mdast';
import { expect, test } from 'vitest';
import { citations, pageCitations, pageOf } from './citations.ts';

const paragraph = (text: string): Root => ({
  type: 'root',
  children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }],
});
const sentencesOf = ({ children: [first] }: Root) => first && 'children' in first && first.children;
const cited = (text: string, count: number) => {
  const tree = paragraph(text);
  citations({ count })(tree);
  return sentencesOf(tree);
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

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const citedPage = (text: string, names: readonly string[]) => {
  const tree = paragraph(text);
  pageCitations({ files: names.map((name, n) => ({ id: n === 0 ? id : `other-${n}`, name })) })(tree);
  return sentencesOf(tree);
};
const link = (url: string, value: string) => ({ type: 'link', url, children: [{ type: 'text', value }] });

test('a page of the conversation’s file becomes a link to it', () => {
  expect(citedPage('At nine (plan.pdf, p. 12).', ['plan.pdf'])).toEqual([
    { type: 'text', value: 'At nine (' },
    link(`#page-12-${id}`, 'plan.pdf, p. 12'),
    { type: 'text', value: ').' },
  ]);
  expect(pageOf(`#page-12-${id}`)).toEqual({ page: 12, fileId: id });
});

test('names match exactly, the longest first, with each language’s word for a page', () => {
  expect(citedPage('a+(b).pdf, S. 3', ['a+(b).pdf'])).toEqual([link(`#page-3-${id}`, 'a+(b).pdf, S. 3')]);
  expect(citedPage('my plan.pdf, pag. 4', ['plan.pdf', 'my plan.pdf'])).toEqual([
    link('#page-4-other-1', 'my plan.pdf, pag. 4'),
  ]);
});

test('any other file stays text', () => {
  const text = 'See manual.pdf, p. 12, and plan.pdf.';
  expect(citedPage(text, ['plan.pdf'])).toEqual([{ type: 'text', value: text }]);
  expect(citedPage(text, [])).toEqual([{ type: 'text', value: text }]);
});
