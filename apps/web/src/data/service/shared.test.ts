import { expect, test } from 'vitest';
import { shared } from './shared.ts';

const thing = (id: string, about = `about ${id}`) => ({ id, due: { about } });
const [a, b, c] = ['a', 'b', 'c'].map((id) => thing(id));
const copyOf = <Data>(data: Data): Data => JSON.parse(JSON.stringify(data));

test('data that was read again without a change is the data before', () => {
  const before = { pages: [{ tasks: [a, b], more: null }], pageParams: [''] };
  expect(shared(before, copyOf(before))).toBe(before);
});

test('the things of a list stay themselves when one is added, removed, moved or changed', () => {
  const before = [a, b, c];
  for (const after of [
    [thing('new'), a, b, c],
    [b, c],
    [c, a, b],
    [a, thing('b', 'something else'), c],
  ]) {
    const now = shared(before, copyOf(after)) as typeof before;
    expect(now).toEqual(after);
    for (const each of now) {
      const known = before.find((one) => one?.id === each?.id);
      if (each?.due.about === known?.due.about) expect(each).toBe(known);
    }
  }
});

test('new data are as they were read', () => {
  const pairs: [unknown, unknown][] = [
    [undefined, [a]],
    [[a, b], [a]],
    [[a], []],
    [[1, 2], [2]],
    [{ list: [a] }, { list: null }],
    [{ one: undefined }, { other: undefined }],
    [[a], { 0: a }],
    [
      [thing('1'), 'text'],
      ['text', thing('1')],
    ],
  ];
  for (const [before, after] of pairs) expect(shared(before, after)).toStrictEqual(after);
});
