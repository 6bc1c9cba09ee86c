import { queryClient, trpc } from '../data/client.ts';
import type { Failure } from '../data/failure.ts';
import type { RecentTurn, TurnEvent } from '../data/types.ts';
import { announceReply } from './announce-reply.ts';
import { moveChoice } from './chosen-model.ts';
import { createListeners } from './listeners.ts';
import { changeLookedAt, isLookedAt } from './looked-at.ts';
import { dropStream } from './reply-streams.ts';
import { tellSeen, wasSeenElsewhere } from './seen-elsewhere.ts';
import { stopTurn } from './stop-turn.ts';
import { addMessages, isReply, readPostponed } from './transcript-data.ts';
import {
  endTurn,
  isGoingOn,
  patchTurn,
  putTurn,
  type Step,
  type Turn,
  turnOf,
  turnsAt,
} from './turn-store.ts';

/** What an event of a reply changes. */
export function takeEvent(key: string, event: TurnEvent): void {
  if (event.type === 'snapshot') beginTurn(key, event);
  const turn = turnOf(key);
  if (!turn) return;
  switch (event.type) {
    case 'snapshot': {
      const { conversationId, message, replaces, text, steps } = event;
      const version = replaces ? { messageId: replaces, reply: isReply(conversationId, replaces) } : null;
      patchTurn(key, { text: message, reply: text, steps, replaces: version });
      break;
    }
    case 'text':
      patchTurn(key, { reply: turn.reply + event.delta });
      break;
    case 'step':
      patchTurn(key, { steps: withStep(turn.steps, event) });
      break;
    case 'failed':
      failTurn(key, failureIn(event.error));
      break;
    case 'done':
    case 'stopped':
      takeStored(turn, event);
  }
}

function takeStored(turn: Turn, { conversation, userMessage, assistantMessage }: StoredEvent) {
  drawnAs.set(userMessage.id, `${turn.key}:message`);
  drawnAs.set(assistantMessage.id, `${turn.key}:reply`);
  const { replaces, first } = turn;
  addMessages(conversation, [userMessage, assistantMessage], {
    replaced: replaces?.messageId ?? null,
    first,
  });
  if (isLookedAt(turn)) announceReply(assistantMessage.content);
  void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() });
  finishTurn(turn);
}

type StoredEvent = Extract<TurnEvent, { type: 'done' | 'stopped' }>;

/** The key under which a stored message was first drawn. */
const drawnAs = new Map<string, string>();

export function drawnKey(messageId: string): string {
  return drawnAs.get(messageId) ?? messageId;
}

/** The server has taken the turn: the first event says so, or a list when that was lost. */
export function beginTurn(
  key: string,
  { turnId, conversationId }: { readonly turnId: string; readonly conversationId: string },
): void {
  const turn = turnOf(key);
  if (!turn || turn.turnId !== null) return;
  const stopping = turn.phase === 'stopping';
  const from = turn.place;
  putTurn({ ...turn, turnId, phase: stopping ? 'stopping' : 'running', failure: null });
  if (from !== conversationId) moveTurns(from, conversationId);
  if (stopping) stopTurn(conversationId);
}

/** With the turn that begins a conversation goes what failed before it, and what waits for its end. */
function moveTurns(from: string, to: string): void {
  changeLookedAt(from, to);
  moveChoice(from, to);
  for (const turn of turnsAt(from)) patchTurn(turn.key, { place: to });
  moved.tell(from, to);
}

const moved = createListeners<[from: string, to: string]>();

/** Calls back when turns go from one place to another: a conversation has begun. */
export const onTurnMoved: typeof moved.on = moved.on;

/** A step that is already shown changes its state; a new one comes last. */
function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const index = steps.findLastIndex((known) => known.label === step.label && known.state === 'running');
  const next = { label: step.label, state: step.state };
  return index === -1 ? [...steps, next] : steps.with(index, next);
}

/** A reply is stored: what waited for it can be sent. */
export function finishTurn(turn: Turn): void {
  dropStream(turn.key);
  endTurn(turn.key);
  if (isGoingOn(turn)) tellEnded(turn, 'done');
  joinConversation(turn.place);
  stored.tell(turn.place);
}

const stored = createListeners<[place: string]>();

/** Calls back when a reply of this place is stored. */
export const onReplyStored: typeof stored.on = stored.on;

/** The conversation exists: what is written there goes on with it. */
export function joinConversation(place: string): void {
  for (const turn of turnsAt(place)) if (turn.first) patchTurn(turn.key, { first: false });
}

export function failTurn(key: string, failure: Failure): void {
  dropStream(key);
  const turn = turnOf(key);
  if (!turn) return;
  patchTurn(key, { phase: 'failed', failure, failedAt: Date.now(), steps: [] });
  if (isGoingOn(turn)) tellEnded(turn, 'failed');
  const queued = turnsAt(turn.place).find(({ phase }) => phase === 'queued');
  if (queued) patchTurn(queued.key, { phase: 'failed', failure: heldBack, failedAt: Date.now() });
}

export const failureIn = (error: NonNullable<RecentTurn['error']>): Failure => ({
  kind: error.kind,
  reason: error.reason,
  message: error.message,
  retryAfterSeconds: error.retryAfterSeconds,
  issues: [],
  passing: false,
});

export const interrupted: Failure = {
  kind: 'failed',
  reason: 'interrupted',
  message: 'The reply was interrupted. Ask again.',
  issues: [],
  retryAfterSeconds: undefined,
  passing: false,
};

/** A message that was to be sent after a reply that then failed. */
const heldBack: Failure = { ...interrupted, reason: 'heldBack' };

function tellEnded(turn: Turn, end: 'done' | 'failed') {
  readPostponed(turn.place);
  if (isLookedAt(turn)) tellSeen(turn.key);
  else if (!wasSeenElsewhere(turn.key)) endedUnseen.tell(turn, end);
}

const endedUnseen = createListeners<[turn: Turn, end: 'done' | 'failed']>();

/** Calls back when a reply ends that nobody looked at, as far as is known. */
export const onEndedUnseen: typeof endedUnseen.on = endedUnseen.on;
