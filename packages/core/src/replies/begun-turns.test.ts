import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fold, noReply, type ReplyEvent, type User } from '@jarvis/contract';
import { type Database, migrate } from '@jarvis/database';
import {
  clustersFolder,
  connectionTo,
  MovableClock,
  PlainCluster,
  personIn,
  ScriptedModel,
  testDeps,
} from '@jarvis/testkit';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { migrationsFolder } from '../db/migrations.ts';
import { sweep } from '../housekeeping.ts';
import { newId } from '../ids.ts';
import { insertTurn, selectRunningTurn, writeHeartbeats } from './queries.ts';
import { TurnService } from './turns.ts';

/** A server that can lose power: logged tables survive that, unlogged ones are emptied. */
let cluster: PlainCluster;
let model: ScriptedModel;
let db: Database;
let ada: User;

const connected = () => connectionTo(cluster.url, { poolSize: 4 });

beforeAll(async () => {
  const folder = mkdtempSync(join(clustersFolder, 'jarvis-begun-'));
  chmodSync(folder, 0o755);
  [cluster, model] = await Promise.all([PlainCluster.create(folder), ScriptedModel.start()]);
  db = connected();
  await migrate(db, migrationsFolder);
  ada = await personIn(db);
});
afterEach(async () => {
  model.reset();
  await db.run('delete from running_turns', []);
  await db.run('delete from begun_turns', []);
});
afterAll(async () => {
  await model.close();
  await db.close();
  await cluster.remove();
});

/** A process with its own connections, which `die` cuts. */
function aProcess() {
  const own = connected();
  const clock = new MovableClock(Date.now());
  const deps = { ...testDeps(own, { model: model.model }), clock };
  return { deps, clock, turns: new TurnService(deps), die: () => own.close() };
}

const never = new AbortController().signal;

async function collect(events: AsyncIterable<ReplyEvent>): Promise<ReplyEvent[]> {
  const seen: ReplyEvent[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const turnRows = () => db.run('select from running_turns', []);
const begun = async () => (await db.run('select message from begun_turns', [])).flat();

const interrupted = { kind: 'failed', reason: 'interrupted' };

it('keeps a person’s message when the power fails during the reply, until it is dismissed', async () => {
  const [dying, after] = [aProcess(), aProcess()];
  model.script({ hang: true });
  const { turnId, conversationId } = await dying.turns.start(dying.deps, ada, { message: 'A long letter' });
  await cluster.stop('kill');
  await dying.die();
  await cluster.start();
  await expect.poll(() => db.run('select from running_turns', []).catch(() => 'away')).toEqual([]);

  expect(await after.turns.recent(ada.id)).toEqual([
    {
      turnId,
      conversationId,
      message: 'A long letter',
      files: [],
      conversationExists: false,
      state: 'failed',
      error: expect.objectContaining(interrupted),
    },
  ]);
  const watched = collect(after.turns.watch(ada.id, turnId, never));
  after.clock.advance(10);
  expect(await watched).toMatchObject([
    { type: 'snapshot', turnId, conversationId, message: 'A long letter', text: '' },
    { type: 'failed', error: interrupted },
  ]);
  await after.turns.dismiss(after.deps, (await personIn(db)).id, turnId);
  expect(await after.turns.recent(ada.id)).toHaveLength(1);
  await after.turns.dismiss(after.deps, ada.id, turnId);
  expect(await after.turns.recent(ada.id)).toEqual([]);
  await after.die();
});

it('lists a running reply as running after a crash of Postgres emptied the table', async () => {
  const [writing, reading] = [aProcess(), aProcess()];
  model.script({ hang: true });
  const { turnId } = await writing.turns.start(writing.deps, ada, { message: 'Count' });
  await db.run('delete from running_turns', []);
  expect(await reading.turns.recent(ada.id)).toMatchObject([{ turnId, state: 'running' }]);
  await reading.turns.dismiss(reading.deps, ada.id, turnId);
  expect(await begun()).toEqual(['Count']);
  await writing.turns.stop(ada.id, turnId);
  await Promise.all([writing.die(), reading.die()]);
});

it.each([
  ['stored', { say: 'Here.' }, []],
  ['failed', { refuse: 401 }, ['Hello']],
])('deletes the beginning only with a stored turn: %s', async (_, step, left) => {
  const { turns, deps, die } = aProcess();
  model.script(step);
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  const events = await collect(turns.watch(ada.id, turnId, never));
  expect(events.at(-1)?.type).toBe(left.length === 0 ? 'done' : 'failed');
  expect(await begun()).toEqual(left);
  // Neither the last write of its state begins it again, nor the same start on another process.
  await turns.close(0);
  const other = aProcess();
  model.script({ say: 'Not asked.' });
  const again = await other.turns.start(other.deps, ada, { message: 'Hello', requestId: turnId });
  expect(again.turnId).toBe(turnId);
  expect(await begun()).toEqual(left);
  await Promise.all([die(), other.die()]);
});

it('a stored turn is not restored after a crash of Postgres', async () => {
  const { turns, deps, die } = aProcess();
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  await db.run('delete from running_turns', []);
  await collect(turns.watch(ada.id, turnId, never));
  await turns.close(0);
  expect(await begun()).toEqual([]);
  await die();
});

it.each([
  ['while it runs', { hang: true as const }, ['Hello']],
  ['unless it was stored meanwhile', { say: 'Here.' }, []],
])('a heartbeat writes a beginning that could not be written, %s', async (_, step, left) => {
  const own = connected();
  let away = true;
  const lost = own.intercepted(({ text }, proceed) =>
    away && text === insertTurn.built().text ? Promise.reject(new Error('away')) : proceed(),
  );
  const deps = testDeps(lost, { model: model.model });
  const turns = new TurnService(deps);
  model.script(step);
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  if (left.length === 0) await collect(turns.watch(ada.id, turnId, never));
  expect(await begun()).toEqual([]);
  away = false;
  await expect.poll(async () => (await turnRows()).length).toBe(1);
  expect(await begun()).toEqual(left);
  if (left.length > 0) await turns.stop(ada.id, turnId);
  await turns.close();
  expect(await begun()).toEqual([]);
  await own.close();
});

it('shows a turn as stored whose process died before its last heartbeat', async () => {
  const own = connected();
  const dying = own.intercepted(({ text }, proceed) =>
    text === writeHeartbeats.built().text ? Promise.reject(new Error('died')) : proceed(),
  );
  const deps = testDeps(dying, { model: model.model });
  const turns = new TurnService(deps);
  model.script({ say: 'Here.' });
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  await collect(turns.watch(ada.id, turnId, never));
  await db.run("update running_turns set beat_at = now() - interval '16 seconds'", []);
  const after = aProcess();
  expect(await after.turns.recent(ada.id)).toMatchObject([{ turnId, state: 'done', error: null }]);
  const events = await collect(after.turns.watch(ada.id, turnId, never));
  expect(events.reduce(fold, noReply).text).toBe('Here.');
  expect(events.at(-1)).toMatchObject({
    type: 'done',
    conversation: { title: 'Hello' },
    assistantMessage: { content: 'Here.' },
  });
  await turns.close(0);
  await Promise.all([own.close(), after.die()]);
});

it('a turn stays stored when an earlier heartbeat is written after it', async () => {
  const { turns, deps, die } = aProcess();
  model.script({ say: 'Here.' });
  const { turnId: id } = await turns.start(deps, ada, { message: 'Hello' });
  await collect(turns.watch(ada.id, id, never));
  const before = { userIds: [ada.id], ids: [id], texts: ['He'], steps: ['[]'], outcomes: [null] };
  await writeHeartbeats(db, before);
  expect(await selectRunningTurn.first(db, { userId: ada.id, id })).toMatchObject({
    text: 'Here.',
    ending: { type: 'done' },
  });
  await turns.close(0);
  await die();
});

it('keeps beginnings for a week', async () => {
  const { deps, die } = aProcess();
  const row = (message: string, days: number) =>
    db.run(
      `insert into begun_turns (user_id, id, conversation_id, message, begun_at)
       values ($1, $2, $2, $3, now() - make_interval(days => $4))`,
      [ada.id, newId(Date.now()), message, days],
    );
  await row('young', 6);
  await row('old', 8);
  await sweep(deps);
  expect(await begun()).toEqual(['young']);
  await die();
});
