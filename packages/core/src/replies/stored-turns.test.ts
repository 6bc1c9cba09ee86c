import type { ReplyEvent, User } from '@jarvis/contract';
import { personIn, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import { exportAccount } from '../account/export/export-account.ts';
import { deleteConversation, readConversation } from '../conversations/conversations.ts';
import { chooseVersion, versionOf } from '../conversations/versions/versions.ts';
import { sweep } from '../housekeeping.ts';
import type { StartTurnInput } from '../ports/turns.ts';
import { endStoredTurn } from './queries.ts';
import { TurnService } from './turns.ts';

const db = await databaseForFile();
const model = await modelForFile();

/** A start whose answer was lost, repeated when the turn has no other rows. */
let ada: User;

beforeEach(async () => {
  ada = await personIn(db);
});

const never = new AbortController().signal;

function aProcess() {
  const deps = testDeps(db, { model: model.model });
  return { deps, turns: new TurnService(deps) };
}

async function started(input: StartTurnInput) {
  const { deps, turns } = aProcess();
  const turn = await turns.start(deps, ada, input);
  const events: ReplyEvent[] = [];
  for await (const event of turns.watch(ada.id, turn.turnId, never)) events.push(event);
  await turns.close(0);
  return { ...turn, events, done: events.at(-1) };
}

/** A turn that was stored an hour ago. */
async function storedBefore(input: StartTurnInput, reply: string) {
  model.script({ say: reply });
  const turn = await started(input);
  await db.run("update running_turns set beat_at = now() - interval '1 hour'", []);
  await sweep(aProcess().deps);
  expect(await db.run('select from running_turns where user_id = $1', [ada.id])).toEqual([]);
  return turn;
}

const lineOf = async (id: string) =>
  (await readConversation(aProcess().deps, ada.id, { id })).messages.map(({ content }) => content);

it('returns the stored turn, in a new conversation and in a continued one', async () => {
  const input = { message: 'Once', requestId: crypto.randomUUID() };
  const { conversationId, events, ...first } = await storedBefore(input, 'Here.');
  const again = await started(input);
  expect(again).toMatchObject({ conversationId, turnId: first.turnId });
  expect(again.events).toMatchObject([
    { type: 'snapshot', turnId: first.turnId, message: 'Once', text: 'Here.' },
    { type: 'done', conversation: { id: conversationId } },
  ]);
  const on = { message: 'More', conversationId, requestId: crypto.randomUUID() };
  const second = await storedBefore(on, 'There.');
  if (second.done?.type !== 'done') throw new Error('it is stored');
  const { conversation, userMessage, assistantMessage } = second.done;
  expect((await started(on)).done).toMatchObject({ conversation, userMessage, assistantMessage });
  expect(await lineOf(conversationId)).toEqual(['Once', 'Here.', 'More', 'There.']);
  expect(model.requests).toHaveLength(2);
});

it('returns the stored version, even if a third was chosen since', async () => {
  const { conversationId: id } = await storedBefore(
    { message: 'One', requestId: crypto.randomUUID() },
    'First.',
  );
  const { deps } = aProcess();
  const messageId = (await readConversation(deps, ada.id, { id })).messages[0]?.id ?? '';
  const edit = async () => ({
    message: 'Two',
    conversationId: id,
    version: await versionOf(deps, ada.id, { id, messageId }, 'user'),
    requestId: 'c0ffee00-0000-4000-8000-000000000001',
  });
  await storedBefore(await edit(), 'Second.');
  await chooseVersion(deps, ada.id, { id, messageId });
  expect((await started(await edit())).events).toMatchObject([
    { type: 'snapshot', replaces: messageId },
    { type: 'done', userMessage: { content: 'Two' }, assistantMessage: { content: 'Second.' } },
  ]);
  expect(await lineOf(id)).toEqual(['One', 'First.']);
});

it('stores nothing again when its conversation was deleted, and says so', async () => {
  const input = { message: 'Once', requestId: crypto.randomUUID() };
  const { conversationId } = await storedBefore(input, 'Here.');
  await deleteConversation(aProcess().deps, ada.id, conversationId);
  await expect(started(input)).rejects.toMatchObject({ kind: 'notFound' });
  expect(model.requests).toHaveLength(1);
});

it('a deleted conversation leaves no message of a failed, stored or running reply, and other conversations theirs', async () => {
  const { conversationId } = await started({ message: 'Once' });
  model.script({ refuse: 401 }, { refuse: 401 });
  await started({ message: 'Failed', conversationId });
  const other = await started({ message: 'Elsewhere' });
  const { deps, turns } = aProcess();
  model.script({ hang: true });
  const running = await turns.start(deps, ada, { message: 'Running', conversationId });
  await deleteConversation(deps, ada.id, conversationId);
  const left = async () => (await turns.recent(ada.id)).map(({ turnId, state }) => ({ turnId, state }));
  expect(await left()).toEqual([
    { turnId: other.turnId, state: 'failed' },
    { turnId: running.turnId, state: 'running' },
  ]);
  await turns.close(0);
  await db.run("update running_turns set beat_at = now() - interval '1 hour'", []);
  await sweep(deps);
  expect(await left()).toEqual([{ turnId: other.turnId, state: 'failed' }]);
});

it('an export contains a message whose reply is stored while it is read', async () => {
  model.script({ refuse: 401 });
  const { turnId } = await started({ message: 'Failed' });
  let text = '';
  for await (const piece of await exportAccount(aProcess().deps, ada.id)) {
    text += piece;
    if (piece.includes('"otherVersions"')) await db.run('delete from begun_turns where id = $1', [turnId]);
  }
  expect(JSON.parse(text).unansweredMessages).toContainEqual(expect.objectContaining({ id: turnId }));
});

it('another account’s turn under the same id is separate', async () => {
  const input = { message: 'Once', requestId: crypto.randomUUID() };
  const first = await storedBefore(input, 'Here.');
  ada = await personIn(db);
  const other = await storedBefore(input, 'There.');
  expect(other.conversationId).not.toBe(first.conversationId);
  expect(await lineOf(other.conversationId)).toEqual(['Once', 'There.']);
});

it('stores a turn once where both starts could begin, because the database was unavailable', async () => {
  const input = { message: 'Once', requestId: crypto.randomUUID() };
  const { turnId, conversationId } = await storedBefore(input, 'Here.');
  const messages = { messageId: turnId, replyId: turnId };
  const row = { userId: ada.id, id: turnId, conversationId, ...messages, replaces: null };
  const end = { text: '', shownSteps: '[]', outcome: '{}' };
  await expect(endStoredTurn(db, { ...row, ...end })).rejects.toMatchObject({ code: '23505' });
});

it('remembers a turn for a week', async () => {
  const input = { message: 'Once', requestId: crypto.randomUUID() };
  await storedBefore(input, 'Here.');
  const aged = (days: number) =>
    db.run('update stored_turns set stored_at = now() - make_interval(days => $1)', [days]);
  const kept = () => db.run('select from stored_turns where user_id = $1', [ada.id]);
  await aged(6);
  await sweep(aProcess().deps);
  expect(await kept()).toHaveLength(1);
  await aged(8);
  await sweep(aProcess().deps);
  expect(await kept()).toEqual([]);
});
