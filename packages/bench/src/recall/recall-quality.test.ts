import { databaseForFile } from '@jarvis/testkit/for-file';
import { amount } from '@jarvis/testkit/whole';
import { expect, test } from 'vitest';
import { ownDialogues } from './dataset.ts';
import { measureRecall, type Way } from './measure.ts';

const db = await databaseForFile();

test('a fact stated once, long ago, is shown to the model when a question needs it', {
  timeout: 180_000,
}, async () => {
  const dialogues = ownDialogues(amount(60, 200)).map((dialogue) => ({
    ...dialogue,
    questions: dialogue.questions.filter((_, i) => i % 4 === 0),
  }));
  const outcomes = await measureRecall(
    db,
    dialogues.map((dialogue) => [dialogue]),
    [2_000],
  );
  const shown = (way: Way) => {
    const of = outcomes.filter((outcome) => outcome.way === way);
    return of.reduce((sum, { shown }) => sum + shown, 0) / of.length;
  };
  expect(shown('in one conversation')).toBeGreaterThan(0.92);
  expect(shown('in one conversation, questions stored')).toBeGreaterThan(0.9);
  expect(shown('across conversations')).toBeGreaterThan(0.9);
  expect(shown('plain full-text ranking')).toBeLessThan(shown('in one conversation') - 0.1);
  expect(shown('newest messages only')).toBeLessThan(0.1);
});
