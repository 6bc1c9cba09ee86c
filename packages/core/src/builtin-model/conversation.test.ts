import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { takeTurn } from '../assistant/turn.ts';
import { builtinModel } from './builtin-model.ts';
import { nextStep } from './next-step.ts';

const db = await databaseForFile();
const rules = { name: 'builtin', builtin: true, languageModel: builtinModel() };

/** A conversation with the built-in model, on Thursday, 26 November 2026, at noon: each message, and its reply. */
async function talk(turns: readonly (readonly [message: string, reply: RegExp])[]): Promise<void> {
  const ada = await personIn(db);
  const deps = testDeps(db, { model: rules });
  deps.clock.moveTo('2026-11-26T12:00:00.000Z');
  let conversationId: string | undefined;
  for (const [message, reply] of turns) {
    // Within one moment, ids do not ascend if others are made for another time in between.
    deps.clock.advance(0.001);
    const turn = await takeTurn(deps, ada, { message, conversationId });
    conversationId = turn.conversationId;
    expect(turn.assistantMessage.content, message).toMatch(reply);
  }
}

test('of two equal tasks one is deleted, and those with other dates are told apart', async () => {
  await talk([
    ['add milk', /^Added/],
    ['add milk', /^Added/],
    ['delete milk', /^Deleted \*\*Milk\*\*\.$/],
    ['add milk tomorrow at 8', /Due: Fri 27 Nov, 08:00/],
    ['add milk on Saturday', /Due: Sat 28 Nov/],
    [
      'delete milk',
      /^Several tasks match “milk”: \*\*Milk\*\* \(Sat 28 Nov .*\), \*\*Milk\*\* \(Fri 27 Nov, .*\), \*\*Milk\*\*\. Please .* page \*Tasks\*/,
    ],
    ['the second one', /^I do not know things by their place in a list/],
    ['rename milk to it', /^Several tasks match/],
    ['show my tasks', /^You have 3 open tasks:/],
    ['what is due on Saturday?', /^You have 1 open task:/],
  ]);
});

test('a list of tasks names each of them, unless one task is called so', async () => {
  await talk([
    ['reopen all tasks', /^No task is done yet\.$/],
    ['complete all tasks', /^You have no open tasks\.$/],
    ['delete all tasks', /^Your task list is empty\.$/],
    ['add milk', /^Added/],
    ['add bread', /^Added/],
    ['add salt and pepper', /^Added/],
    ['complete milk and bread', /^Done: \*\*Milk\*\* is finished\.\nDone: \*\*Bread\*\* is finished\.$/],
    ['reopen bread and milk', /^\*\*Bread\*\* is open again\.\n\*\*Milk\*\* is open again\.$/],
    ['delete salt and pepper', /^Deleted \*\*Salt and pepper\*\*\.$/],
  ]);
});

test('the name is the one that the person states, not a word after “call me”', async () => {
  await talk([
    ['Call me back tomorrow', /./],
    ['hi', /^Hello!/],
    ['what is my name?', /^You have not told me your name yet\.$/],
    ['Please call me Ada Lovelace', /./],
    ['what is my name?', /^Your name is Ada Lovelace\.$/],
  ]);
});

test('the person has told what is in a memory, not what is in a list of a program’s instructions', () => {
  const instructions =
    '<memories>\n- [2026-11-26] My dog is called Rex\n</memories>\n- The cat is called Tom';
  const answer = (message: string) =>
    nextStep({ message, earlier: [], replies: [], instructions, called: [], offered: new Set() });
  expect(answer('What is my dog called?')).toEqual({ text: 'You told me: “My dog is called Rex”' });
  expect(answer('What is my cat called?')).toEqual({ text: expect.stringMatching(/^No language model/) });
});

test('schedules of one name are told apart by their next times', async () => {
  await talk([
    ['every day at 7am and 7pm tell me what is due', /Next: .*\n\n.*Next: /],
    ['stop it', /^I found no schedule that matches “it”/],
    ['delete tell me what is due', /^I found no task that matches “tell me what is due”/],
    [
      'stop tell me what is due',
      /^Several schedules match .* \(Thu 26 Nov, 19:00.*\), .* \(Fri 27 Nov, 07:00.*\)\. Please/,
    ],
  ]);
});

test('“it” is what was changed last, also if its name has an “and”', async () => {
  await talk([
    ['every day at 7am send me the news and my tasks', /^I will do that/],
    ['pause it', /^Paused: \*\*Send me the news and my tasks\*\*/],
    ['which schedules do I have?', /^These are your schedules:/],
    ['resume it', /^I will do that again: \*\*Send me the news and my tasks\*\*/],
    ['delete it', /^Deleted the schedule \*\*Send me the news and my tasks\*\*/],
    ['add everything', /^Added \*\*Everything\*\*/],
    ['add a task: milk and bread', /^Added \*\*Milk and bread\*\*/],
    ['delete it', /^Deleted \*\*Milk and bread\*\*/],
    ['undo', /^Added \*\*Milk and bread\*\*/],
    ['show my tasks', /^You have 2 open tasks:/],
    ['thanks', /^You are welcome/],
    ['delete it', /^Deleted \*\*Milk and bread\*\*/],
  ]);
});

test('a statement finishes no task', async () => {
  await talk([
    ['buy milk', /^Added/],
    ['I bought the milk', /^No language model is connected/],
    ['show my tasks', /^You have 1 open task:/],
  ]);
});

test('what is due in a month or a week are the tasks of that time', async () => {
  await talk([
    ['book flights on 30 November', /^Added/],
    ['pay rent on the 1st of every month', /^Added/],
    ['dentist on 5 December at 9', /^Added/],
    ['add milk', /^Added/],
    ["what's due in December?", /^You have 2 open tasks:\n\n- \[ \] Pay rent: .*\n- \[ \] Dentist: /],
    ["what's due next week?", /^You have 3 open tasks:/],
    ["what's due in January?", /^You have 1 open task:\n\n- \[ \] Pay rent: /],
    ["what's due in 2031?", /^No language model/],
    ["what's due this month?", /^You have 1 open task:\n\n- \[ \] Book flights: /],
  ]);
});

test('a correction without a name changes and adds nothing', async () => {
  await talk([
    ['remind me tomorrow at 9 to call Tim', /Due: Fri 27 Nov, 09:00/],
    ['no, at 10', /^No language model is connected/],
    ['move it to 10', /^\*\*Call Tim\*\* has a new date\. Due: Fri 27 Nov, 10:00/],
    ['and at 10', /^No language model is connected/],
    ['actually Wednesday', /^No language model is connected/],
    ['undo', /^I can only undo/],
    ['delete Tim', /^Deleted \*\*Call Tim\*\*\. Due: /],
    ['undo', /^I can only undo/],
    ['show my tasks', /^Your task list is empty/],
  ]);
});

test('a question is answered from the files', () => {
  const step = nextStep({
    message: 'When does the train leave?',
    earlier: [],
    replies: [],
    instructions: '<files>\n- “plan.txt” (text)\n[plan.txt]\n> The train leaves at nine.\n</files>',
    called: [],
    offered: new Set(['list_tasks']),
  });
  expect(step).toEqual({
    text: expect.stringMatching(/^I have received \*\*plan\.txt\*\*[\s\S]*> The train leaves/),
  });
});

test('words for a time tell the language of a message without function words, in the whole reply', async () => {
  await talk([['sveglia alle 6:45', /^Ho aggiunto \*\*Sveglia\*\* .* Scadenza: ven 27 nov, 06:45/]]);
  await talk([['Dienstag Yoga', /^Auf die Liste gesetzt: \*\*Yoga\*\*\. Fällig: Di 1\. Dez\./]]);
});

test.each([
  ['Which tasks are open?', /^You have no open tasks\.$/, /^You have 1 open task:\n\n- \[ \] Bread$/],
  ['Welche Aufgaben sind offen?', /^Du hast keine offenen Aufgaben\.$/, /- \[ \] Bread$/],
  ['Quali attività sono aperte?', /^Non hai attività aperte\.$/, /- \[ \] Bread$/],
])('“%s” shows the open tasks only', async (message, none, one) => {
  await talk([
    ['add milk', /^Added/],
    ['finish milk', /^Done/],
    [message, none],
    ['add bread', /^Added/],
    [message, one],
  ]);
});

test('a day without tasks is no empty list', async () => {
  await talk([
    ['add milk', /^Added/],
    ['am I free on Sunday?', /^Nothing is due\.$/],
  ]);
});

test.each([
  ["delete everything that's done", /^Deleted \*\*Milk\*\*\.$/],
  ['lösch alles was erledigt ist', /^Gelöscht: \*\*Milk\*\*\.$/],
  ['cancella le cose fatte', /^Ho eliminato \*\*Milk\*\*\.$/],
])('“%s” deletes the done tasks only', async (message, reply) => {
  await talk([
    ['add milk', /^Added/],
    ['add bread', /^Added/],
    ['finish milk', /^Done/],
    [message, reply],
    ['show my tasks', /^You have 1 open task:\n\n- \[ \] Bread$/],
  ]);
});
