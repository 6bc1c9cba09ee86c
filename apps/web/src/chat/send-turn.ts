import { noteEndedSession, rpc } from '../data/client.ts';
import { failureOf } from '../data/failure.ts';
import { newId } from '../data/new-id.ts';
import { chosenModel, moveChoice } from './chosen-model.ts';
import { hear } from './hear.ts';
import { attend, attendSoon } from './read-along.ts';
import * as replies from './replies.ts';
import { addStream, closeStream } from './reply-streams.ts';
import { tellSeen } from './seen-elsewhere.ts';
import { change, onEnded, onTurnMoved, turnGoingOn, useReplies } from './store.ts';
import { syncTurns } from './sync-turns.ts';
import { isReply, lastMessageId, readPostponed } from './transcript-data.ts';
import { isGoingOn, isLookedAt, newPlace, type Turn, turnsAt } from './turn.ts';

/** Sends a message, or lets it wait while a reply is going on; at most one waits. Returns whether it was taken. */
export const sendMessage = (place: string, text: string): boolean => send(place, text, null);

/** Sends another version of a message of the person's; not while a reply is going on. */
export const sendEdited = (place: string, messageId: string, text: string): boolean =>
  send(place, text, { messageId, reply: false });

/** Lets a reply be written again; not while one is going on. */
export const regenerateReply = (place: string, messageId: string): boolean =>
  send(place, '', { messageId, reply: true });

function send(place: string, text: string, replaces: Turn['replaces']): boolean {
  const before = useReplies.getState();
  const message = { key: newId(), place, text, replaces, begins: place === newPlace };
  change(replies.written, message, Date.now());
  return useReplies.getState() !== before;
}

/** Sends a failed message again. */
export function retryTurn(turn: Turn): void {
  // Whether a message that was lost on its way had arrived is not known: the same id makes it one message.
  const isLost = turn.failure?.kind === 'offline' && !turn.taken;
  if (!isLost) discardTurn(turn);
  change(replies.sent, isLost ? turn : { ...turn, key: newId() }, Date.now());
}

/** Takes a failed or queued message away. */
export function discardTurn({ key, taken }: Turn): void {
  closeStream(key);
  change(replies.discarded, key);
  // What stays on the server for now is offered again on the next visit.
  if (taken) void rpc.chat.dismiss.mutate({ turnId: key }).catch(noteEndedSession);
}

/** Brings back what was discarded. */
export const restoreTurn = (turn: Turn): void => change(replies.restored, turn, Date.now());

/** Stops the reply; what has been written is stored. */
export const stopTurn = (place: string): void => change(replies.stopping, place);

useReplies.subscribe(({ turns }, before) => {
  if (turns === before.turns) return;
  for (const turn of turns.values()) {
    const was = before.turns.get(turn.key);
    if (turn.phase === 'sending' && was?.phase !== 'sending') void start(turn);
    // It may be stopped before the server has taken it.
    const stops = (now: Turn | undefined) => now?.phase === 'stopping' && now.taken;
    if (stops(turn) && !stops(was)) void stop(turn.key);
  }
});
onTurnMoved(moveChoice);
onEnded((turn) => {
  readPostponed(turn.place);
  const state = useReplies.getState();
  const leaves = state.turns.get(turn.key)?.failure === replies.unsent;
  if (isLookedAt(state, turn) && !leaves) tellSeen(turn.key);
});

async function stop(key: string): Promise<void> {
  try {
    await rpc.chat.stop.mutate({ turnId: key });
  } catch (error) {
    noteEndedSession(error);
    if (useReplies.getState().turns.get(key)?.phase === 'stopping')
      change(replies.patched, key, { phase: 'running' });
  }
}

/** The message and the reply as it comes are one request, which may end early. */
async function start(turn: Turn): Promise<void> {
  const { key } = turn;
  change(replies.patched, key, { after: lastMessageId(turn.place) });
  const reading = new AbortController();
  const ended = addStream(key, () => reading.abort());
  let lost = replies.interrupted;
  try {
    for await (const event of await request(turn, reading.signal)) {
      hear(key, event);
      // Nobody looked any more when the server took it.
      if (event.type === 'snapshot') attendSoon();
    }
  } catch (error) {
    lost = failureOf(error);
    // A reply that has begun goes on; whoever watches it is told whether the session has ended.
    if (useReplies.getState().turns.get(key)?.taken === false) noteEndedSession(error);
  }
  const now = ended() && turnGoingOn(key);
  if (!now) return;
  if (now.taken) return attend();
  // Its reply may be under way, on a connection of which only the start's answer was lost.
  if (lost.kind === 'offline') await syncTurns();
  if (turnGoingOn(key)?.taken === false) change(replies.failed, key, lost, Date.now());
}

async function request(turn: Turn, signal: AbortSignal) {
  const { key: requestId, place, text, first, replaces } = turn;
  const model = chosenModel(place);
  if (replaces && (replaces.reply || isReply(place, replaces.messageId))) {
    const again = { conversationId: place, messageId: replaces.messageId, requestId, model };
    return rpc.chat.regenerate.mutate(again, { signal });
  }
  const begins = first && !(await hasBegun(turn, signal));
  if (first && !begins) change(replies.joined, place);
  const start = {
    message: text,
    requestId,
    model,
    ...(begins ? {} : { conversationId: place }),
    ...(replaces && { replaces: replaces.messageId }),
  };
  return rpc.chat.start.mutate(start, { signal });
}

/** Whether the reply that a message has waited for began the conversation while no page was open. */
async function hasBegun({ key, place, waited }: Turn, signal: AbortSignal): Promise<boolean> {
  const others = turnsAt(useReplies.getState(), place).filter((other) => other.key !== key);
  if (!waited || place === newPlace || others.some(({ first }) => first)) return false;
  try {
    await rpc.conversations.page.query({ id: place, limit: 1 }, { signal });
    return true;
  } catch (error) {
    if (failureOf(error).kind === 'notFound') return false;
    throw error;
  }
}

// What is being sent when the page is left may not have arrived: it is offered again on the next visit.
addEventListener('pagehide', () => {
  for (const turn of useReplies.getState().turns.values())
    if (isGoingOn(turn) && !turn.taken)
      change(replies.patched, turn.key, { phase: 'failed', failure: replies.unsent });
});
