import { messagePageOutput, type ReplyExtras, type User } from '@jarvis/contract';
import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import { readPage } from '../conversations/pages.ts';
import { listMemories } from '../memories/memories.ts';
import { gatherContext } from './gather/context.ts';
import { storeWhole } from './store/store.ts';
import { takeTurn } from './turn.ts';

const db = await databaseForFile();
const model = await modelForFile();
const deps = testDeps(db, { model: model.model });

let ada: User;

beforeEach(async () => {
  ada = await personIn(db);
});

const memories = async () => (await listMemories(deps, ada.id)).map(({ content, type }) => [content, type]);

it('a memory is saved when the model calls the tool, and not a second time', async () => {
  model.script({ call: [{ tool: 'save_memory', input: { content: 'Prefers tea' } }] }, { say: 'Noted.' });
  const turn = await takeTurn(deps, ada, { message: 'I prefer tea' });
  expect(await memories()).toEqual([['Prefers tea', 'preference']]);
  expect(turn.assistantMessage.extras).toMatchObject({
    savedMemories: [{ content: 'Prefers tea', type: 'preference' }],
    toolRun: { state: 'completed', caption: 'Remembered something' },
  });
});

it('data beside a reply is the same when the reply ends and when it is read again', async () => {
  model.script({ call: [{ tool: 'save_memory', input: { content: 'Prefers tea' } }] }, { say: 'Noted.' });
  const { conversationId, assistantMessage } = await takeTurn(deps, ada, { message: 'I prefer tea' });
  const page = messagePageOutput.parse(await readPage(deps, ada.id, { id: conversationId }));
  expect(page.messages.at(-1)).toEqual(assistantMessage);
  const [memory] = await listMemories(deps, ada.id);
  expect(page.messages.at(-1)?.extras?.savedMemories).toEqual([
    { id: memory?.id, type: 'preference', content: 'Prefers tea' },
  ]);
});

it('no data beside a reply is stored that the contract does not have', async () => {
  const context = await gatherContext(deps, ada, { message: 'Hello' });
  const extras: ReplyExtras = Object.assign({ stopped: true as const }, { cost: 3 });
  const outcome = { kind: 'stopped', reply: 'Hi' } as const;
  const input = { message: 'Hello' };
  const finished = { input, context, outcome, extras, fromWeb: false };
  await storeWhole(deps, ada.id, finished);
  const [, reply] = (await readPage(deps, ada.id, { id: context.conversationId })).messages;
  expect(reply?.extras).toEqual({ stopped: true });
});

it('for a model that calls no tool, a clear request or a lasting statement is saved', async () => {
  const turn = await takeTurn(deps, ada, { message: 'My favourite colour is blue. What goes with it?' });
  await takeTurn(deps, ada, { message: 'Remember that I park on level 3.' });
  await takeTurn(deps, ada, { message: 'What do you think of blue?' });
  expect(await memories()).toEqual([
    ['I park on level 3', 'user'],
    ['My favourite colour is blue', 'preference'],
  ]);
  expect(turn.assistantMessage.extras).toMatchObject({
    savedMemories: [{ content: 'My favourite colour is blue' }],
  });
  expect(turn.assistantMessage.extras).not.toHaveProperty('toolRun');
});

it.each([
  'My password is hunter2',
  'Remember my card 4111 1111 1111 1111',
  'My friend says: "I live in Berlin"',
  'What is my favourite colour?',
])('%s leaves no memory', async (message) => {
  model.script(
    { call: [{ tool: 'save_memory', input: { content: 'My password is hunter2' } }] },
    { say: 'No.' },
  );
  await takeTurn(deps, ada, { message });
  expect(await memories()).toEqual([]);
});

it('nothing is saved and nothing is shown when memory is off', async () => {
  await takeTurn(deps, ada, { message: 'Remember that I park on level 3.' });
  model.reset();
  await takeTurn(
    deps,
    { ...ada, memoryEnabled: false },
    { message: 'Where do I park? My dog is called Rex.' },
  );
  expect(await memories()).toHaveLength(1);
  expect(model.requests[0]?.messages[0]?.content).not.toContain('level 3');
});

it('memories are shown to the model in the next conversation', async () => {
  await takeTurn(deps, ada, { message: 'Remember that I park on level 3.' });
  model.reset();
  await takeTurn(deps, ada, { message: 'Where do I park?' });
  expect(model.requests[0]?.messages[0]?.content).toMatch(
    /<memories>\n- \[\d{4}-\d\d-\d\d\] I park on level 3\n/,
  );
});

it('a failed turn leaves no memory', async () => {
  model.script({ refuse: 401 });
  await expect(takeTurn(deps, ada, { message: 'Remember that I park on level 3.' })).rejects.toThrow();
  expect(await memories()).toEqual([]);
});

it('suggests a stated name, in the answer and with the stored reply', async () => {
  const turn = await takeTurn(deps, ada, { message: 'Hi, my name is Ada' });
  expect(turn.assistantMessage.extras).toMatchObject({ nameSuggestion: { name: 'Ada' } });
});
