import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile } from '@jarvis/testkit/for-file';
import { expect, test } from 'vitest';
import { takeTurn } from '../assistant/turn.ts';
import { languages, vocabularies } from '../language/languages.ts';
import { toolWords } from '../language/tool-words.ts';
import { filled } from '../text/filled.ts';
import { readTime } from '../time/grammar/read-time.ts';
import { loadCalendar } from '../time/load-calendar.ts';
import { sayTime } from '../time/say-time.ts';
import { builtinModel } from './builtin-model.ts';
import { nextStep } from './next-step.ts';

const db = await databaseForFile();
const calendar = await loadCalendar();
const rules = { name: 'builtin', builtin: true, languageModel: builtinModel() };

/** A conversation with the built-in model, on Thursday, 26 November 2026, at noon: each message, and its reply. */
async function talk(turns: readonly (readonly [message: string, reply: RegExp])[]): Promise<void> {
  const ada = await personIn(db);
  const deps = testDeps(db, { model: rules });
  deps.clock.moveTo('2026-11-26T12:00:00.000Z');
  let conversationId: string | undefined;
  for (const [message, reply] of turns) {
    const turn = await takeTurn(deps, ada, { message, conversationId });
    conversationId = turn.conversationId;
    expect(turn.assistantMessage.content, message).toMatch(reply);
  }
}

test('of two tasks of one title, the one is deleted that the person chooses by its place', async () => {
  await talk([
    ['add milk', /^Added/],
    ['add milk', /^Added/],
    ['delete milk', /^Deleted \*\*Milk\*\*\.$/],
    ['add milk tomorrow at 8', /Due: Fri 27 Nov, 08:00/],
    ['add milk on Saturday', /Due: Sat 28 Nov/],
    [
      'delete milk',
      /^Several tasks match “milk”: \*\*Milk\*\* \(Sat 28 Nov .*\), \*\*Milk\*\* \(Fri 27 Nov, .*\), \*\*Milk\*\*\. Which/,
    ],
    ['the second one', /^Deleted \*\*Milk\*\*\. Due: Fri 27 Nov/],
    ['show my tasks', /^You have 2 open tasks:\n\n- \[ \] Milk: Sat 28 Nov.*\n- \[ \] Milk$/],
    ['finish the last one', /^Done: \*\*Milk\*\* is finished\.$/],
    ['what is due on Saturday?', /^You have 1 open task:/],
  ]);
});

test('the name is the one that the person states, not a word after “call me”', async () => {
  await talk([
    ['Call me back tomorrow', /./],
    ['hi', /^Hello!/],
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

test('a done task is deleted by its place, not the open one of the same name', async () => {
  await talk([
    ['add milk', /^Added/],
    ['finish milk', /^Done/],
    ['add milk', /^Added/],
    ['show my tasks', /- \[ \] Milk\n\n.*\n\n- \[x\] Milk$/],
    ['delete the last one', /^Deleted \*\*Milk\*\*\.$/],
    ['show my tasks', /^You have 1 open task:\n\n- \[ \] Milk$/],
  ]);
});

test('of two schedules of one name, the one is stopped that the person chooses by its place', async () => {
  await talk([
    ['every day at 7am and 7pm tell me what is due', /Next: .*\n\n.*Next: /],
    ['stop it', /^Several schedules match .* \(Thu 26 Nov, 19:00.*\), .* \(Fri 27 Nov, 07:00.*\)\. Which/],
    ['stop the second one', /^Paused: \*\*Tell me what is due\*\*\.$/],
    ['which schedules do I have?', /next Thu 26 Nov, 19:00.*\n- .*: paused$/],
    ['resume the last one', /^I will do that again: .* Next: Fri 27 Nov, 07:00/],
  ]);
});

test('“it” is the schedule that was named, also if its name has an “and” and a list showed it', async () => {
  await talk([
    ['every day at 7am send me the news and my tasks', /^I will do that/],
    ['every friday at 9 tell me about ducks', /^I will do that/],
    ['pause it', /^Paused: \*\*Tell me about ducks\*\*/],
    ['which schedules do I have?', /^These are your schedules:/],
    ['resume it', /^I found no schedule that matches “it”/],
    ['delete the first one', /^Deleted the schedule \*\*Tell me about ducks\*\*/],
    ['which schedules do I have?', /^These are your schedules:/],
    ['delete it', /^Deleted the schedule \*\*Send me the news and my tasks\*\*/],
  ]);
});

test('a statement finishes no task that says much more', async () => {
  await talk([
    ['buy mobile phone case', /^Added/],
    ['I picked up the phone', /^I found no task/],
    ['add buy oat milk', /^Added/],
    ['I bought the milk', /^Done: \*\*Buy oat milk\*\* is finished\.$/],
    ['add a task: milk and bread', /^Added \*\*Milk and bread/],
    ['I bought the bread', /^I found no task/],
    ['show my tasks', /^You have 2 open tasks:\n\n- \[ \] Milk and bread\n- \[ \] Buy mobile phone case\n/],
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

test('a further time adds the task once more, on its day or at its time', async () => {
  await talk([
    ['remind me tomorrow at 9 to call Tim', /Due: Fri 27 Nov, 09:00/],
    ['and at 10', /^Added \*\*Call Tim\*\* .* Due: Fri 27 Nov, 10:00 .* I will remind you\.$/],
    ['and on Monday', /^Added \*\*Call Tim\*\* .* Due: Mon 30 Nov, 10:00 .* I will remind you\.$/],
    ['take pills every 2 days at 8', /every 2 days\.$/],
    ['and at 20:00', /^Added \*\*Take pills\*\* .*, 20:00 \(UTC\), .*every 2 days\.$/],
    ['actually Wednesday', /^\*\*Take pills\*\* has a new date\. Due: Wed 2 Dec, 20:00/],
    ['undo', /^I can only undo/],
    ['Müll rausbringen jeden Mittwoch', /^Auf die Liste gesetzt/],
    ['also dann morgen', /^Neuer Termin: \*\*Müll rausbringen\*\*\. Fällig: Fr 27\. Nov/],
    ['call Tom', /^Added/],
    ['call Tom', /^Added/],
    ['remind me on Friday at 9 to call Tom', /^Added/],
    ['undo', /^Deleted \*\*Call Tom\*\*\. Due: Fri 27 Nov, 09:00/],
  ]);
});

test.each([
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=WEEKLY;BYDAY=MO,TU,TH,FR,SA,SU',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=MONTHLY;BYDAY=3FR',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1',
  'FREQ=YEARLY',
  'FREQ=DAILY;UNTIL=20271224',
])('a deleted task with the rule %s is added again with it', (repeat) => {
  const nowMs = Date.parse('2026-11-26T12:00:00Z');
  // Not the first day after now, so that the reading has to take the day into account.
  const from = {
    start: '2026-11-26T08:00',
    timeZone: 'UTC',
    repeat,
    after: '2027-02-01T00:00:00.000Z',
    count: 1,
  };
  const [first] = calendar.occurrences(from);
  const start = first?.local.slice(0, 16) ?? '';
  for (const language of languages) {
    const time = { start, timeZone: 'UTC', atMs: Date.parse(`${start}Z`), repeat };
    const { done, due } = vocabularies[language].says;
    const said = filled(due, sayTime(time, language, nowMs, calendar));
    const replies = [`${filled(done.delete_task ?? '', '**Rex**')} ${said}`];
    const offered = new Set(Object.keys(toolWords));
    const step = nextStep({ message: 'undo', earlier: [], replies, instructions: '', called: [], offered });
    const text = 'calls' in step ? String(step.calls[0]?.input.when) : '';
    const read = readTime({ text, language, nowMs, timeZone: 'UTC' }, calendar);
    expect({ text, start: read.start, repeat: read.repeat }).toEqual({ text, start, repeat });
  }
});

test('a question that fits a task is also answered from the files', () => {
  const listed = { tasks: [{ title: 'Book the train', status: 'open', due: 'Fri 4 Dec' }] };
  const step = nextStep({
    message: 'When does the train leave?',
    earlier: [],
    replies: [],
    instructions: '<files>\n- “plan.txt” (text)\n[plan.txt]\n> The train leaves at nine.\n</files>',
    called: [{ tool: 'list_tasks', input: {}, output: listed }],
    offered: new Set(['list_tasks']),
  });
  expect(step).toEqual({
    text: expect.stringMatching(
      /^\*\*Book the train\*\*.*\n\nI have received \*\*plan\.txt\*\*[\s\S]*> The train leaves/,
    ),
  });
});

test('words for a time tell the language of a message without function words, in the whole reply', async () => {
  await talk([['sveglia alle 6:45', /^Ho aggiunto \*\*Sveglia\*\* .* Scadenza: ven 27 nov, 06:45/]]);
  await talk([['Dienstag Yoga', /^Auf die Liste gesetzt: \*\*Yoga\*\*\. Fällig: Di 1\. Dez\./]]);
});

test('“and bananas too” adds bananas', async () => {
  await talk([
    ['put milk on my list', /^Added/],
    ['and bananas too', /^Added \*\*Bananas\*\*/],
  ]);
});

test('a result is calculated further in German too, where “und” is also “plus”', async () => {
  await talk([
    ['was ist 12 mal 14', /\*\*168\*\*/],
    ['und minus 8?', /\*\*160\*\*/],
  ]);
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
