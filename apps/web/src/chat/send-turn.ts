import { noteEndedSession, rpc } from '../data/client.ts';
import { type Failure, failureOf } from '../data/failure.ts';
import { newId } from '../data/new-id.ts';
import { chosenModel } from './chosen-model.ts';
import { createListeners } from './listeners.ts';
import { addStream, closeStream } from './reply-streams.ts';
import { isReply, lastMessageId } from './transcript-data.ts';
import { failTurn, interrupted, joinConversation, onReplyStored, takeEvent } from './turn-events.ts';
import {
  allTurns,
  bringBackTurn,
  endTurn,
  isGoingOn,
  newPlace,
  patchTurn,
  putTurn,
  type Turn,
  turnOf,
  turnsAt,
} from './turn-store.ts';
import { attend, attendSoon } from './watch-replies.ts';

/** Sends a message, or queues it while a reply is going on; at most one waits. Returns whether it was taken. */
export function sendMessage(place: string, text: string): boolean {
  return send(place, text, null);
}

/** Sends another version of a message of the person's; not while a reply is going on. */
export function sendEdited(place: string, messageId: string, text: string): boolean {
  return !turnsAt(place).some(isGoingOn) && send(place, text, { messageId, reply: false });
}

/** Lets a reply to `text` be written again; not while one is going on. */
export function regenerateReply(place: string, messageId: string, text: string): boolean {
  return !turnsAt(place).some(isGoingOn) && send(place, text, { messageId, reply: true });
}

function send(place: string, text: string, replaces: Turn['replaces']): boolean {
  const here = turnsAt(place);
  const waits = here.some(isGoingOn);
  if (waits && here.some(({ phase }) => phase === 'queued')) return false;
  const turn: Turn = {
    key: newId(),
    place,
    turnId: null,
    text,
    replaces,
    after: undefined,
    // A first turn that failed has left no conversation behind to go on with.
    first: place === newPlace || here.some(({ first }) => first),
    phase: 'queued',
    reply: '',
    steps: [],
    failure: null,
    failedAt: 0,
    startedAt: Date.now(),
    own: true,
  };
  if (waits) putTurn(turn);
  else void start(turn);
  return true;
}

/** Sends what waits for a reply, when none is going on. */
export function sendQueued(place: string): void {
  const here = turnsAt(place);
  const queued = here.find(({ phase }) => phase === 'queued');
  if (queued && !here.some(isGoingOn)) void start(queued);
}

onReplyStored(sendQueued);

/** Sends a failed message again. */
export function retryTurn(turn: Turn): void {
  // Whether a message that was lost on its way had arrived is not known: the same id makes it one message.
  if (turn.failure?.kind === 'offline' && turn.turnId === null) return void start(turn);
  discardTurn(turn);
  void start({ ...turn, key: newId() });
}

/** Takes a failed or queued message away. */
export function discardTurn(turn: Turn): void {
  closeStream(turn.key);
  endTurn(turn.key);
  if (turn.turnId !== null) {
    // What stays on the server for now is offered again on the next visit.
    void rpc.chat.dismiss.mutate({ turnId: turn.turnId }).catch(noteEndedSession);
  }
}

/** Brings back what was discarded. */
export function restoreTurn(turn: Turn): void {
  bringBackTurn({ ...turn, own: true });
  // The reply that it waited for may have ended meanwhile.
  sendQueued(turn.place);
}

/** The message and the reply as it comes are one request, which may end early. */
async function start(turn: Turn): Promise<void> {
  const { key } = turn;
  putTurn({
    ...turn,
    phase: 'sending',
    turnId: null,
    after: lastMessageId(turn.place),
    reply: '',
    steps: [],
    failure: null,
    startedAt: Date.now(),
    own: true,
  });
  const reading = new AbortController();
  const ended = addStream(key, () => reading.abort());
  let lost = interrupted;
  try {
    const events = await request(turn, reading.signal);
    for await (const event of events) {
      takeEvent(key, event);
      // Nobody looked any more when the server took it.
      if (event.type === 'snapshot') attendSoon();
    }
  } catch (error) {
    lost = failureOf(error);
    // A reply that has begun goes on; whoever watches it is told whether the session has ended.
    if (turnOf(key)?.turnId === null) noteEndedSession(error);
  }
  if (!ended()) return;
  const now = turnOf(key);
  if (!now || !isGoingOn(now)) return;
  if (now.turnId !== null) attend();
  else if (lost.kind === 'offline') startLost.tell(key, lost);
  else failTurn(key, lost);
}

const startLost = createListeners<[key: string, failure: Failure]>();

/** Calls back when it is not known whether a message has arrived. */
export const onStartLost: typeof startLost.on = startLost.on;

async function request(turn: Turn, signal: AbortSignal) {
  const { key, place, text, first, replaces } = turn;
  if (replaces && (replaces.reply || isReply(place, replaces.messageId))) {
    const again = {
      conversationId: place,
      messageId: replaces.messageId,
      requestId: key,
      model: chosenModel(place),
    };
    return rpc.chat.regenerate.mutate(again, { signal });
  }
  const begins = first && !(await hasBegun(turn, signal));
  if (first && !begins) joinConversation(place);
  return rpc.chat.start.mutate(
    {
      message: text,
      requestId: key,
      model: chosenModel(place),
      ...(begins ? {} : { conversationId: place }),
      ...(replaces && { replaces: replaces.messageId }),
    },
    { signal },
  );
}

/** Whether the reply that a message has waited for began the conversation while no page was open. */
async function hasBegun({ key, place, phase, failure }: Turn, signal: AbortSignal): Promise<boolean> {
  // Out of reach, it may have waited and found no answer to this.
  const waited = place !== newPlace && (phase === 'queued' || failure?.kind === 'offline');
  if (!waited || turnsAt(place).some((other) => other.first && other.key !== key)) return false;
  try {
    await rpc.conversations.page.query({ id: place, limit: 1 }, { signal });
    return true;
  } catch (error) {
    if (failureOf(error).kind === 'notFound') return false;
    throw error;
  }
}

// What was on its way when the page is left may not have arrived: it is offered again on the next visit.
addEventListener('pagehide', () => {
  for (const turn of allTurns()) {
    if (turn.phase === 'sending') patchTurn(turn.key, { phase: 'failed', failure: unsent });
  }
});

const unsent: Failure = { ...interrupted, kind: 'offline', reason: undefined };
