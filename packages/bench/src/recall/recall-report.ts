import { writeFileSync } from 'node:fs';
import { freshDatabase, startTestCluster } from '@jarvis/testkit';
import { ownDialogues } from './dataset.ts';
import { type Dialogue, locomoDialogues } from './dialogues.ts';
import { measureRecall, type Outcome, type Way } from './measure.ts';

/**
 * Prints the share of the needed messages in the prompts; see the README, Recall. `LOCOMO` names a folder with
 * dialogues of LoCoMo to measure, too, `SAVE` a file for the results.
 */
const budgets = [2_000, 4_000, 8_000];
const budgetsInWords = budgets.map((budget) => `${budget.toLocaleString('en')} tokens`).join(' | ');
const ways: Way[] = [
  'in one conversation',
  'in one conversation, questions stored',
  'across conversations',
  'newest messages only',
  'plain full-text ranking',
];

const stop = await startTestCluster();
const db = await freshDatabase();
try {
  const { LOCOMO: folder } = process.env;
  if (folder)
    await report(
      'LoCoMo',
      locomoDialogues(folder).map((dialogue) => [dialogue]),
    );
  if (!process.argv.includes('--locomo-only')) {
    const own = ownDialogues();
    const separate = own.filter(({ name }) => name !== 'mixed');
    await report('Our own set', [separate, own.filter(({ name }) => name === 'mixed')]);
  }
} finally {
  await db.close();
  await stop();
}

async function report(name: string, accounts: readonly (readonly Dialogue[])[]): Promise<void> {
  const { SAVE: file } = process.env;
  const outcomes = await measureRecall(db, accounts, budgets);
  if (file && name === 'LoCoMo') writeFileSync(file, JSON.stringify(outcomes));
  const dialogues = accounts.flat();
  const count = (of: (dialogue: Dialogue) => number) =>
    dialogues.reduce((sum, dialogue) => sum + of(dialogue), 0).toLocaleString('en');
  console.log(
    `\n## ${name}: ${count(({ questions }) => questions.length)} questions about ${count(({ sessions }) =>
      sessions.reduce((sum, { messages }) => sum + messages.length, 0),
    )} messages`,
  );
  const of = (way: Way) => outcomes.filter((outcome) => outcome.way === way);
  table(
    'the needed messages that were shown',
    ways.map((way) => [way, of(way)]),
    shownPart,
  );
  const [here, elsewhere] = [of('in one conversation'), of('across conversations')];
  const kinds = [...new Set(outcomes.map(({ question }) => question.kind))];
  const byKind = (all: readonly Outcome[]) =>
    kinds.map((kind) => [kind, all.filter(({ question }) => question.kind === kind)] as const);
  table('in one conversation, by kind of question', byKind(here), shownPart);
  table('across conversations, by kind of question', byKind(elsewhere), shownPart);
  const both = [
    ['in one conversation', here],
    ['across conversations', elsewhere],
  ] as const;
  table('characters shown, mean', both, (all) =>
    Math.round(mean(all, ({ chars }) => chars)).toLocaleString('en'),
  );
  table('milliseconds to the model, median / 95 %', both, (all) => {
    const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1);
    return `${at(0.5)} / ${at(0.95)}`;
  });
}

function shownPart(outcomes: readonly Outcome[]): string {
  return mean(outcomes, ({ shown }) => shown).toFixed(3);
}

function mean(outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number {
  return outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
}

function table(
  title: string,
  rows: readonly (readonly [name: string, outcomes: readonly Outcome[]])[],
  figure: (outcomes: readonly Outcome[]) => string,
): void {
  console.log(`\n| ${title} | ${budgetsInWords} |`);
  console.log(`|---|${budgets.map(() => '---').join('|')}|`);
  for (const [name, outcomes] of rows) {
    const figures = budgets.map((budget) => {
      const at = outcomes.filter(({ budgetTokens }) => budgetTokens === budget);
      return at.length === 0 ? '–' : figure(at);
    });
    console.log(`| ${name} | ${figures.join(' | ')} |`);
  }
}
