import { expect, it } from 'vitest';
import { SwapRemoveList } from './swap-remove-list.ts';

it('has who joined and has not left, in any order of leaving', () => {
  const list = new SwapRemoveList<string>();
  const [a, b, c] = ['a', 'b', 'c'].map((item) => list.join(item));
  if (!a || !b || !c) throw new Error('nobody joined');
  list.leave(a);
  expect([...list].sort()).toEqual(['b', 'c']);
  list.leave(c);
  list.leave(b);
  expect(list.size).toBe(0);
});

it('takes no notice of who leaves twice', () => {
  const list = new SwapRemoveList<string>();
  const a = list.join('a');
  list.leave(a);
  const b = list.join('b');
  list.leave(a);
  expect([...list]).toEqual(['b']);
  list.leave(b);
  list.leave(b);
  expect(list.size).toBe(0);
});

it('may be left while somebody goes through it', () => {
  const list = new SwapRemoveList<string>();
  const entries = ['a', 'b', 'c'].map((item) => list.join(item));
  const seen: string[] = [];
  for (const item of list) {
    seen.push(item);
    for (const entry of entries) list.leave(entry);
  }
  expect(seen).toEqual(['a', 'b', 'c']);
});
