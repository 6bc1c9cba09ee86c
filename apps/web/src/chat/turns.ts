import { useSyncExternalStore } from 'react';
import { noteEndedSession, queryClient, rpc, trpc } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { keptUser } from '../api/session.ts';
import type { TurnEvent } from '../api/types.ts';
import { announce } from '../ui/live-region.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { plainText } from './plain-text.ts';
import { addMessages } from './transcript-data.ts';

export interface Step {
  readonly label: string;
  readonly state: 'running' | 'done' | 'error';
}

/** One exchange under way, or one that failed and waits for what the person does about it. */
export interface Turn {
  /**
   * The server knows the turn by it. Stays the same from the first letter to the stored reply, so that nothing is
   * drawn anew.
   */
  readonly key: string;
  readonly place: string;
  /** Null until the server has taken it. */
  readonly turnId: string | null;
  readonly text: string;
  /** It begins the conversation: until it is stored, there is none. */
  readonly first: boolean;
  readonly phase: 'sending' | 'running' | 'stopping' | 'failed';
  readonly reply: string;
  readonly steps: readonly Step[];
  readonly failure: Failure | null;
  /** When it failed, for the countdown. */
  readonly failedAt: number;
}

const blank = { turnId: null, first: false, reply: '', steps: [], failure: null, failedAt: 0 } as const;

/** The place of a conversation that does not exist yet. */
export const newPlace = 'new';

let turns: ReadonlyMap<string, Turn> = new Map();
const listeners = new Set<() => void>();
/** What is watched, by the turn's key. */
const subscriptions = new Map<string, { unsubscribe(): void }>();
/** The key under which a stored message was first drawn. */
const drawnAs = new Map<string, string>();

export function useTurn(place: string): Turn | undefined {
  return useSyncExternalStore(subscribe, () => turns.get(place));
}

/** Conversations in which a reply is going on. */
export function useRunningTurns(): ReadonlySet<string> {
  const all = useSyncExternalStore(subscribe, () => turns);
  return new Set([...all.values()].filter((turn) => turn.phase !== 'failed').map((turn) => turn.place));
}

export function drawnKey(messageId: string): string {
  return drawnAs.get(messageId) ?? messageId;
}

/**
 * Sends a message, and shows the reply as it comes: both are one request, which may end early. `onStarted` hears
 * the conversation's id once the server has taken the message.
 */
export async function sendMessage(
  place: string,
  text: string,
  onStarted: (conversationId: string) => void,
): Promise<void> {
  const before = turns.get(place);
  // Whether a message that was lost on its way had arrived is not known: the same id makes it one message.
  const again = before?.failure?.kind === 'offline' && before.turnId === null && before.text === text;
  const key = again ? before.key : crypto.randomUUID();
  // A first turn that failed has left no conversation behind to go on with.
  const first = place === newPlace || before?.first === true;
  put({ ...blank, key, place, text, first, phase: 'sending' });
  let lost = interrupted;
  try {
    const events = await rpc.chat.start.mutate({
      message: text,
      requestId: key,
      ...(first ? {} : { conversationId: place }),
    });
    for await (const event of events) take(key, event, onStarted);
  } catch (error) {
    lost = failureOf(error);
    // A reply that has begun goes on; whoever watches it is told whether the session has ended.
    if (turnOf(key)?.turnId === null) noteEndedSession(error);
  }
  if (!isGoingOn(key)) return;
  if (turnOf(key)?.turnId === null) fail(key, lost);
  else watch(key);
}

/** The server has taken the turn: the first event says so. */
function begin(
  key: string,
  { turnId, conversationId }: { readonly turnId: string; readonly conversationId: string },
  onStarted: (conversationId: string) => void,
) {
  const turn = turnOf(key);
  if (!turn || turn.turnId !== null) return;
  const stopping = turn.phase === 'stopping';
  move(turn.place, { ...turn, place: conversationId, turnId, phase: stopping ? 'stopping' : 'running' });
  onStarted(conversationId);
  if (stopping) stopTurn(conversationId);
}

/** Stops the reply; what has been written is stored. */
export function stopTurn(place: string): void {
  const turn = turns.get(place);
  if (!turn || turn.phase === 'failed') return;
  patch(place, { phase: 'stopping' });
  if (turn.turnId) {
    void rpc.chat.stop.mutate({ turnId: turn.turnId }).catch((error) => {
      noteEndedSession(error);
      patch(place, { phase: 'running' });
    });
  }
}

/** Takes a failed turn away. */
export function dropTurn(place: string): void {
  put(undefined, place);
}

/** Shows a reply that was going on when the page was opened. */
function resumeTurn(place: string, running: { readonly turnId: string; readonly message: string }): void {
  if (turns.has(place) || turnOf(running.turnId)) return;
  put({
    ...blank,
    key: running.turnId,
    place,
    turnId: running.turnId,
    text: running.message,
    phase: 'running',
  });
  watch(running.turnId);
}

let looked = false;

/** Finds the replies that were going on when the page was opened. Returns whether that has been done. */
export function useResumedTurns(): boolean {
  return useSyncExternalStore(subscribe, () => looked);
}

export async function resumeTurns(): Promise<void> {
  try {
    const { turns: recent } = await rpc.chat.recent.query();
    for (const turn of recent) if (turn.state === 'running') resumeTurn(turn.conversationId, turn);
  } catch (error) {
    noteEndedSession(error);
  }
  looked = true;
  tell();
}

/** Reads on a reply that is going on; the connection is taken up again as often as it is lost. */
function watch(key: string) {
  unwatch(key);
  const lost = (failure: Failure) => {
    subscriptions.delete(key);
    if (isGoingOn(key)) fail(key, failure);
  };
  const subscription = rpc.chat.watch.subscribe(
    { turnId: key },
    {
      onData: (event) => take(key, event),
      onError: (error) => {
        noteEndedSession(error);
        lost(failureOf(error));
      },
      // Told also after `unwatch`.
      onComplete: () => {
        if (subscriptions.get(key) === subscription) lost(interrupted);
      },
    },
  );
  subscriptions.set(key, subscription);
}

function unwatch(key: string) {
  const subscription = subscriptions.get(key);
  subscriptions.delete(key);
  subscription?.unsubscribe();
}

const interrupted: Failure = {
  kind: 'failed',
  message: 'The reply was interrupted. Ask again.',
  issues: [],
  retryAfterSeconds: undefined,
  passing: false,
};

function take(key: string, event: TurnEvent, onStarted: (conversationId: string) => void = () => {}) {
  if (event.type === 'snapshot') begin(key, event, onStarted);
  const turn = turnOf(key);
  if (!turn) return;
  switch (event.type) {
    case 'snapshot':
      return patch(turn.place, { reply: event.text, steps: event.steps });
    case 'text':
      return patch(turn.place, { reply: turn.reply + event.delta });
    case 'step':
      return patch(turn.place, { steps: withStep(turn.steps, event) });
    case 'failed':
      return fail(key, {
        kind: event.error.kind,
        message: event.error.message,
        retryAfterSeconds: event.error.retryAfterSeconds,
        issues: [],
        passing: false,
      });
    case 'done':
    case 'stopped':
      drawnAs.set(event.userMessage.id, `${key}:message`);
      drawnAs.set(event.assistantMessage.id, `${key}:reply`);
      addMessages(event.conversation, [event.userMessage, event.assistantMessage]);
      unwatch(key);
      put(undefined, turn.place);
      announce(plainText(event.assistantMessage.content));
      void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() });
      return;
  }
}

/** A step that is already shown changes its state; a new one comes last. */
export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const index = steps.findLastIndex((known) => known.label === step.label && known.state === 'running');
  const next = { label: step.label, state: step.state };
  return index === -1 ? [...steps, next] : steps.with(index, next);
}

function fail(key: string, failure: Failure) {
  unwatch(key);
  const turn = turnOf(key);
  if (turn) patch(turn.place, { phase: 'failed', failure, failedAt: Date.now(), steps: [] });
}

// A message that was not sent goes back to where it was written, lest it be lost with the page.
addEventListener('pagehide', () => {
  const userId = keptUser()?.id;
  for (const turn of turns.values()) {
    if (turn.phase !== 'failed' || !userId) continue;
    const place = { userId, conversationId: turn.first ? null : turn.place };
    if (readDraft(place) === '') keepDraft(place, turn.text);
  }
});

/** Wherever it is by now: a first turn moves to its conversation when that begins. */
function turnOf(key: string): Turn | undefined {
  return [...turns.values()].find((turn) => turn.key === key);
}

function isGoingOn(key: string): boolean {
  const turn = turnOf(key);
  return turn !== undefined && turn.phase !== 'failed';
}

function patch(place: string, change: Partial<Turn>) {
  const turn = turns.get(place);
  if (turn) put({ ...turn, ...change });
}

function move(from: string, turn: Turn) {
  const next = new Map(turns);
  next.delete(from);
  next.set(turn.place, turn);
  set(next);
}

function put(turn: Turn | undefined, place = turn?.place ?? '') {
  const next = new Map(turns);
  if (turn) next.set(place, turn);
  else next.delete(place);
  set(next);
}

let told: ReturnType<typeof setTimeout> | undefined;

/** Tells the page at most thirty times a second, however fast the letters come. */
function set(next: ReadonlyMap<string, Turn>) {
  const streaming =
    next.size === turns.size && [...next].every(([place, turn]) => turns.get(place)?.phase === turn.phase);
  turns = next;
  if (!streaming) {
    clearTimeout(told);
    told = undefined;
    return tell();
  }
  told ??= setTimeout(() => {
    told = undefined;
    tell();
  }, 33);
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
