import { answerOf, fold, noReply } from '@jarvis/contract';
import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { expect, it } from 'vitest';
import { makeKey } from '../auth/api-key-format.ts';
import { createConversation, listConversations, readConversation } from '../conversations/conversations.ts';
import { listReminders } from '../reminders/reminders.ts';
import { listMarkedTasks } from '../tasks/lists.ts';
import { createTask } from '../tasks/tasks.ts';
import { changeTimeSettings } from '../time/settings.ts';
import { letModelNameConversation } from './store/improve-title.ts';
import { takeTurn } from './turn.ts';

const db = await databaseForFile();
const model = await modelForFile();
const deps = testDeps(db, { model: model.model });
const ada = await personIn(db);

it('begins a conversation, titled with the first line of the message, and stores the turn whole', async () => {
  model.script({ say: 'Hello **Ada**!' });
  const turn = await takeTurn(deps, ada, { message: 'Hello Jarvis\nhow are things?' });

  const { conversationId } = turn;
  expect(answerOf(turn)).toEqual({
    reply: 'Hello **Ada**!',
    conversationId,
  });
  const { conversation, messages } = await readConversation(deps, ada.id, { id: turn.conversationId });
  expect(conversation.title).toBe('Hello Jarvis');
  expect(messages).toMatchObject([
    { id: turn.userMessage.id, role: 'user', content: 'Hello Jarvis\nhow are things?', policyDenied: false },
    { id: turn.assistantMessage.id, role: 'assistant', content: 'Hello **Ada**!', policyDenied: false },
  ]);
});

it('shows the model no pasted key, so that no reply repeats it', async () => {
  const eve = await personIn(db);
  const { key, prefix } = makeKey();
  await createTask(deps, eve.id, { title: `Change ${key}`, createdBy: 'user' });
  const { conversationId } = await takeTurn(deps, eve, { message: `My key is ${key}.` });
  model.script(
    { call: [{ tool: 'list_tasks', input: {} }] },
    { call: [{ tool: 'complete_task', input: { task: 'Change' } }] },
  );
  const turn = await takeTurn(deps, eve, { message: `Say ${key} again`, conversationId });
  const named = await takeTurn(deps, eve, { message: `Name ${key} ${'and so on '.repeat(10)}` });
  await letModelNameConversation(deps, eve.id, named, new AbortController().signal);

  const prompts = JSON.stringify(model.requests);
  expect(prompts).not.toContain(key);
  for (const text of [`My key is ${prefix}….`, `Say ${prefix}… again`, `Change ${prefix}…`])
    expect(prompts).toContain(text);
  const answer = JSON.stringify(answerOf(turn));
  expect(answer).toContain(`Change ${prefix}…`);
  expect(answer).not.toContain(key);
  const { conversation, messages } = await readConversation(deps, eve.id, { id: conversationId });
  expect(messages[0]?.content).toBe(`My key is ${key}.`);
  expect(conversation.title).toBe(`My key is ${prefix}….`);
});

it('cuts a reply at 200,000 letters, says so, and shows the end of it to the model that continues', async () => {
  const eve = await personIn(db);
  const content = `\n\`\`\`text\n${'A'.repeat(199_980)}THE END OF WHAT FITS and more`;
  model.script({ raw: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n` });
  const turn = await takeTurn(deps, eve, { message: 'Schreib mir bitte alles auf' });
  const { content: stored, extras } = turn.assistantMessage;
  const note = '*Die Antwort bricht hier ab: Sie hat die Höchstlänge erreicht.*';
  expect(stored).toBe(`${content.slice(0, 200_000).trim()}\n\`\`\`\n\n${note}`);
  expect(extras).toEqual({ cutShort: true });
  expect(turn.cutShort).toBe(true);
  const { messages } = await readConversation(deps, eve.id, { id: turn.conversationId });
  expect(messages[1]?.content).toBe(stored);

  await takeTurn(deps, eve, { message: 'Schreib weiter', conversationId: turn.conversationId });
  const shown = model.requests
    .at(-1)
    ?.messages.slice(-3)
    .map(({ content }) => content);
  expect(shown?.[0]).toBe('Schreib mir bitte alles auf');
  expect(shown?.[1]).toBe(stored.slice(-16_000));
});

it('of a stateless call stores nothing, offers no tool that writes, and names no real conversation', async () => {
  const bob = await personIn(db);
  const messages = [
    { role: 'user', content: 'My name is Bob.' },
    { role: 'assistant', content: 'Hello Bob.' },
  ] as const;
  const turn = await takeTurn(deps, bob, { message: 'Remember that I like tea', messages: [...messages] });

  const request = model.requests[0];
  expect(request?.messages.slice(1, 3)).toMatchObject(messages);
  const offered = request?.tools?.map(({ function: { name } }) => name);
  expect(offered).toEqual(expect.arrayContaining(['list_tasks', 'list_memories', 'current_date']));
  expect(offered).not.toEqual(expect.arrayContaining(['add_task']));
  expect(offered).not.toEqual(expect.arrayContaining(['save_memory']));
  expect(turn.conversation).toBeNull();
  expect(await listConversations(deps, bob.id)).toEqual([]);
  const { rows } = { rows: await db.run('select count(*)::int from memories where user_id = $1', [bob.id]) };
  expect(rows[0]).toEqual([0]);
  await expect(readConversation(deps, bob.id, { id: turn.conversationId })).rejects.toThrow('not found');
});

it('computes times for the model, and tells it what was understood', async () => {
  const kim = await personIn(db);
  await changeTimeSettings(deps, kim.id, { timeZone: 'Europe/Rome' });
  const answers = () =>
    (model.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => JSON.parse(String(content)));
  model.script(
    {
      call: [
        { tool: 'add_task', input: { title: 'Tax', when: '2090-03-26T02:30', repeat: 'every year' } },
        { tool: 'add_task', input: { title: 'Call', when: '2090-01-02T08:00:00Z' } },
        { tool: 'add_task', input: { title: 'Tea', when: 'yesterday at 5' } },
        { tool: 'add_task', input: { title: 'Pay', when: 'whenever' } },
        { tool: 'add_task', input: { title: 'Rule', when: '2090-01-02', repeat: 'FREQ=WEEKLY;BYDAY=MO' } },
        { tool: 'current_date', input: {} },
        { tool: 'current_date', input: { when: '2 January 2090' } },
        { tool: 'current_date', input: { when: 'whenever' } },
      ],
    },
    { say: 'Added.' },
  );
  await takeTurn(deps, kim, { message: 'Add these to my list: tax, call, tea, pay, rule' });
  const [tax, call, tea, pay, rule, date, day, noDay] = answers();
  expect(day).toMatchObject({ ok: true, day: '2090-01-02', away: expect.stringMatching(/^in [\d,]+ days$/) });
  expect(noDay).toMatchObject({ ok: false, reason: 'no_time' });
  expect(tax.due).toMatch(/^Sun 26 Mar 2090, 03:30 \(Europe\/Rome\), in [\d,]+ days, every year$/);
  expect(call.due).toMatch(/^Mon 2 Jan 2090, 09:00 \(Europe\/Rome\), in [\d,]+ days$/);
  expect(tea).toMatchObject({
    ok: false,
    reason: 'past',
    message: expect.stringContaining('ago: that has passed.'),
  });
  expect(pay).toMatchObject({ ok: false, reason: 'no_time' });
  expect(rule.due).toContain('every week on Mon');
  expect(date).toMatchObject({
    timeZone: 'Europe/Rome',
    local: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
  });
  expect(model.requests.at(-1)?.messages[0]?.content).toMatch(
    /^Date: \w+day, \d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Rome\)$/m,
  );

  model.script(
    {
      call: [
        { tool: 'set_due', input: { task: 'Call' } },
        { tool: 'set_due', input: { task: 'Tax', when: 'in 3 days' } },
        { tool: 'set_due', input: { task: 'Tax', remind: 10 } },
        { tool: 'list_tasks', input: { due: 'week' } },
        { tool: 'set_due', input: { task: 'Call', when: 'tomorrow' } },
        { tool: 'list_tasks', input: { on: 'tomorrow' } },
      ],
    },
    { say: 'Moved.' },
  );
  await takeTurn(deps, kim, { message: 'Move the tax, and the call is due at no time' });
  const [unset, moved, reminded, listed, , tomorrow] = answers();
  expect(unset).toEqual({ ok: true, task: expect.objectContaining({ title: 'Call' }) });
  expect(moved.due).toMatch(/, 03:30 \(Europe\/Rome\), in [23] days, every year$/);
  expect(reminded).toMatchObject({ ok: true });
  expect(listed.tasks).toEqual([expect.objectContaining({ title: 'Tax', due: moved.due })]);
  expect(tomorrow.tasks).toEqual([expect.objectContaining({ title: 'Call' })]);

  model.script(
    {
      call: [
        { tool: 'snooze_task', input: { task: 'Tax', when: 'for an hour' } },
        { tool: 'snooze_task', input: { task: 'Tax', when: 'next Monday' } },
        { tool: 'snooze_task', input: { task: 'Call', when: 'in 5 minutes' } },
        { tool: 'snooze_task', input: { when: 'in 5 minutes' } },
        { tool: 'snooze_task', input: { task: 'Tax' } },
      ],
    },
    { say: 'Put off.' },
  );
  await takeTurn(deps, kim, { message: 'Snooze the tax for an hour' });
  const [hour, monday, none, nobody, never] = answers();
  expect(hour).toMatchObject({ ok: true, until: expect.stringMatching(/in (?:1 h|59 min)$/) });
  expect(monday).toMatchObject({ ok: true, until: expect.stringMatching(/^Mon .*, 09:00 \(Europe\/Rome\)/) });
  expect(none).toMatchObject({ ok: false, reason: 'no_reminder' });
  expect(nobody).toMatchObject({ ok: false, reason: 'no_reminder' });
  expect(never).toMatchObject({ ok: false, reason: 'no_time' });
  const [put] = await listReminders(deps, kim.id, { limit: 100 });
  expect(put?.snoozedUntil).toMatch(/T0[78]:00:00.000Z$/);
});

it('says that a task without a reminder was not put off', async () => {
  const kim = await personIn(db);
  model.script(
    {
      call: [
        { tool: 'add_task', input: { title: 'Call' } },
        { tool: 'snooze_task', input: { task: 'Call', when: 'in 5 minutes' } },
      ],
    },
    { say: 'It has no reminder.' },
  );
  const { assistantMessage } = await takeTurn(deps, kim, { message: 'Add call, and snooze it' });
  expect(assistantMessage.extras?.toolRun?.steps).toEqual([
    { label: 'New task: “Call”', state: 'done' },
    { label: 'Put off: “Call”', state: 'error' },
  ]);
});

it('does two things in one turn and says so', async () => {
  const eve = await personIn(db);
  await takeTurn(deps, eve, { message: 'x' });
  model.script(
    { call: [{ tool: 'add_task', input: { title: 'Tax return' } }] },
    { say: 'Added.' },
    {
      call: [
        { tool: 'add_task', input: { title: 'Milk' } },
        { tool: 'complete_task', input: { task: 'tax' } },
      ],
    },
    { say: 'Both are done.' },
  );
  await takeTurn(deps, eve, { message: 'add the tax return' });
  let reply = noReply;
  const turn = await takeTurn(
    deps,
    eve,
    { message: 'put milk on my list and finish the tax one' },
    {
      emit: (event) => {
        reply = fold(reply, event);
      },
    },
  );

  expect(answerOf(turn).toolRun).toEqual({
    state: 'completed',
    caption: 'Added a task, completed a task',
    steps: [
      { label: 'New task: “Milk”', state: 'done' },
      { label: 'Completed task: “Tax return”', state: 'done' },
    ],
  });
  expect(reply.steps).toHaveLength(2);
  expect(reply.ending).toMatchObject({ type: 'done' });
  expect(turn.outcome).toBe('answered');
  const tasks = await listMarkedTasks({ db }, eve.id);
  expect(tasks.map(({ title, status, createdBy }) => [title, status, createdBy])).toEqual([
    ['Milk', 'open', 'assistant'],
    ['Tax return', 'done', 'assistant'],
  ]);
});

it('shows whole characters, also of a model that divides them, and stores what it has shown', async () => {
  async function* by() {
    for (const piece of ['Well \ud83d', '\ude00 done', '\ude00 \ud83d', 'x', '.\ud83d']) {
      yield piece;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  model.script({ by: by() });
  const deltas: string[] = [];
  const turn = await takeTurn(
    deps,
    ada,
    { message: 'Hello' },
    { emit: (event) => event.type === 'text' && deltas.push(event.delta) },
  );
  expect(answerOf(turn).reply).toBe('Well 😀 done\ufffd \ufffdx.\ufffd');
  expect(deltas.join('')).toBe(answerOf(turn).reply);
  expect(deltas.filter((delta) => !delta.isWellFormed())).toEqual([]);
});

it('answers in no conversation that is another account’s, missing or malformed', async () => {
  const { conversationId } = await takeTurn(deps, ada, { message: 'Mine' });
  const mallory = await personIn(db);
  model.reset();
  for (const id of [conversationId, '019c1f0e-8c11-7d5a-9a3e-5f0f4b1c2d3e', 'nonsense', '']) {
    await expect(takeTurn(deps, mallory, { message: 'Yours?', conversationId: id })).rejects.toThrow(
      'Conversation not found.',
    );
  }
  expect(model.requests).toEqual([]);
});

it('continues a conversation that was created without a message', async () => {
  const { id } = await createConversation(deps, ada.id, 'Plans');
  const turn = await takeTurn(deps, ada, { message: 'Hello', conversationId: id });
  expect(turn.conversation).toMatchObject({ id, title: 'Plans' });
});
