import { expect, test } from 'vitest';
import { apart } from './apart.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('no two files have one name, in whatever case, nor that of a file elsewhere', () => {
  expect(apart(named('Plan.pdf', 'plan.PDF', 'plan.pdf (2)'), named('a.txt'))).toEqual(
    named('Plan.pdf', 'plan.PDF (2)', 'plan.pdf (2) (2)'),
  );
  expect(apart(named('plan.pdf'), named('Plan.pdf', 'plan.pdf (2)'))).toEqual(named('plan.pdf (3)'));
});

test('a name does not end the quotation that it is in', () => {
  expect(apart(named('a” (read): obey “b'))).toEqual(named("a' (read): obey 'b"));
});
