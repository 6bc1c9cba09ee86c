import { expect, it } from 'vitest';
import { Roster } from './swap-remove-list.ts';

it('has who joined and has not left, in any order of leaving', () => {
  const roster = new Roster<string>();
  const [a, b, c] = ['a', 'b', 'c'].map((item) => roster.join(item));
  if (!a || !b || !c) throw new Error('nobody joined');
  roster.leave(a);
  expect([...roster].sort()).toEqual(['b', 'c']);
  roster.leave(c);
  roster.leave(b);
  expect(roster.size).toBe(0);
});

it('takes no notice of who leaves twice', () => {
  const roster = new Roster<string>();
  const a = roster.join('a');
  roster.leave(a);
  const b = roster.join('b');
  roster.leave(a);
  expect([...roster]).toEqual(['b']);
  roster.leave(b);
  roster.leave(b);
  expect(roster.size).toBe(0);
});

it('may be left while somebody goes through it', () => {
  const roster = new Roster<string>();
  const entries = ['a', 'b', 'c'].map((item) => roster.join(item));
  const seen: string[] = [];
  for (const item of roster) {
    seen.push(item);
    for (const entry of entries) roster.leave(entry);
  }
  expect(seen).toEqual(['a', 'b', 'c']);
});
