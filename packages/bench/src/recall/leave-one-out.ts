import { readFileSync } from 'node:fs';
import type { Outcome } from './measure.ts';

/**
 * Prints how well constants generalise. Arguments: files saved by `recall-report`, each with other constants. For
 * each dialogue, picks the file that is best on all other dialogues; prints its result on that one, by way and
 * budget, as the mean over all questions.
 */
const files = process.argv.slice(2);
const saved = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Outcome[]);
const isRecall = ({ way }: Outcome) => way.includes('conversation');

const dialogues = [...new Set(saved.flat().map(({ dialogue }) => dialogue))];
const leftOut = dialogues.flatMap((dialogue) => {
  const onOthers = saved.map((outcomes) =>
    mean(outcomes.filter((outcome) => isRecall(outcome) && outcome.dialogue !== dialogue)),
  );
  const best = onOthers.indexOf(Math.max(...onOthers));
  console.log(`${dialogue}: ${files[best]}`);
  return (saved[best] ?? []).filter((outcome) => isRecall(outcome) && outcome.dialogue === dialogue);
});
for (const [name, outcomes] of Map.groupBy(leftOut, ({ way, budgetTokens }) => `${way}, ${budgetTokens}`)) {
  console.log(`${name}: ${mean(outcomes).toFixed(3)}`);
}

function mean(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { shown }) => sum + shown, 0) / outcomes.length;
}
