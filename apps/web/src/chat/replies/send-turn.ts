import { newId } from '../../data/browser/new-id.ts';
import { rpc } from '../../data/service/client.ts';
import { failureOf, unlessMissing } from '../../data/service/failure.ts';
import type { StoredFile } from '../../data/types.ts';
import { newPlace } from '../../drafts/drafts.ts';
import { t } from '../../i18n/translate.ts';
import { navigate } from '../../routing/history.ts';
import { announce } from '../../ui/feedback/live-region.tsx';
import { applyEvent } from './apply-event.ts';
import { chosenModel, moveChoice } from './chosen-model.ts';
import * as replies from './replies.ts';
import { addStream, closeStream } from './reply-streams.ts';
import { tellSeen } from './seen-elsewhere.ts';
import { change, onEnded, onTurnMoved, turnGoingOn, useReplies } from './store.ts';
import { streamShown, streamShownSoon } from './stream-shown-replies.ts';
import { syncTurns } from './sync-turns.ts';
import { isReply, lastMessageId, readPostponed } from './transcript-data.ts';
import { isGoingOn, isLookedAt, type Turn, turnsAt } from './turn.ts';

/**
 * Sends a message with stored files, or queues it while a reply is running; at most one is queued, and none that
 * `replaces` another. Returns whether it was accepted.
 */
export function sendMessage(
  place: string,
  text: string,
  files: readonly StoredFile[] = [],
  replaces: Turn['replaces'] = null,
): boolean {
  const before = useReplies.getState();
  change(replies.written, { key: newId(), place, text, files, replaces }, Date.now());
  return useReplies.getState() !== before;
}

/** Has a reply rewritten; not while one is running. */
export const regenerateReply = (place: string, messageId: string): boolean =>
  sendMessage(place, '', [], { messageId, reply: true });

/** Sends a failed message again. */
export function retryTurn(turn: Turn): void {
  // It is unknown whether a lost message arrived; with the same id it is stored once.
  const isLost = turn.failure?.kind === 'offline' && !turn.taken;
  if (!isLost) discardTurn(turn);
  change(replies.sent, isLost ? turn : { ...turn, key: newId() }, Date.now());
}

/** Discards a failed or queued message. */
export function discardTurn({ key, taken }: Turn): void {
  closeStream(key);
  change(replies.discarded, key);
  // If dismissing fails, the message is offered again on the next visit.
  if (taken) void rpc.chat.dismiss.mutate({ turnId: key }).catch(() => undefined);
}

/** Restores a discarded message. */
export const restoreTurn = (turn: Turn): void => change(replies.restored, turn, Date.now());

/** Opens a new chat: unanswered messages of the last one become a chat of their own. */
export function openNewChat(): void {
  change(replies.setAside);
  navigate('/');
}

/** Stops the reply; the text so far is stored. */
export const stopTurn = (place: string): void => change(replies.stopping, place);

useReplies.subscribe(({ turns }, before) => {
  if (turns === before.turns) return;
  for (const turn of turns.values()) {
    const was = before.turns.get(turn.key);
    if (turn.phase === 'sending' && was?.phase !== 'sending') {
      // A queued message follows a reply, which is about to be read out.
      if (was?.phase !== 'queued' && isLookedAt(useReplies.getState(), turn)) announce(t('chat.thinking'));
      void start(turn);
    }
    // It may be stopped before the server has accepted it.
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

const stop = (key: string) =>
  rpc.chat.stop.mutate({ turnId: key }).catch(() => {
    if (useReplies.getState().turns.get(key)?.phase === 'stopping')
      change(replies.patched, key, { phase: 'running' });
  });

/** The message and the streamed reply are one request, which may end early. */
async function start(turn: Turn): Promise<void> {
  const { key } = turn;
  change(replies.patched, key, { after: lastMessageId(turn.place) });
  const reading = new AbortController();
  const ended = addStream(key, () => reading.abort());
  let lost = replies.interrupted;
  try {
    for await (const event of await request(turn, reading.signal)) {
      applyEvent(key, event);
      // The page was hidden when the server accepted it.
      if (event.type === 'snapshot') streamShownSoon();
    }
  } catch (error) {
    lost = failureOf(error);
  }
  const now = ended() && turnGoingOn(key);
  if (!now) return;
  if (now.taken) return streamShown();
  // Its reply may be running, if only the start's answer was lost.
  if (lost.kind === 'offline') await syncTurns();
  if (turnGoingOn(key)?.taken === false) change(replies.failed, key, lost);
}

async function request(turn: Turn, signal: AbortSignal) {
  const { key: requestId, place, text, first, replaces, writtenAhead } = turn;
  const files = turn.files?.map(({ id }) => id) ?? turn.reply.files;
  const model = chosenModel(place);
  if (replaces && (replaces.reply || isReply(place, replaces.messageId))) {
    const again = { conversationId: place, messageId: replaces.messageId, requestId, model };
    return rpc.chat.regenerate.mutate(again, { signal });
  }
  const begins = first && !(await hasBegun(turn, signal));
  if (first && !begins) change(replies.joined, place);
  const start = {
    message: text,
    ...(files.length > 0 && { files }),
    requestId,
    model,
    ...(begins ? {} : { conversationId: place }),
    ...(replaces && { replaces: replaces.messageId }),
    // A yes must not answer a question that had not been shown yet.
    ...(writtenAhead && { writtenAhead }),
  };
  return rpc.chat.start.mutate(start, { signal });
}

/** Whether the reply ahead of a queued message began the conversation while no page was open. */
async function hasBegun({ key, place, waited }: Turn, signal: AbortSignal): Promise<boolean> {
  const others = turnsAt(useReplies.getState(), place).filter((other) => other.key !== key);
  if (!waited || place === newPlace || place === key || others.some(({ first }) => first)) return false;
  return (await unlessMissing(rpc.conversations.page.query({ id: place, limit: 1 }, { signal }))) !== null;
}

// A message in transit may not have arrived when the page is left: it is offered again on the next visit.
addEventListener('pagehide', () => {
  for (const turn of useReplies.getState().turns.values())
    if (isGoingOn(turn) && !turn.taken)
      change(replies.patched, turn.key, { phase: 'failed', failure: replies.unsent });
});
