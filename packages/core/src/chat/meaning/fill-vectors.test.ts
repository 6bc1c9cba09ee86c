import { freshDatabase, personIn, ScriptedModel, testDeps } from '@jarvis/testkit';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { chooseVersion, versionOf } from '../../conversations/versions/versions.ts';
import { takeTurn } from '../turn/turn.ts';
import { fillVectors } from './fill-vectors.ts';

const [db, model] = await Promise.all([freshDatabase(), ScriptedModel.start()]);
let texts: string[] = [];
/** What goes on while the service is at work. */
let meanwhile = async () => {};
const embeddings = {
  name: 'test:letters',
  async embed(given: readonly string[]) {
    texts.push(...given);
    await meanwhile();
    return given.map((text) => [text.length, 1, -1]);
  },
};
const deps = testDeps(db, { model: model.model, embeddings });
beforeEach(() => {
  texts = [];
  meanwhile = async () => {};
  deps.clock.advance(600);
});
afterAll(async () => {
  await model.close();
  await db.close();
});

async function conversationOf(...messages: string[]) {
  const user = await personIn(db);
  let conversationId: string | undefined;
  const ids: string[] = [];
  for (const message of messages) {
    deps.clock.advance(1);
    const turn = await takeTurn(deps, user, { message, conversationId });
    conversationId = turn.conversationId;
    ids.push(turn.userMessage.id);
  }
  return { user, id: conversationId ?? '', ids };
}

const placesOf = async (id: string) =>
  (await db.run('select place from message_vectors where conversation_id = $1 order by place', [id])).flat();

it('what takes the place of a message, and what comes back to it, gets vectors of its own', async () => {
  const { user, id, ids } = await conversationOf('First', 'Second', 'Third');
  await fillVectors(deps);
  expect(await placesOf(id)).toEqual([1, 2, 3, 4, 5, 6]);

  const version = await versionOf(deps, user.id, { id, messageId: ids[1] ?? '' }, 'user');
  await takeTurn(deps, user, { message: 'Second, edited', conversationId: id, version });
  expect(await placesOf(id)).toEqual([1, 2]);
  texts = [];
  await fillVectors(deps);
  expect(texts).toEqual(['Second, edited', 'OK.']);
  expect(await placesOf(id)).toEqual([1, 2, 3, 4]);

  await chooseVersion(deps, user.id, { id, messageId: ids[2] ?? '' });
  texts = [];
  await fillVectors(deps);
  expect(texts).toEqual(['Second', 'OK.', 'Third', 'OK.']);
});

it('vectors of messages that were set aside meanwhile are not stored', async () => {
  const { user, id, ids } = await conversationOf('First', 'Second');
  meanwhile = async () => {
    meanwhile = async () => {};
    const version = await versionOf(deps, user.id, { id, messageId: ids[0] ?? '' }, 'user');
    await takeTurn(deps, user, { message: 'First, edited', conversationId: id, version });
  };
  await fillVectors(deps);
  expect(await placesOf(id)).toEqual([]);
  deps.clock.advance(301);
  texts = [];
  await fillVectors(deps);
  expect(texts).toEqual(['First, edited', 'OK.']);
});

it('a conversation that is deleted meanwhile leaves nothing', async () => {
  const { id } = await conversationOf('First');
  meanwhile = async () => {
    await db.run('delete from conversations where id = $1', [id]);
  };
  await fillVectors(deps);
  expect(await placesOf(id)).toEqual([]);
});
