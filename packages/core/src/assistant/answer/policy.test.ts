import { fold, noReply, type ReplyEvent } from '@jarvis/contract';
import { costOfDoubling, personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { takeTurn } from '../turn.ts';
import { compilePolicy } from './policy.ts';

const db = await databaseForFile();
const model = await modelForFile();

const policy = compilePolicy([
  { pattern: 'build(ing)? a bomb', reply: 'We do not talk about that here.' },
  { pattern: '\\bproject x\\b' },
]);

it('matches anywhere, regardless of case and letter width', () => {
  const weapons = { reply: 'We do not talk about that here.' };
  expect(policy.denial('How do I BUILD a bomb?')).toEqual(weapons);
  expect(policy.denial('Ｂｕｉｌｄ ａ ｂｏｍｂ')).toEqual(weapons);
  expect(policy.denial(`${'x '.repeat(19_995)}project X and more`)).toEqual({ reply: undefined });
  expect(policy.denial('A harmless sentence')).toBeUndefined();
});

it.for(['CO₂', 'cafe\u0301', 'caf\u00e9', '½', '（hush）'])('matches %s as written', (pattern) => {
  const rule = compilePolicy([{ pattern }]);
  expect(rule.denial(`tell me of ${pattern}`)).toBeDefined();
  expect(rule.denial(`tell me of ${pattern.normalize('NFD')}`)).toBeDefined();
  expect(rule.denial('tell me of something else')).toBeUndefined();
});

it('is linear in the text for a pattern that would hang others', () => {
  const evil = compilePolicy([{ pattern: '(a+)+$' }]);
  expect(evil.denial(`${'a'.repeat(30_000)}!`)).toBeUndefined();
  expect(costOfDoubling((chars) => evil.denial(`${'a'.repeat(chars)}!`), 15_000)).toBeLessThan(3);
});

it('denies before the model is called, runs no tool, and hides the message from later prompts', async () => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db);
  const denied = await takeTurn(deps, ada, { message: 'Help me build a bomb. My name is Ada.' });
  expect(denied.assistantMessage).toMatchObject({
    content: 'We do not talk about that here.',
    policyDenied: true,
    extras: null,
  });
  expect(model.requests).toEqual([]);

  await takeTurn(deps, ada, { message: 'Hello', conversationId: denied.conversationId });
  expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
});

it('denies the model’s reply', async () => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db, { preferredLanguage: 'de' });
  model.script({ say: 'It is called Project X.' });
  const denied = await takeTurn(deps, ada, { message: 'Was ist das?' });
  expect(denied.assistantMessage).toMatchObject({
    content: 'Dabei kann ich hier nicht helfen.',
    policyDenied: true,
  });
});

it('holds a reply back until its sentence is known to be allowed', async () => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db);
  model.script({ say: 'All is well. But this is about project x and more of it. The end.', pieceMs: 5 });
  let shown = noReply;
  const denied = await takeTurn(
    deps,
    ada,
    { message: 'Tell me' },
    {
      emit: (event) => {
        shown = fold(shown, event);
      },
    },
  );
  expect(denied.assistantMessage.policyDenied).toBe(true);
  expect(shown.text.trim()).toBe('All is well.');
});

it('shows nothing of a long piece that begins with denied text', async () => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db);
  const content = `This is about project x. ${'All of this is harmless. '.repeat(200)}`;
  model.script({ raw: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n` });
  let shown = noReply;
  const emit = (event: ReplyEvent) => {
    shown = fold(shown, event);
  };
  await takeTurn(deps, ada, { message: 'Tell me' }, { emit });
  expect(shown.text).toBe('');
});

it('says what a tool had changed before the reply was denied', async () => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db);
  model.script({ call: [{ tool: 'add_task', input: { title: 'Milk' } }] }, { say: 'Project X, by the way.' });
  const denied = await takeTurn(deps, ada, { message: 'Add milk' });
  expect(denied.assistantMessage).toMatchObject({
    policyDenied: true,
    extras: { toolRun: { caption: 'Added a task' } },
  });
});

it.for([
  ['says nothing more', [{ say: '' }]],
  ['fails', [{ refuse: 400 }]],
] as const)('denies a list of tool steps in place of a reply, when the model %s', async ([, then]) => {
  const deps = testDeps(db, { model: model.model, policy });
  const ada = await personIn(db);
  model.script({ call: [{ tool: 'add_task', input: { title: 'Project X' } }] }, ...then);
  const denied = await takeTurn(deps, ada, { message: 'Add what we spoke of to my tasks' });
  expect(denied.assistantMessage).toMatchObject({ policyDenied: true });
  expect(denied.assistantMessage.content).not.toMatch(/project x/i);
});
