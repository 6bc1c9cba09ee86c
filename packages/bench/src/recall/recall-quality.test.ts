import { freshDatabase } from '@jarvis/testkit';
import { afterAll, expect, test } from 'vitest';
import { measureRecall, type Way } from './measure.ts';

const db = await freshDatabase();
afterAll(() => db.close());

test('what was said once, long ago, is shown to the model when it is asked for', {
  timeout: 120_000,
}, async () => {
  const { outcomes } = await measureRecall(db, { budgets: [2_000], turnCount: 200, everyNth: 4 });
  const shown = (way: Way) => {
    const of = outcomes.filter((outcome) => outcome.way === way);
    return of.filter(({ shown }) => shown).length / of.length;
  };
  expect(shown('ours')).toBeGreaterThan(0.92);
  expect(shown('ours, from another conversation')).toBeGreaterThan(0.9);
  expect(shown('plain full-text ranking')).toBeLessThan(shown('ours') - 0.1);
  expect(shown('newest turns only')).toBeLessThan(0.1);
});
