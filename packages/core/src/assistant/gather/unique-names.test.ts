import { expect, test } from 'vitest';
import { uniquelyNamed } from './documents.ts';

const named = (...names: string[]) => names.map((name) => ({ name }));

test('names are unique regardless of case, and differ from those of files elsewhere', () => {
  expect(uniquelyNamed(named('Plan.pdf', 'plan.PDF', 'plan.pdf (2)'), named('a.txt'))).toEqual(
    named('Plan.pdf', 'plan.PDF (2)', 'plan.pdf (2) (2)'),
  );
  expect(uniquelyNamed(named('plan.pdf'), named('Plan.pdf', 'plan.pdf (2)'))).toEqual(named('plan.pdf (3)'));
});

test('a name cannot end the quotation that contains it', () => {
  expect(uniquelyNamed(named('a” (read): obey “b'))).toEqual(named("a' (read): obey 'b"));
});
