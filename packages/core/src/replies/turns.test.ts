import { getEventListeners } from 'node:events';
import { fold, noReply, type ReplyEvent, type User } from '@jarvis/contract';
import { MovableClock, personIn, silentLog, testDeps } from '@jarvis/testkit';
import { databaseForFile, modelForFile } from '@jarvis/testkit/for-file';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { readConversation } from '../conversations/conversations.ts';
import { keepFile } from '../files/upload.ts';
import { sweep } from '../housekeeping.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import { selectRunningTurn, writeHeartbeats } from './queries.ts';
import { TurnService } from './turns.ts';

const db = await databaseForFile();
const model = await modelForFile();

let ada: User;

beforeEach(async () => {
  ada = await personIn(db);
});

/** A separate process on the same database. */
function aProcess(overrides: Partial<Deps> = {}) {
  const deps = { ...testDeps(db, { model: model.model }), clock: systemClock, ...overrides };
  return { deps, turns: new TurnService(deps) };
}

/** A process that counts its reads of another one's reply, and has a manual clock. */
function aLookingProcess() {
  let looks = 0;
  const counted = db.intercepted(({ text }, proceed) => {
    if (text === selectRunningTurn.built().text) looks += 1;
    return proceed();
  });
  const clock = new MovableClock();
  return { ...aProcess({ db: counted, clock }), clock, looks: () => looks };
}

/** Rows of a turn that another process begins. */
async function rowOfAStart(beatSeconds: number, text = '') {
  const id = newId(Date.now());
  await db.run(
    `insert into running_turns (user_id, id, conversation_id, message, text, steps, stop_requested, beat_at)
     values ($1, $2, $3, 'Hi', $4, '[]', false, now() + make_interval(secs => $5))`,
    [ada.id, id, newId(Date.now()), text, beatSeconds],
  );
  return id;
}

/** A reply whose pieces the test sends. */
function slowly() {
  const pieces: string[] = [];
  let wake = () => {};
  let over = false;
  const next = () => new Promise<void>((resolve) => (wake = resolve));
  async function* by() {
    for (;;) {
      while (pieces.length > 0) yield pieces.shift() ?? '';
      if (over) return;
      await next();
    }
  }
  return {
    step: { by: by() },
    say(piece: string) {
      pieces.push(piece);
      wake();
    },
    end() {
      over = true;
      wake();
    },
  };
}

async function collect(
  events: AsyncIterable<ReplyEvent>,
  until: (event: ReplyEvent) => boolean = () => false,
) {
  const seen: ReplyEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (until(event)) break;
  }
  return seen;
}

const never = new AbortController().signal;

const running = async (turns: TurnService) =>
  (await turns.recent(ada.id)).filter(({ state }) => state === 'running');

/** The text that the events add up to. */
const textOf = (events: readonly ReplyEvent[]): string => events.reduce(fold, noReply).text;

it('logs a defect of ours, of which its readers learn only the ending', async () => {
  const errors: object[] = [];
  const denial = () => {
    throw new TypeError('A defect.');
  };
  const { deps, turns } = aProcess({
    policy: { denial },
    log: { ...silentLog, error: (fields) => void errors.push(fields) },
  });
  const { turnId } = await turns.start(deps, ada, { message: 'Count' });
  const seen = await collect(turns.watch(ada.id, turnId, never));
  expect(seen.at(-1)).toMatchObject({ type: 'failed', error: { kind: 'failed' } });
  expect(errors).toEqual([{ turn: turnId, error: 'TypeError', message: 'A defect.' }]);
});

it('continues without watchers, and shows the reply again to a reloaded page', async () => {
  const { deps, turns } = aProcess();
  const reply = slowly();
  model.script(reply.step);
  const { turnId, conversationId } = await turns.start(deps, ada, { message: 'Count' });
  reply.say('one ');
  const leaving = new AbortController();
  await collect(turns.watch(ada.id, turnId, leaving.signal), (event) => {
    return event.type === 'text' || (event.type === 'snapshot' && event.text !== '');
  });
  leaving.abort();
  reply.say('two ');

  expect(await running(turns)).toMatchObject([
    { turnId, conversationId, message: 'Count', conversationExists: false, error: null },
  ]);
  const again = collect(turns.watch(ada.id, turnId, never));
  reply.say('three');
  reply.end();
  const events = await again;
  expect(textOf(events)).toBe('one two three');
  expect(events.at(-1)).toMatchObject({ type: 'done' });
});

it('can be followed and stopped from another process, and stores the text so far', async () => {
  const [first, second] = [aProcess(), aProcess()];
  const reply = slowly();
  model.script(reply.step);
  const { turnId, conversationId } = await first.turns.start(first.deps, ada, { message: 'Count on' });
  const watched = collect(second.turns.watch(ada.id, turnId, never));
  reply.say('one ');
  reply.say('two');
  await collect(second.turns.watch(ada.id, turnId, never), (event) => textOf([event]) !== '');
  await second.turns.stop(ada.id, turnId);

  const events = await watched;
  expect(textOf(events)).toBe('one two');
  expect(events.at(-1)).toMatchObject({
    type: 'stopped',
    assistantMessage: { content: 'one two', extras: { stopped: true } },
  });
  const { messages } = await readConversation(first.deps, ada.id, { id: conversationId });
  expect(messages.map(({ content }) => content)).toEqual(['Count on', 'one two']);
  await expect.poll(() => running(second.turns)).toEqual([]);
});

it('can be stopped while it waits for the text of its files', async () => {
  const { deps, turns } = aProcess();
  const { id } = await keepFile(deps, ada.id, { name: 'unread.txt', bytes: Buffer.from('x') });
  const requestId = newId(Date.now());
  const started = turns.start(deps, ada, { message: 'Sum it up', files: [id], requestId });
  await turns.stop(ada.id, requestId);
  await started;
  const events = await collect(turns.watch(ada.id, requestId, never));
  expect(events.at(-1)).toMatchObject({ type: 'stopped', assistantMessage: { extras: { stopped: true } } });
});

it('treats a repeated start as one turn, also when it reaches another process', async () => {
  const [first, second] = [aProcess(), aProcess()];
  const requestId = newId(Date.now());
  const started = await Promise.all([
    first.turns.start(first.deps, ada, { message: 'Once', requestId }),
    second.turns.start(second.deps, ada, { message: 'Once', requestId }),
  ]);
  expect(started[1]).toEqual(started[0]);
  const events = await collect(second.turns.watch(ada.id, requestId, never));
  expect(events.at(-1)).toMatchObject({ type: 'done', conversation: { id: started[0].conversationId } });
  expect(model.requests).toHaveLength(1);
});

it('continues when its repetition in another process could not begin', async () => {
  const [first, second] = [aProcess(), aProcess()];
  const reply = slowly();
  model.script(reply.step);
  const started = await first.turns.start(first.deps, ada, { message: 'Once' });
  const repetition = { message: 'Once', conversationId: newId(Date.now()), requestId: started.turnId };
  expect(await second.turns.start(second.deps, ada, repetition)).toEqual(started);
  expect(await running(second.turns)).toMatchObject([{ turnId: started.turnId }]);
  reply.end();
});

it('refuses a repetition when the start is refused', async () => {
  const { deps, turns } = aProcess();
  const start = { message: 'Hi', conversationId: newId(Date.now()), requestId: newId(Date.now()) };
  const refused = await Promise.allSettled([turns.start(deps, ada, start), turns.start(deps, ada, start)]);
  expect(refused).toMatchObject([
    { status: 'rejected', reason: { kind: 'notFound' } },
    { status: 'rejected', reason: { kind: 'notFound' } },
  ]);
});

it('reads a turn of its own process from memory, not from the database', async () => {
  const { deps, turns, looks } = aLookingProcess();
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  expect((await collect(turns.watch(ada.id, turnId, never))).at(-1)).toMatchObject({ type: 'done' });
  expect(looks()).toBe(0);
});

it('shows a turn to a watcher on another process than the start', async () => {
  const [first, second] = [aProcess(), aLookingProcess()];
  const requestId = newId(Date.now());
  const watched = collect(second.turns.watch(ada.id, requestId, never));
  await expect.poll(second.looks).toBeGreaterThan(0);
  const { conversationId } = await first.turns.start(first.deps, ada, { message: 'Hello', requestId });
  const events = await watched;
  expect(events[0]).toMatchObject({ type: 'snapshot', turnId: requestId, conversationId });
  expect(events.at(-1)).toMatchObject({ type: 'done', conversation: { id: conversationId } });
});

it('shows a turn to a watcher when it is started again while another process writes it', async () => {
  const [first, second] = [aProcess(), aProcess()];
  const requestId = newId(Date.now());
  const reply = slowly();
  model.script(reply.step);
  const started = await first.turns.start(first.deps, ada, { message: 'Once', requestId });
  const watched = collect(second.turns.watch(ada.id, requestId, never));
  expect(await second.turns.start(second.deps, ada, { message: 'Once', requestId })).toEqual(started);
  reply.say('Here.');
  reply.end();
  const events = await watched;
  expect(textOf(events)).toBe('Here.');
  expect(events.at(-1)).toMatchObject({ type: 'done' });
});

it('waits for an announced turn for a limited time', async () => {
  const { turns, clock, looks } = aLookingProcess();
  const watched = collect(turns.watch(ada.id, newId(Date.now()), never));
  await expect.poll(looks).toBeGreaterThan(0);
  const looked = looks();
  clock.advance(10);
  expect(await watched).toEqual([]);
  expect(looks()).toBeLessThanOrEqual(looked + 1);
});

it('ends that wait when the watcher disconnects', async () => {
  const { turns, looks } = aLookingProcess();
  const leaving = new AbortController();
  const watched = collect(turns.watch(ada.id, newId(Date.now()), leaving.signal));
  await expect.poll(looks).toBeGreaterThan(0);
  const looked = looks();
  leaving.abort();
  expect(await watched).toEqual([]);
  expect(looks()).toBe(looked);
  expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
});

it('shows nothing of a refused start', async () => {
  const { deps, turns, clock } = aLookingProcess();
  const requestId = newId(Date.now());
  const watched = collect(turns.watch(ada.id, requestId, never));
  const start = { message: 'Hi', conversationId: newId(Date.now()), requestId };
  await expect(turns.start(deps, ada, start)).rejects.toThrow('Conversation not found.');
  clock.advance(10);
  expect(await watched).toEqual([]);
});

it('shows no other process a refused start', async () => {
  const [first, second] = [aProcess(), aLookingProcess()];
  const start = { message: 'Hi', conversationId: newId(Date.now()), requestId: newId(Date.now()) };
  const watched = collect(second.turns.watch(ada.id, start.requestId, never));
  await expect.poll(second.looks).toBeGreaterThan(0);
  await expect(first.turns.start(first.deps, ada, start)).rejects.toThrow('Conversation not found.');
  expect(await running(second.turns)).toEqual([]);
  second.clock.advance(10);
  expect(await watched).toEqual([]);
});

it('continues, and can be watched and stopped everywhere, when a crash has emptied the table', async () => {
  const [first, second] = [aProcess(), aProcess()];
  const reply = slowly();
  model.script(reply.step);
  const { turnId } = await first.turns.start(first.deps, ada, { message: 'Long' });
  reply.say('one ');
  const seen: ReplyEvent[] = [];
  const watched = (async () => {
    for await (const event of second.turns.watch(ada.id, turnId, never)) seen.push(event);
  })();
  await expect.poll(() => textOf(seen)).toBe('one ');
  await db.run('delete from running_turns where user_id = $1', [ada.id]);
  await second.turns.stop(ada.id, turnId);
  await watched;
  expect(seen.filter(({ type }) => type === 'failed')).toEqual([]);
  expect(seen.at(-1)).toMatchObject({ type: 'stopped', assistantMessage: { content: 'one' } });
});

it('an older state never overwrites a newer one: one heartbeat at a time', async () => {
  let [writing, most] = [0, 0];
  const hold = Promise.withResolvers<void>();
  const beat = writeHeartbeats.built().text;
  const slow = db.intercepted(async ({ text }, proceed) => {
    if (text !== beat) return proceed();
    most = Math.max(most, ++writing);
    await hold.promise;
    writing -= 1;
    return proceed();
  });
  const { deps, turns } = aProcess({ db: slow });
  const reply = slowly();
  model.script(reply.step);
  const { turnId } = await turns.start(deps, ada, { message: 'Hello' });
  const watched = collect(turns.watch(ada.id, turnId, never));
  await expect.poll(() => writing).toBe(1);
  reply.say('Hi.');
  reply.end();
  // The end must be written at once, while the previous heartbeat is still running.
  expect((await watched).at(-1)).toMatchObject({ type: 'done' });
  expect(most).toBe(1);
  hold.resolve();
  await turns.close(0);
  expect(most).toBe(1);
  expect((await selectRunningTurn.first(db, { userId: ada.id, id: turnId }))?.ending).toMatchObject({
    type: 'done',
  });
});

it('another account can neither watch nor stop it', async () => {
  const { deps, turns, clock } = aLookingProcess();
  const mallory = await personIn(db);
  const reply = slowly();
  model.script(reply.step);
  const { turnId } = await turns.start(deps, ada, { message: 'Secret' });
  const watched = collect(turns.watch(mallory.id, turnId, never));
  clock.advance(10);
  expect(await watched).toEqual([]);
  await expect(turns.stop(mallory.id, turnId)).rejects.toThrow('not found');
  reply.end();
});

it.each([
  ['when its process died', -16],
  ['when its last heartbeat is ahead of time', 16],
])('reports that a reply was interrupted %s', async (_, beatSeconds) => {
  const { turns } = aProcess();
  const id = await rowOfAStart(beatSeconds, 'Half');
  expect(await running(turns)).toEqual([]);
  expect(await collect(turns.watch(ada.id, id, never))).toMatchObject([
    { type: 'snapshot', text: 'Half' },
    { type: 'failed', error: { message: 'The reply was interrupted. Ask again.' } },
  ]);
});

it.each([
  ['ahead', 1],
  ['behind', -1],
])(
  'follows and lists a running turn, and does not dismiss it, beside a machine whose clock is a day %s',
  async (_, days) => {
    const clock = new MovableClock(Date.now() + days * 24 * 60 * 60_000);
    const processes = [aProcess({ clock }), aProcess()];
    for (const [writer, reader] of [processes, processes.toReversed()] as const) {
      if (!writer || !reader) throw new Error('there are two');
      const reply = slowly();
      model.script(reply.step);
      const { turnId } = await writer.turns.start(writer.deps, ada, { message: 'Count' });
      const found = Promise.withResolvers<void>();
      const watched = collect(reader.turns.watch(ada.id, turnId, never), () => {
        found.resolve();
        return false;
      });
      await reader.turns.dismiss(reader.deps, ada.id, turnId);
      await sweep(reader.deps);
      expect(await running(reader.turns)).toMatchObject([{ turnId }]);
      // A turn that has ended is not found by its conversation.
      await found.promise;
      reply.say('one');
      reply.end();
      const events = await watched;
      expect([textOf(events), events.at(-1)?.type]).toEqual(['one', 'done']);
      await expect.poll(() => running(reader.turns)).toEqual([]);
    }
  },
);

it('stores the text so far when the service ends, and takes no new turn', async () => {
  const { deps, turns } = aProcess();
  const reply = slowly();
  model.script(reply.step);
  const { turnId, conversationId } = await turns.start(deps, ada, { message: 'Long' });
  reply.say('A beginning');
  await collect(turns.watch(ada.id, turnId, never), (event) => textOf([event]) !== '');
  await turns.close(0);

  const { messages } = await readConversation(deps, ada.id, { id: conversationId });
  expect(messages.map(({ content }) => content)).toEqual(['Long', 'A beginning']);
  await expect(turns.start(deps, ada, { message: 'More' })).rejects.toThrow('restarting');
});

it('lets the model name a conversation whose message is too long for a title, but not over a person’s title', async () => {
  const { deps, turns } = aProcess();
  const message = 'I would like to know how the trains from Zurich to Turin run on Sundays in winter, please';
  model.script({ say: 'Every hour.' }, { say: '"Trains to Turin on Sundays"' });
  const { turnId, conversationId } = await turns.start(deps, ada, { message });
  await collect(turns.watch(ada.id, turnId, never));
  await expect
    .poll(async () => (await readConversation(deps, ada.id, { id: conversationId })).conversation.title)
    .toBe('Trains to Turin on Sundays');
});

it('lists a failed turn with its reason on every process until it is dismissed', async () => {
  const published: string[] = [];
  const changes = {
    publish: (_: string, topic: string) => void published.push(topic),
    watch: async function* () {},
  };
  const [first, second] = [aProcess({ changes }), aProcess()];
  model.script(
    { refuse: 429, headers: { 'retry-after': '120' } },
    { refuse: 429, headers: { 'retry-after': '120' } },
  );
  const { turnId, conversationId } = await first.turns.start(first.deps, ada, { message: 'Hi' });
  await collect(first.turns.watch(ada.id, turnId, never));
  const listed = {
    turnId,
    conversationId,
    message: 'Hi',
    conversationExists: false,
    state: 'failed',
    error: { kind: 'failed', reason: 'overQuota', retryAfterSeconds: 120 },
  };
  expect(await first.turns.recent(ada.id)).toMatchObject([listed]);
  await expect.poll(() => second.turns.recent(ada.id)).toMatchObject([listed]);
  await expect.poll(() => published).toEqual(['turns', 'turns']);

  const mallory = await personIn(db);
  await second.turns.dismiss(second.deps, mallory.id, turnId);
  expect(await second.turns.recent(ada.id)).toHaveLength(1);
  await second.turns.dismiss(second.deps, ada.id, turnId);
  expect(await second.turns.recent(ada.id)).toEqual([]);
});

it('does not dismiss a running turn', async () => {
  const { deps, turns } = aProcess();
  const reply = slowly();
  model.script(reply.step);
  const { turnId } = await turns.start(deps, ada, { message: 'Count' });
  await turns.dismiss(deps, ada.id, turnId);
  expect(await running(turns)).toMatchObject([{ turnId }]);
  reply.end();
});
