import type { User } from '@jarvis/contract';
import { lengthenConversation, personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import { exportAccount } from '../../account/export/export-account.ts';
import { takeTurn } from '../../assistant/turn.ts';
import { newId } from '../../ids.ts';
import {
  addMessage,
  deleteConversation,
  listConversations,
  readConversation,
  renameConversation,
} from '../conversations.ts';
import { readPage } from '../pages.ts';
import { chooseVersion, listVersions, versionOf } from './versions.ts';

const db = await databaseForFile();
const model = await modelForFile();
const deps = testDeps(db, { model: model.model });

let ada: User;

beforeEach(async () => {
  ada = await personIn(db);
});

async function say(message: string, conversationId?: string, reply = `On ${message}`) {
  deps.clock.advance(1);
  model.script({ say: reply });
  return takeTurn(deps, ada, { message, conversationId });
}

/** A conversation of these turns, with the ids of its messages. */
async function conversation(...messages: string[]) {
  let id: string | undefined;
  for (const message of messages) id = (await say(message, id)).conversationId;
  if (id === undefined) throw new Error('no message');
  return { id, ids: await idsOf(id) };
}

const messagesOf = async (id: string) => (await readConversation(deps, ada.id, { id })).messages;
const idsOf = async (id: string) => (await messagesOf(id)).map((message) => message.id);
const line = async (id: string) => (await messagesOf(id)).map(({ content }) => content);

async function edit(id: string, messageId = '', message = '') {
  const version = await versionOf(deps, ada.id, { id, messageId }, 'user');
  return () => {
    deps.clock.advance(1);
    model.script({ say: `On ${message}` });
    return takeTurn(deps, ada, { message, conversationId: id, version });
  };
}

async function regenerate(id: string, messageId = '', reply = '') {
  const version = await versionOf(deps, ada.id, { id, messageId }, 'assistant');
  deps.clock.advance(1);
  model.script({ say: reply });
  return takeTurn(deps, ada, { message: version.asked?.content ?? '', conversationId: id, version });
}

const choose = (id: string, messageId = '') => chooseVersion(deps, ada.id, { id, messageId });

it('an edited message is another version, with its own turn, and the first version keeps its later messages', async () => {
  const { id, ids } = await conversation('One', 'Two', 'Three');
  await (await edit(id, ids[2], 'Zwei'))();
  expect(await line(id)).toEqual(['One', 'On One', 'Zwei', 'On Zwei']);

  const [versions] = await listVersions(deps, ada.id, id);
  expect(versions).toEqual({ chosen: (await idsOf(id))[2], messageIds: [ids[2], (await idsOf(id))[2]] });
  await choose(id, ids[2]);
  expect(await idsOf(id)).toEqual(ids);
  await choose(id, versions?.messageIds[1]);
  expect(await line(id)).toEqual(['One', 'On One', 'Zwei', 'On Zwei']);
});

it('the model that answers an edited message sees the messages before it, and none after it', async () => {
  const { id, ids } = await conversation('One', 'Two', 'Three');
  await (await edit(id, ids[2], 'Zwei'))();
  const shown = model.requests.at(-1)?.messages.filter(({ role }) => role !== 'system');
  expect(shown?.map(({ content }) => content)).toEqual(['One', 'On One', 'Zwei']);
});

it('a rewritten reply answers the same message, which stays one', async () => {
  const { id, ids } = await conversation('One', 'Two');
  const turn = await regenerate(id, ids[1], 'Better');
  expect(turn.userMessage).toMatchObject({ id: ids[0], content: 'One' });
  expect(await line(id)).toEqual(['One', 'Better']);
  expect(model.requests.at(-1)?.messages.filter(({ role }) => role !== 'system')).toHaveLength(1);

  await choose(id, ids[1]);
  expect(await idsOf(id)).toEqual(ids);
  expect((await readPage(deps, ada.id, { id })).messages.map((message) => message.id)).toEqual(ids);
});

it('the first message of a conversation can be edited', async () => {
  const { id, ids } = await conversation('One', 'Two');
  await (await edit(id, ids[0], 'Eins'))();
  expect(await line(id)).toEqual(['Eins', 'On Eins']);
  await choose(id, ids[3]);
  expect(await idsOf(id)).toEqual(ids);
});

it('a title that was cut from the first message follows its versions, until a person sets another', async () => {
  const { id, ids } = await conversation('One', 'Two');
  const title = async () => (await readConversation(deps, ada.id, { id })).conversation.title;
  await (await edit(id, ids[2], 'Zwei'))();
  expect(await title()).toBe('One');
  const turn = await (await edit(id, ids[0], 'Eins\nund mehr'))();
  expect([turn.conversation?.title, await title()]).toEqual(['Eins', 'Eins']);
  await choose(id, ids[0]);
  expect(await title()).toBe('One');
  await renameConversation(deps, ada.id, { id, title: 'Mine' });
  await (await edit(id, ids[0], 'Uno'))();
  await choose(id, ids[0]);
  expect(await title()).toBe('Mine');
});

it('nested versions come back unchanged', async () => {
  const { id, ids } = await conversation('One', 'Two');
  await regenerate(id, ids[3], 'Two, better');
  await say('Three', id);
  const before = await idsOf(id);
  await (await edit(id, ids[0], 'Eins'))();
  await say('Zwei', id);
  // A message inside an unchosen version.
  await choose(id, ids[3]);
  expect(await idsOf(id)).toEqual(ids);
  await choose(id, before[4]);
  expect(await idsOf(id)).toEqual(before);
  expect(await listVersions(deps, ada.id, id)).toHaveLength(2);
});

it('a message added to a version stays with it', async () => {
  const { id, ids } = await conversation('One', 'Two');
  await (await edit(id, ids[2], 'Zwei'))();
  await addMessage(deps, ada.id, { id, content: 'Drei' });
  await choose(id, ids[2]);
  await say('Three', id);
  expect(await line(id)).toEqual(['One', 'On One', 'Two', 'On Two', 'Three', 'On Three']);
  const [versions] = await listVersions(deps, ada.id, id);
  await choose(id, versions?.messageIds[1]);
  expect(await line(id)).toEqual(['One', 'On One', 'Zwei', 'On Zwei', 'Drei']);
});

it('two devices that edit the same message at once lose nothing', async () => {
  const { id, ids } = await conversation('One', 'Two');
  const first = await edit(id, ids[2], 'Zwei');
  const second = await edit(id, ids[2], 'Due');
  const turns = await Promise.all([first(), second()]);
  const [versions] = await listVersions(deps, ada.id, id);
  expect(versions?.messageIds).toHaveLength(3);
  for (const { userMessage, assistantMessage } of turns) {
    await choose(id, userMessage.id);
    expect((await idsOf(id)).slice(2)).toEqual([userMessage.id, assistantMessage.id]);
  }
});

it('a branch of many messages is exchanged by pages, with a longer deadline', async () => {
  const { id, ids } = await conversation('One');
  await regenerate(id, ids[1], 'Better');
  await choose(id, ids[1]);
  await lengthenConversation(db, id);
  const before = await idsOf(id);
  const first = before[0] ?? '';
  const eins = await (await edit(id, first, 'Eins'))();

  let pages = 0;
  const hurried = db.apart(500);
  const watched = hurried.intercepted(({ text }, proceed) => {
    if (text.startsWith('with "moved"')) pages += 1;
    return proceed();
  });
  await chooseVersion({ ...deps, db: watched }, ada.id, { id, messageId: first });
  expect(pages).toBeGreaterThan(5_000 / 200);
  expect(await idsOf(id)).toEqual(before);
  await chooseVersion({ ...deps, db: watched }, ada.id, { id, messageId: eins.userMessage.id });
  expect(await line(id)).toEqual(['Eins', 'On Eins']);
  await choose(id, before.at(-1));
  expect(await idsOf(id)).toEqual(before);
  const [version] = await listVersions(deps, ada.id, id);
  expect(version?.messageIds).toEqual([first, eins.userMessage.id]);
  await hurried.close();
});

it('an edit loses nothing that another device adds, edits or chooses during the model’s answer', async () => {
  const { id, ids } = await conversation('One', 'Two', 'Three');
  const slow = await edit(id, ids[4], 'Drei');
  await say('Four', id);
  const other = await (await edit(id, ids[0], 'Eins'))();
  const turn = await slow();
  // Its own line is chosen again, because it follows a message there.
  expect(await line(id)).toEqual(['One', 'On One', 'Two', 'On Two', 'Drei', 'On Drei']);
  expect((await idsOf(id)).at(-1)).toBe(turn.assistantMessage.id);
  await choose(id, ids[4]);
  expect((await line(id)).slice(4)).toEqual(['Three', 'On Three', 'Four', 'On Four']);
  await choose(id, other.userMessage.id);
  expect(await line(id)).toEqual(['Eins', 'On Eins']);
});

it('a concurrent turn and choice leave a complete line', async () => {
  const { id, ids } = await conversation('One', 'Two');
  await (await edit(id, ids[2], 'Zwei'))();
  await Promise.all([say('Next', id), choose(id, ids[2]), choose(id, ids[3]), say('Then', id)]);
  const places = await db.run(
    'select place from messages where user_id = $1 and conversation_id = $2 order by place',
    [ada.id, id],
  );
  expect(places.map(([place]) => place)).toEqual(places.map((_, i) => i + 1));
  const branches = await db.run('select count(*)::int from branch_messages where user_id = $1', [ada.id]);
  expect(places.length + Number(branches[0]?.[0])).toBe(ids.length + 2 + 4);
});

it('search and recall find only chosen messages', async () => {
  const { id, ids } = await conversation('Hello', 'The boat out there is called Esmeralda');
  await (await edit(id, ids[2], 'The boat out there is called Nautilus'))();
  expect(await listConversations(deps, ada.id, { q: 'esmeralda' })).toEqual([]);
  expect(await listConversations(deps, ada.id, { q: 'nautilus' })).toMatchObject([{ id }]);
  await say('What is the boat called?');
  const asked = JSON.stringify(model.requests.at(-1)?.messages);
  expect(asked).toContain('Nautilus');
  expect(asked).not.toContain('Esmeralda');
});

it('messages that a new version replaces are not recalled', async () => {
  const small = testDeps(db, { model: model.model, clock: deps.clock });
  const settings = { ...small.settings, modelContextTokens: 700 };
  const { id, ids } = await conversation(
    'The boat out there is called Esmeralda',
    `Tell me more ${'of it '.repeat(300)}`,
  );
  const version = await versionOf(deps, ada.id, { id, messageId: ids[0] ?? '' }, 'user');
  await takeTurn({ ...small, settings }, ada, { message: 'The boat?', conversationId: id, version });
  expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('Esmeralda');
});

it('a page’s number shows that the line was changed, other than at its end', async () => {
  const { id, ids } = await conversation('One');
  const { line: first } = await readPage(deps, ada.id, { id });
  await say('Two', id);
  expect((await readPage(deps, ada.id, { id })).line).toBe(first);
  await regenerate(id, ids[1], 'Better');
  expect((await readPage(deps, ada.id, { id })).line).not.toBe(first);
});

it('a failing model leaves the line unchanged', async () => {
  const { id, ids } = await conversation('One', 'Two');
  model.reset();
  model.otherwise = () => ({ refuse: 401 });
  const version = await versionOf(deps, ada.id, { id, messageId: ids[0] ?? '' }, 'user');
  const failing = takeTurn(deps, ada, { message: 'Eins', conversationId: id, version });
  await expect(failing).rejects.toMatchObject({ kind: 'failed' });
  expect(await idsOf(id)).toEqual(ids);
  expect(await listVersions(deps, ada.id, id)).toEqual([]);
});

it('no versions can be made of another account’s messages, or with the other role', async () => {
  const { id, ids } = await conversation('One');
  const bob = await personIn(db);
  const named = { id, messageId: ids[0] ?? '' };
  await expect(versionOf(deps, bob.id, named, 'user')).rejects.toMatchObject({ kind: 'notFound' });
  await expect(chooseVersion(deps, bob.id, named)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(listVersions(deps, bob.id, id)).rejects.toMatchObject({ kind: 'notFound' });
  await expect(versionOf(deps, ada.id, named, 'assistant')).rejects.toMatchObject({ kind: 'badRequest' });
  const unknown = { id, messageId: newId(deps.clock.now()) };
  await expect(chooseVersion(deps, ada.id, unknown)).rejects.toMatchObject({ kind: 'notFound' });
});

it('other versions are in the export of the account, and are deleted with their conversation', async () => {
  const { id, ids } = await conversation('One');
  await regenerate(id, ids[1], 'Better');
  let text = '';
  for await (const piece of await exportAccount(deps, ada.id)) text += piece;
  expect(JSON.parse(text).otherVersions).toMatchObject([
    { id: ids[1], content: 'On One', parentId: ids[0], conversationId: id },
  ]);
  await deleteConversation(deps, ada.id, id);
  expect(await db.run('select 1 from branch_messages where user_id = $1', [ada.id])).toHaveLength(0);
});

it('an export during which another version is chosen fails, because it may lack messages', async () => {
  const { id, ids } = await conversation('One', 'Two');
  await (await edit(id, ids[2], 'Zwei'))();
  const read = async () => {
    for await (const piece of await exportAccount(deps, ada.id))
      if (piece.startsWith(',"otherVersions"')) await choose(id, ids[2]);
  };
  await expect(read()).rejects.toMatchObject({ kind: 'unavailable' });
});

it('deleting a conversation during an export does not end it', async () => {
  const { id, ids } = await conversation('One');
  await regenerate(id, ids[1], 'Better');
  for await (const piece of await exportAccount(deps, ada.id))
    if (piece.startsWith(',"otherVersions"')) await deleteConversation(deps, ada.id, id);
});
