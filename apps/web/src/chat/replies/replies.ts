import type { ReplyError, ReplyEvent } from '@jarvis/contract';
import { fold, noReply } from '@jarvis/contract/fold';
import type { Failure } from '../../data/service/failure.ts';
import type { RecentTurn } from '../../data/types.ts';
import { newPlace } from '../../drafts/drafts.ts';
import { isGoingOn, isLookedAt, type Replies, type Turn, turnsAt } from './turn.ts';

/*
 * The changes of a page's replies. Pure: each returns the next state, and send-turn.ts and stream-shown-replies.ts
 * carry out the effects (ask, stream, stop).
 */

/** A person's message, as it is sent or queued. */
type Written = Pick<Turn, 'key' | 'place' | 'text' | 'files' | 'replaces'>;

/**
 * Sends a message, or queues it while a reply is running: at most one is queued, and another version of a message
 * never is. Returns the same state if it is not accepted.
 */
export function written(state: Replies, turn: Written, now: number): Replies {
  const here = turnsAt(state, turn.place);
  const waits = here.some(isGoingOn);
  if (waits && (turn.replaces || here.some(({ phase }) => phase === 'queued'))) return state;
  return put(state, {
    ...blank,
    ...turn,
    // A failed first turn has left no conversation to continue.
    first: turn.place === newPlace || here.some(({ first }) => first),
    phase: waits ? 'queued' : 'sending',
    writtenAhead: waits,
    startedAt: now,
    own: true,
  });
}

const blank = { taken: false, after: undefined, reply: noReply, failure: null, waited: false };

/** Sends a queued message, or sends a failed one again, without the events of its earlier attempts. */
export function sent(state: Replies, turn: Turn, now: number): Replies {
  const waited = turn.phase === 'queued' || turn.failure?.kind === 'offline';
  const reply = { ...noReply, files: turn.reply.files };
  return put(state, { ...turn, ...blank, reply, waited, phase: 'sending', startedAt: now, own: true });
}

/** A message without a reply as it was kept in the browser, perhaps by a version whose replies had fewer fields. */
export const asKept = (kept: Turn): Turn => ({
  ...kept,
  failure: kept.failure && { ...kept.failure, at: kept.failure.at ?? 0 },
  reply: { ...noReply, ...kept.reply },
});

/** Sends the queued message of a place, if no reply is running there. */
export function sentNext(state: Replies, place: string, now: number): Replies {
  const here = turnsAt(state, place);
  const queued = here.find(({ phase }) => phase === 'queued');
  return queued && !here.some(isGoingOn) ? sent(state, queued, now) : state;
}

/** The server has accepted a turn: the first event says so, or a list if that was lost. */
function taken(state: Replies, key: string, place: string): Replies {
  const turn = state.turns.get(key);
  if (!turn || turn.taken) return state;
  const phase = turn.phase === 'stopping' ? 'stopping' : 'running';
  const begun = put(state, { ...turn, taken: true, phase, failure: null });
  if (turn.place === place) return begun;
  // The turn that begins a conversation takes earlier failed turns and the queued one along.
  return {
    ...patchAll(begun, turnsAt(begun, turn.place), { place }),
    lookedAt: state.lookedAt === turn.place ? place : state.lookedAt,
  };
}

/** An event of a reply. `isReply`: the message that a snapshot replaces is a reply, which is rewritten. */
export function heard(
  state: Replies,
  key: string,
  event: ReplyEvent,
  { now, isReply }: { now: number; isReply: boolean },
): Replies {
  const next = event.type === 'snapshot' ? taken(state, key, event.conversationId) : state;
  const turn = next.turns.get(key);
  if (!turn) return next;
  if (event.type === 'failed') return failed(next, key, failureIn(event.error, now));
  if (event.type === 'done' || event.type === 'stopped') {
    const drawn = new Map(state.drawn);
    drawn.set(event.userMessage.id, `${key}:message`).set(event.assistantMessage.id, `${key}:reply`);
    return stored({ ...next, drawn }, key, now);
  }
  const reply = fold(turn.reply, event);
  if (event.type !== 'snapshot') return put(next, { ...turn, reply });
  const replaces = event.replaces === null ? null : { messageId: event.replaces, reply: isReply };
  return put(next, { ...turn, reply, replaces, text: event.message });
}

/** A reply is stored: its conversation exists, and the next queued message is sent. */
export function stored(state: Replies, key: string, now: number): Replies {
  const turn = state.turns.get(key);
  return turn ? sentNext(joined(removed(state, key, 'stored'), turn.place), turn.place, now) : state;
}

/** The conversation exists: messages written there continue it. */
export const joined = (state: Replies, place: string): Replies =>
  patchAll(
    state,
    turnsAt(state, place).filter(({ first }) => first),
    { first: false },
  );

/** A new chat begins: unanswered messages that have no conversation yet get a place of their own. */
export function setAside(state: Replies): Replies {
  const unanswered = turnsAt(state, newPlace);
  return patchAll(state, unanswered, { place: unanswered[0]?.key ?? newPlace });
}

/** There is no reply, and the queued message is held back. */
export function failed(state: Replies, key: string, failure: Failure): Replies {
  const turn = state.turns.get(key);
  if (!turn) return state;
  const reply = { ...turn.reply, steps: [] };
  const next = put(state, { ...turn, phase: 'failed', failure, reply });
  const here = turnsAt(next, turn.place);
  const queued = here.find(({ phase }) => phase === 'queued');
  return queued && !here.some(isGoingOn)
    ? put(next, { ...queued, phase: 'failed', failure: heldBack })
    : next;
}

/** The person has discarded it: only `restored` restores it. */
export const discarded = (state: Replies, key: string): Replies => removed(state, key, 'discarded');

const removed = (state: Replies, key: string, why: 'stored' | 'discarded'): Replies => ({
  ...dropped(state, key),
  gone: new Map(state.gone).set(key, why),
});

/** No longer known here; it comes back when the server lists it again. */
export function dropped(state: Replies, key: string): Replies {
  const turns = new Map(state.turns);
  return turns.delete(key) ? { ...state, turns } : state;
}

/** Restores a discarded message; the reply that it waited for may have ended meanwhile. */
export function restored(state: Replies, turn: Turn, now: number): Replies {
  const gone = new Map(state.gone);
  gone.delete(turn.key);
  return sentNext(put({ ...state, gone }, { ...turn, own: true }), turn.place, now);
}

/** The person stops the running reply of a place. */
export function stopping(state: Replies, place: string): Replies {
  const turn = turnsAt(state, place).find(isGoingOn);
  return turn ? put(state, { ...turn, phase: 'stopping' }) : state;
}

/** The server's state of one of the account's latest turns. `isRead`: its events are being streamed. */
export function listed(
  state: Replies,
  { turnId: key, conversationId: place, ...recent }: RecentTurn,
  { now, startedAt, isRead }: { now: number; startedAt: number; isRead: boolean },
): Replies {
  if (state.gone.has(key)) return state;
  const before = state.turns.get(key);
  // Its own stream reports it.
  if (isRead && (recent.state === 'running' || !before || !isGoingOn(before))) return state;
  // The answer to its start was lost: a page that waits for it moves to its conversation.
  const next = before?.taken === false ? taken(state, key, place) : state;
  const known = next.turns.get(key);
  if (recent.state === 'done' || recent.state === 'stopped') {
    // Its last event brings the stored messages, so that none is missing meanwhile.
    if (!known || (isGoingOn(known) && isLookedAt(next, known))) return next;
    return stored(next, key, now);
  }
  const turn: Turn = known ?? {
    ...blank,
    key,
    place,
    taken: true,
    text: recent.message,
    replaces: null,
    first: !recent.conversationExists,
    phase: 'running',
    reply: { ...noReply, files: [...recent.files] },
    startedAt,
    own: false,
  };
  if (recent.state === 'running') {
    if (known && isGoingOn(known)) return next;
    return put(next, { ...turn, place, taken: true, phase: 'running', failure: null });
  }
  const failure = recent.error ? failureIn(recent.error, known ? now : startedAt) : interrupted;
  if (!known) return put(next, { ...turn, phase: 'failed', failure });
  return known.phase === 'failed' ? next : failed(next, key, failure);
}

export const put = (state: Replies, turn: Turn): Replies => ({
  ...state,
  turns: new Map(state.turns).set(turn.key, turn),
});

export function patched(state: Replies, key: string, change: Partial<Turn>): Replies {
  const turn = state.turns.get(key);
  return turn ? put(state, { ...turn, ...change }) : state;
}

const patchAll = (state: Replies, turns: readonly Turn[], change: Partial<Turn>): Replies =>
  turns.reduce((next, turn) => put(next, { ...turn, ...change }), state);

const failureIn = ({ kind, reason, message, retryAfterSeconds }: ReplyError, at: number): Failure => ({
  kind,
  reason,
  message,
  retryAfterSeconds,
  at,
  issues: [],
  passing: false,
});

export const interrupted: Failure = failureIn(
  { kind: 'failed', reason: 'interrupted', message: 'The reply was interrupted. Ask again.' },
  0,
);

/** For a message queued after a reply that then failed. */
const heldBack: Failure = { ...interrupted, reason: 'heldBack' };

/** For a message that may not have arrived. */
export const unsent: Failure = { ...interrupted, kind: 'offline', reason: undefined };
