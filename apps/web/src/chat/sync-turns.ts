import { useSyncExternalStore } from 'react';
import { noteEndedSession, rpc } from '../data/client.ts';
import { timeOfId } from '../data/new-id.ts';
import type { RecentTurn } from '../data/types.ts';
import { isLookedAt } from './looked-at.ts';
import { closeStream, isRead } from './reply-streams.ts';
import { onStartLost, sendQueued } from './send-turn.ts';
import { beginTurn, failTurn, failureIn, finishTurn, interrupted } from './turn-events.ts';
import {
  allTurns,
  isGoingOn,
  isGone,
  putTurn,
  removeTurn,
  subscribe,
  type Turn,
  tell,
  turnOf,
} from './turn-store.ts';
import { attend, settle, youngMs } from './watch-replies.ts';

let known = false;

/** Whether the server has been asked which replies are going on. */
export function useTurnsKnown(): boolean {
  return useSyncExternalStore(subscribe, () => known);
}

let syncing: Promise<void> | undefined;
let again = false;

/** Learns from the server which replies are going on and which failed or ended while nobody looked. */
export function syncTurns(): Promise<void> {
  again = true;
  syncing ??= (async () => {
    while (again) {
      again = false;
      await compareTurns();
    }
    syncing = undefined;
  })();
  return syncing;
}

const askHiddenMs = 20_000;
let nextAsk: ReturnType<typeof setTimeout> | undefined;

/** Out of sight no reply is read along: whether one has ended is asked now and then. */
function askSoon() {
  clearTimeout(nextAsk);
  nextAsk = setTimeout(() => {
    if (document.visibilityState === 'visible' || !allTurns().some(isGoingOn)) return;
    void syncTurns().then(askSoon);
  }, askHiddenMs);
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') askSoon();
});

// Its reply may be under way, on a connection of which only the start's answer was lost.
onStartLost((key, failure) => {
  void syncTurns().then(() => {
    const turn = turnOf(key);
    if (turn && isGoingOn(turn) && turn.turnId === null) failTurn(key, failure);
  });
});

async function compareTurns(): Promise<void> {
  try {
    const { turns } = await rpc.chat.recent.query();
    const listed = new Set(turns.map(({ turnId }) => turnId));
    for (const turn of turns) compare(turn);
    await Promise.all(allTurns().map((turn) => (listed.has(turn.key) ? undefined : compareUnlisted(turn))));
    for (const { phase, place } of allTurns()) if (phase === 'queued') sendQueued(place);
    attend();
  } catch (error) {
    noteEndedSession(error);
  }
  known = true;
  tell();
}

function compare(listed: RecentTurn) {
  const { turnId, state, error } = listed;
  let known = turnOf(turnId);
  if (isGone(turnId)) return;
  if (isRead(turnId)) {
    // What is read tells for itself. A connection that has died tells nothing, and not that either.
    if (state === 'running' || !known || !isGoingOn(known)) return;
    closeStream(turnId);
  }
  if (known?.turnId === null) {
    // Its start was lost on the way back: a page that waits for it goes where it is.
    beginTurn(turnId, listed);
    known = turnOf(turnId);
  }
  if (state === 'done' || state === 'stopped') {
    // Its last event tells what it stored, so that nothing is missing meanwhile.
    if (known && isGoingOn(known) && isLookedAt(known)) return;
    return known && finishTurn(known);
  }
  const startedAt = timeOfId(turnId) ?? Date.now();
  const turn: Turn = known ?? {
    key: turnId,
    place: listed.conversationId,
    turnId,
    text: listed.message,
    replaces: null,
    after: undefined,
    first: !listed.conversationExists,
    phase: 'running',
    reply: '',
    steps: [],
    failure: null,
    failedAt: startedAt,
    startedAt,
    own: false,
  };
  if (state === 'running') {
    if (!known || !isGoingOn(known))
      putTurn({ ...turn, place: listed.conversationId, turnId, phase: 'running', failure: null });
    return;
  }
  if (known?.phase === 'failed') return;
  if (!known) putTurn({ ...turn, phase: 'failed', failure: error && failureIn(error) });
  else failTurn(turnId, error ? failureIn(error) : interrupted);
}

async function compareUnlisted(turn: Turn): Promise<void> {
  // Dismissed on another device.
  if (turn.phase === 'failed' && !turn.own) return removeTurn(turn.key);
  const unread = isGoingOn(turn) && turn.turnId !== null && !isRead(turn.key);
  if (unread && Date.now() - turn.startedAt > youngMs) await settle(turn);
}
