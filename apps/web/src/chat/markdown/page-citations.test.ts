import { expect, test } from 'vitest';
import { pageCitations, pageOf } from './page-citations.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const cited = (text: string, names: readonly string[]) => {
  const tree = { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value: text }] }] };
  pageCitations({ files: names.map((name, n) => ({ id: n === 0 ? id : `other-${n}`, name })) })(tree);
  return tree.children[0]?.children;
};
const link = (url: string, value: string) => ({ type: 'link', url, children: [{ type: 'text', value }] });

test('a page of the conversation’s file becomes a link to it', () => {
  expect(cited('At nine (plan.pdf, p. 12).', ['plan.pdf'])).toEqual([
    { type: 'text', value: 'At nine (' },
    link(`#page-12-${id}`, 'plan.pdf, p. 12'),
    { type: 'text', value: ').' },
  ]);
  expect(pageOf(`#page-12-${id}`)).toEqual({ page: 12, fileId: id });
});

test('names match exactly, the longest first, with each language’s word for a page', () => {
  expect(cited('a+(b).pdf, S. 3', ['a+(b).pdf'])).toEqual([link(`#page-3-${id}`, 'a+(b).pdf, S. 3')]);
  expect(cited('my plan.pdf, pag. 4', ['plan.pdf', 'my plan.pdf'])).toEqual([
    link('#page-4-other-1', 'my plan.pdf, pag. 4'),
  ]);
});

test('any other file stays text', () => {
  const text = 'See manual.pdf, p. 12, and plan.pdf.';
  expect(cited(text, ['plan.pdf'])).toEqual([{ type: 'text', value: text }]);
  expect(cited(text, [])).toEqual([{ type: 'text', value: text }]);
});
