import type { Reply, ReplyEvent } from '@jarvis/contract';
import { expect, test } from 'vitest';
import type { RecentTurn } from '../../data/types.ts';
import { newPlace } from '../../drafts/drafts.ts';
import * as replies from './replies.ts';
import { type Replies, type Turn, turnsAt } from './turn.ts';

const empty: Replies = {
  turns: new Map(),
  gone: new Map(),
  known: false,
  lookedAt: newPlace,
  visible: true,
  drawn: new Map(),
};

const snapshot = (
  turnId: string,
  conversationId = 'c',
  text = '',
  replaces: string | null = null,
): ReplyEvent => ({
  type: 'snapshot',
  turnId,
  conversationId,
  replyId: `reply of ${turnId}`,
  message: `says ${turnId}`,
  files: [],
  replaces,
  text,
  steps: [],
});
const message = (id: string, role: 'user' | 'assistant') => ({
  id,
  role,
  content: '',
  policyDenied: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  extras: null,
});
const done = (key: string): ReplyEvent => ({
  type: 'done',
  userMessage: message(`asked ${key}`, 'user'),
  assistantMessage: message(`told ${key}`, 'assistant'),
  conversation: null,
});
const refused: ReplyEvent = { type: 'failed', error: { kind: 'failed', message: 'No.' } };
const lost = replies.unsent;

/** Applies changes one after another, each at its own millisecond. */
function after(...changes: readonly ((state: Replies, now: number) => Replies)[]): Replies {
  return changes.reduce((state, change, now) => change(state, now), empty);
}
const write =
  (key: string, place: string = newPlace, replaces: Turn['replaces'] = null) =>
  (state: Replies, now: number) =>
    replies.written(state, { key, place, text: `says ${key}`, replaces }, now);
const hear =
  (key: string, ...events: readonly ReplyEvent[]) =>
  (state: Replies, now: number) =>
    events.reduce((next, event) => replies.heard(next, key, event, { now, isReply: true }), state);
const fail =
  (key: string, failure = lost) =>
  (state: Replies) =>
    replies.failed(state, key, failure);
const discard = (key: string) => (state: Replies) => replies.discarded(state, key);
const list =
  (
    turnId: string,
    state: RecentTurn['state'],
    { isRead = false, conversationId = 'c', files = [] as readonly string[] } = {},
  ) =>
  (now: Replies, at: number) =>
    replies.listed(
      now,
      {
        turnId,
        conversationId,
        message: `says ${turnId}`,
        files,
        state,
        error: state === 'failed' ? { kind: 'failed', message: 'No.' } : null,
        conversationExists: true,
      },
      { now: at, startedAt: 0, isRead },
    );
const lookAway = (state: Replies): Replies => ({ ...state, lookedAt: null });
const phases = (state: Replies) => [...state.turns.values()].map(({ key, phase }) => `${key} ${phase}`);

test('a first message is sent, its conversation begins, and its reply is stored', () => {
  const sent = after(write('a'));
  expect(phases(sent)).toEqual(['a sending']);
  expect(sent.turns.get('a')).toMatchObject({ first: true, taken: false, own: true });
  const running = after(write('a'), hear('a', snapshot('a'), { type: 'text', delta: 'Hello' }));
  expect(running.turns.get('a')).toMatchObject({ place: 'c', phase: 'running', reply: { text: 'Hello' } });
  expect(running.lookedAt).toBe('c');
  const stored = after(write('a'), hear('a', snapshot('a'), done('a')));
  expect(stored.turns.size).toBe(0);
  expect(stored.drawn.get('told a')).toBe('a:reply');
});

test('one message is queued while a reply runs, and is sent at its end in the new conversation', () => {
  const waiting = [write('a'), write('b'), write('c')];
  expect(phases(after(...waiting))).toEqual(['a sending', 'b queued']);
  const moved = after(...waiting, hear('a', snapshot('a')));
  expect(turnsAt(moved, 'c').map(({ key }) => key)).toEqual(['a', 'b']);
  const next = after(...waiting, hear('a', snapshot('a'), done('a')));
  expect(next.turns.get('b')).toMatchObject({ phase: 'sending', first: false, waited: true });
});

test('a message counts as written ahead if it was queued, also when it is sent again, and no other does', () => {
  const again = (key: string) => (state: Replies, now: number) => {
    const turn = state.turns.get(key);
    return turn ? replies.sent(state, turn, now) : state;
  };
  expect(after(write('a'), fail('a'), again('a')).turns.get('a')?.writtenAhead).toBe(false);
  const queued = [write('a'), write('b'), hear('a', snapshot('a'), done('a'))];
  expect(after(...queued).turns.get('b')?.writtenAhead).toBe(true);
  expect(after(...queued, fail('b'), again('b')).turns.get('b')?.writtenAhead).toBe(true);
});

test('a message queued behind a failing reply is held back', () => {
  const state = after(write('a'), write('b'), hear('a', snapshot('a'), refused));
  expect(phases(state)).toEqual(['a failed', 'b failed']);
  expect(state.turns.get('b')?.failure?.reason).toBe('heldBack');
});

test('another version is not accepted while a reply is running', () => {
  const again = { messageId: 'm', reply: true };
  const running = [write('a', 'c'), hear('a', snapshot('a'))];
  expect(phases(after(...running, write('b', 'c', again)))).toEqual(['a running']);
  expect(phases(after(...running, hear('a', done('a')), write('b', 'c', again)))).toEqual(['b sending']);
});

test('a failed message stays when the next one is sent, and moves to the new conversation', () => {
  const state = after(write('a'), fail('a'), write('b'), hear('b', snapshot('b')));
  expect(turnsAt(state, 'c').map(({ key, phase }) => `${key} ${phase}`)).toEqual(['a failed', 'b running']);
  const stored = hear('b', done('b'))(state, 9);
  expect(stored.turns.get('a')).toMatchObject({ place: 'c', first: false });
});

test('a late list restores neither an ended reply nor a discarded one', () => {
  const ended = after(write('a'), hear('a', snapshot('a'), done('a')), list('a', 'running'));
  expect(ended.turns.size).toBe(0);
  expect(after(write('a'), fail('a'), discard('a'), list('a', 'failed')).turns.size).toBe(0);
});

test('a streamed reply is not changed by a list that was requested earlier', () => {
  const read = after(write('a'), hear('a', snapshot('a')), list('a', 'running', { isRead: true }));
  expect(phases(read)).toEqual(['a running']);
  expect(phases(after(write('a'), list('a', 'failed', { isRead: true })))).toEqual(['a failed']);
});

test('a reply whose start was lost is found by the list', () => {
  const state = after(write('a'), write('b'), list('a', 'running'));
  expect(turnsAt(state, 'c').map(({ key, phase }) => `${key} ${phase}`)).toEqual(['a running', 'b queued']);
});

test('a visible reply that the list reports as stored is read to its end', () => {
  const looked = after(write('a'), hear('a', snapshot('a')), list('a', 'done'));
  expect(phases(looked)).toEqual(['a running']);
  const away = after(write('a'), hear('a', snapshot('a')), write('b', 'c'), lookAway, list('a', 'done'));
  expect(phases(away)).toEqual(['b sending']);
});

test('replies of other devices are listed, reported when they fail, and can be discarded', () => {
  const elsewhere = after(lookAway, list('a', 'running'));
  expect(elsewhere.turns.get('a')).toMatchObject({ phase: 'running', own: false, place: 'c' });
  const failed = after(lookAway, list('a', 'running'), list('a', 'failed'));
  expect(failed.turns.get('a')).toMatchObject({ phase: 'failed', failure: { message: 'No.' } });
  expect(after(list('a', 'failed')).turns.get('a')).toMatchObject({ phase: 'failed', own: false });
});

test('a discarded queued message that is restored after the reply has ended is sent', () => {
  const state = after(write('a'), hear('a', snapshot('a')), write('b', 'c'));
  const b = state.turns.get('b') as Turn;
  const ended = [discard('b'), hear('a', done('a'))].reduce((now, change) => change(now, 5), state);
  expect(ended.turns.size).toBe(0);
  expect(phases(replies.restored(ended, b, 6))).toEqual(['b sending']);
  expect(phases(replies.restored(discard('b')(state), b, 6))).toEqual(['a running', 'b queued']);
});

test('a stop before the server has accepted the message takes effect afterwards', () => {
  const state = after(write('a'), (now) => replies.stopping(now, newPlace), hear('a', snapshot('a')));
  expect(state.turns.get('a')).toMatchObject({ phase: 'stopping', taken: true });
});

test('a new chat begins empty: unanswered messages of the last one keep together, and move on with its conversation', () => {
  const aside = after(write('a'), fail('a'), write('b'), replies.setAside);
  expect(turnsAt(aside, newPlace)).toEqual([]);
  expect(turnsAt(aside, 'a').map(({ key }) => key)).toEqual(['a', 'b']);
  expect(aside.lookedAt).toBe(newPlace);
  const begun = hear('b', snapshot('b'))(aside, 5);
  expect(turnsAt(begun, 'c').map(({ key, first }) => `${key} ${first}`)).toEqual(['a true', 'b true']);
  expect(begun.lookedAt).toBe(newPlace);
});

test('a resumed connection replays the reply from its beginning, without duplicates', () => {
  const state = after(
    write('a'),
    hear('a', snapshot('a'), { type: 'text', delta: 'At ' }, snapshot('a', 'c', 'At 9'), {
      type: 'text',
      delta: ':30',
    }),
  );
  expect(state.turns.get('a')?.reply.text).toBe('At 9:30');
});

test('a reply that breaks off keeps its text and loses its steps', () => {
  const step: ReplyEvent = { type: 'step', at: 0, tool: 'add_task', label: 'New task', state: 'running' };
  const state = after(write('a'), hear('a', snapshot('a'), step, { type: 'text', delta: 'Half' }, refused));
  expect(state.turns.get('a')).toMatchObject({ phase: 'failed', reply: { text: 'Half', steps: [] } });
});

test('the page that shows a message knows what it is another version of', () => {
  const state = after(list('a', 'running'), hear('a', snapshot('a', 'c', '', 'm')));
  expect(state.turns.get('a')).toMatchObject({ text: 'says a', replaces: { messageId: 'm', reply: true } });
});

test('files of a message that began elsewhere are known by their ids, also when it is sent again', () => {
  const state = after(list('a', 'failed', { files: ['f'] }));
  const turn = state.turns.get('a') as Turn;
  expect(turn.files).toBeUndefined();
  expect(turn.reply.files).toEqual(['f']);
  expect(replies.sent(state, turn, 3).turns.get('a')?.reply).toMatchObject({ text: '', files: ['f'] });
});

test('events of a removed reply change nothing', () => {
  const gone = after(write('a'), discard('a'));
  expect(hear('a', snapshot('a'), { type: 'text', delta: 'x' }, done('a'))(gone, 3).turns.size).toBe(0);
});

test('a message stored by an earlier version of the page is read into the present form', () => {
  const now = after(write('a'), fail('a')).turns.get('a') as Turn;
  const { files, ...reply } = now.reply;
  expect(replies.asKept({ ...now, reply: reply as Reply })).toEqual(now);
});

test('a failure elsewhere does not hold back a message queued behind a running reply', () => {
  const waiting = [write('a', 'c'), hear('a', snapshot('a')), write('b', 'c')];
  const state = after(...waiting, list('x', 'running'), list('x', 'failed'));
  expect(phases(state)).toEqual(['a running', 'b queued', 'x failed']);
});
