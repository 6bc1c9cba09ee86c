import { freshDatabase, startTestCluster } from '@jarvis/testkit';
import { measureRecall, type Outcome, type Way } from './measure.ts';

/** Prints how often the turn that a question needs is among what the model is shown; see the README, Recall. */
const budgets = [2_000, 4_000, 8_000];
const ways: Way[] = [
  'ours',
  'plain full-text ranking',
  'newest turns only',
  'ours, from another conversation',
];

const stop = await startTestCluster();
const db = await freshDatabase();
try {
  const { turnCount, outcomes } = await measureRecall(db, { budgets });
  const first = outcomes.filter(({ way, budgetTokens }) => way === 'ours' && budgetTokens === budgets[0]);
  console.log(
    `${first.length} questions about ${turnCount} turns; part of the needed turns that was shown\n`,
  );
  print(ways.map((way) => [way, outcomes.filter((outcome) => outcome.way === way)]));
  const kinds = [...new Set(outcomes.map(({ question }) => question.asked))];
  console.log('\nours, by how it was asked\n');
  const ours = outcomes.filter(({ way }) => way === 'ours');
  print(kinds.map((kind) => [kind, ours.filter(({ question }) => question.asked === kind)]));
  console.log('\nours, by conversation\n');
  const names = [...new Set(ours.map(({ conversation }) => conversation))];
  print(names.map((name) => [name, ours.filter(({ conversation }) => conversation === name)]));
  const times = ours.map(({ ms }) => ms).toSorted((a, b) => a - b);
  console.log(`\ngathering the context took ${times[times.length >> 1]?.toFixed(1)} ms in the median`);
  if (process.argv.includes('--missed')) printMissed(outcomes);
} finally {
  await db.close();
  await stop();
}

function print(rows: readonly (readonly [name: string, outcomes: readonly Outcome[]])[]): void {
  console.log(`| | ${budgets.map((budget) => `${budget.toLocaleString('en')} tokens`).join(' | ')} |`);
  console.log(`|---|${budgets.map(() => '---').join('|')}|`);
  for (const [name, of] of rows) {
    const parts = budgets.map((budget) => {
      const at = of.filter(({ budgetTokens }) => budgetTokens === budget);
      return at.length === 0
        ? '–'
        : `${((100 * at.filter(({ shown }) => shown).length) / at.length).toFixed(0)} %`;
    });
    console.log(`| ${name} | ${parts.join(' | ')} |`);
  }
}

function printMissed(outcomes: readonly Outcome[]): void {
  for (const { way, budgetTokens, conversation, question, shown } of outcomes) {
    if (shown || !way.startsWith('ours')) continue;
    console.log(`${budgetTokens} ${way} | ${conversation} | ${question.asked} | ${question.text}`);
  }
}
