import { useSyncExternalStore } from 'react';
import { noteEndedSession, queryClient, rpc, trpc } from '../data/client.ts';
import { type Failure, failureOf } from '../data/failure.ts';
import { newId, timeOfId } from '../data/new-id.ts';
import type { RecentTurn, TurnEvent } from '../data/types.ts';
import { translate } from '../i18n/use-translation.ts';
import { announce } from '../ui/live-region.tsx';
import { chosenModel, moveChoice } from './chosen-model.ts';
import { plainText } from './plain-text.ts';
import { addMessages, isReply, readPostponed } from './transcript-data.ts';
import {
  allTurns,
  isGoingOn,
  newPlace,
  patchTurn,
  putTurn,
  removeTurn,
  type Step,
  subscribe,
  type Turn,
  tell,
  turnOf,
  turnsAt,
} from './turn-store.ts';

const spokenCharsMax = 300;

/** What is read at the moment, by the turn's key. */
const streams = new Map<string, { close(): void }>();
/** The key under which a stored message was first drawn. */
const drawnAs = new Map<string, string>();
/** Stored, or taken away by the person: a list of running turns that was asked for before does not bring them back. */
const gone = new Set<string>();

/** How long a page must be out of sight before its replies are no longer read along. */
const releaseAfterMs = 2_000;
const readAgainAfterMs = 3_000;
/** A turn this young may be missing from a list that was asked for before it began. */
const youngMs = 30_000;

export function drawnKey(messageId: string): string {
  return drawnAs.get(messageId) ?? messageId;
}

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

/** Sends a failed message again. */
export function retryTurn(turn: Turn): void {
  // Whether a message that was lost on its way had arrived is not known: the same id makes it one message.
  if (turn.failure?.kind === 'offline' && turn.turnId === null) return void start(turn);
  discardTurn(turn);
  void start({ ...turn, key: newId() });
}

/** Takes a failed or queued message away. */
export function discardTurn(turn: Turn): void {
  gone.add(turn.key);
  release(turn.key);
  removeTurn(turn.key);
  if (turn.turnId !== null) {
    // What stays on the server for now is offered again on the next visit.
    void rpc.chat.dismiss.mutate({ turnId: turn.turnId }).catch(noteEndedSession);
  }
}

/** Brings back what was discarded. */
export function restoreTurn(turn: Turn): void {
  gone.delete(turn.key);
  putTurn({ ...turn, own: true });
}

/** Stops the reply; what has been written is stored. */
export function stopTurn(place: string): void {
  const turn = turnsAt(place).find(isGoingOn);
  if (!turn) return;
  patchTurn(turn.key, { phase: 'stopping' });
  if (turn.turnId === null) return;
  void rpc.chat.stop.mutate({ turnId: turn.turnId }).catch((error) => {
    noteEndedSession(error);
    if (turnOf(turn.key)?.phase === 'stopping') patchTurn(turn.key, { phase: 'running' });
  });
}

/** The message and the reply as it comes are one request, which may end early. */
async function start(turn: Turn): Promise<void> {
  const { key } = turn;
  putTurn({
    ...turn,
    phase: 'sending',
    turnId: null,
    reply: '',
    steps: [],
    failure: null,
    startedAt: Date.now(),
    own: true,
  });
  const reading = new AbortController();
  const stream = { close: () => reading.abort() };
  streams.set(key, stream);
  let lost = interrupted;
  try {
    const events = await request(turn, reading.signal);
    for await (const event of events) take(key, event);
  } catch (error) {
    lost = failureOf(error);
    // A reply that has begun goes on; whoever watches it is told whether the session has ended.
    if (turnOf(key)?.turnId === null) noteEndedSession(error);
  }
  if (streams.get(key) !== stream) return;
  streams.delete(key);
  const now = turnOf(key);
  if (!now || !isGoingOn(now)) return;
  if (now.turnId === null) fail(key, lost);
  else attend();
}

async function request(turn: Turn, signal: AbortSignal) {
  const { key, place, text, first, replaces } = turn;
  if (replaces?.reply) {
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
async function hasBegun({ key, place, phase }: Turn, signal: AbortSignal): Promise<boolean> {
  const waited = phase === 'queued' && place !== newPlace;
  if (!waited || turnsAt(place).some((other) => other.first && other.key !== key)) return false;
  try {
    await rpc.conversations.page.query({ id: place, limit: 1 }, { signal });
    return true;
  } catch (error) {
    if (failureOf(error).kind === 'notFound') return false;
    throw error;
  }
}

/** The conversation exists: what is written there goes on with it. */
function joinConversation(place: string) {
  for (const turn of turnsAt(place)) if (turn.first) patchTurn(turn.key, { first: false });
}

/** The server has taken the turn: the first event says so. */
function begin(
  key: string,
  { turnId, conversationId }: { readonly turnId: string; readonly conversationId: string },
) {
  const turn = turnOf(key);
  if (!turn || turn.turnId !== null) return;
  const stopping = turn.phase === 'stopping';
  const from = turn.place;
  putTurn({ ...turn, turnId, phase: stopping ? 'stopping' : 'running' });
  if (from !== conversationId) moveTurns(from, conversationId);
  if (stopping) stopTurn(conversationId);
}

/** With the turn that begins a conversation goes what failed before it, and what waits for its end. */
function moveTurns(from: string, to: string) {
  if (lookedAt === from) lookedAt = to;
  moveChoice(from, to);
  for (const turn of turnsAt(from)) patchTurn(turn.key, { place: to });
  for (const listener of moveListeners) listener(from, to);
}

const moveListeners = new Set<(from: string, to: string) => void>();

/** Calls back when turns go from one place to another: a conversation has begun. Returns what ends that. */
export function onTurnMoved(listener: (from: string, to: string) => void): () => void {
  moveListeners.add(listener);
  return () => moveListeners.delete(listener);
}

/** The place that the page shows; null for a page without a conversation. */
let lookedAt: string | null = null;

/** Reads replies along where they are looked at, and nowhere else. Returns what ends that. */
export function lookAt(place: string): () => void {
  lookedAt = place;
  attendSoon(0);
  return () => {
    if (lookedAt === place) lookedAt = null;
    attendSoon(0);
  };
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') return attend();
  attendSoon(releaseAfterMs);
  askSoon();
});

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

/** On the page, and in sight. */
export const isLookedAt = ({ place }: Turn) => place === lookedAt && document.visibilityState === 'visible';

let attending: ReturnType<typeof setTimeout> | undefined;

function attendSoon(ms: number) {
  clearTimeout(attending);
  attending = setTimeout(attend, ms);
}

/** A browser has few connections to a host: a reply takes one only while somebody looks at it. */
export function attend(): void {
  clearTimeout(attending);
  for (const turn of allTurns()) {
    if (turn.turnId === null) continue;
    if (!isLookedAt(turn)) release(turn.key);
    else if (!streams.has(turn.key) && isUnread(turn)) watch(turn.key);
  }
}

/** Going on, or failed elsewhere, so that what there is of its reply has not been read. */
const isUnread = (turn: Turn) => isGoingOn(turn) || (!turn.own && turn.reply === '' && !reread.has(turn.key));
const reread = new Set<string>();

/** Reads on a reply that is going on; the connection is taken up again as often as it is lost. */
function watch(key: string) {
  reread.add(key);
  const subscription = rpc.chat.watch.subscribe(
    { turnId: key },
    {
      onData: (event) => take(key, event),
      onError: (error) => {
        if (!ended()) return;
        const failure = failureOf(error);
        noteEndedSession(error);
        if (failure.kind === 'unauthenticated') return;
        if (failure.passing) return attendSoon(readAgainAfterMs);
        const turn = turnOf(key);
        if (turn && isGoingOn(turn)) fail(key, failure);
      },
      onComplete: () => {
        const turn = turnOf(key);
        if (ended() && turn && isGoingOn(turn)) void settle(turn);
      },
    },
  );
  const stream = { close: () => subscription.unsubscribe() };
  streams.set(key, stream);
  /** False after `release`: told then, too. */
  const ended = () => streams.get(key) === stream && streams.delete(key);
}

function release(key: string) {
  const stream = streams.get(key);
  streams.delete(key);
  stream?.close();
}

const interrupted: Failure = {
  kind: 'failed',
  reason: 'interrupted',
  message: 'The reply was interrupted. Ask again.',
  issues: [],
  retryAfterSeconds: undefined,
  passing: false,
};

/** A message that was to be sent after a reply that then failed. */
const heldBack: Failure = { ...interrupted, reason: 'heldBack' };

function take(key: string, event: TurnEvent) {
  if (event.type === 'snapshot') begin(key, event);
  const turn = turnOf(key);
  if (!turn) return;
  switch (event.type) {
    case 'snapshot':
      patchTurn(key, {
        text: event.message,
        reply: event.text,
        steps: event.steps,
        replaces: event.replaces
          ? { messageId: event.replaces, reply: isReply(event.conversationId, event.replaces) }
          : null,
      });
      // Nobody looked any more when the server took it.
      return attendSoon(releaseAfterMs);
    case 'text':
      return patchTurn(key, { reply: turn.reply + event.delta });
    case 'step':
      return patchTurn(key, { steps: withStep(turn.steps, event) });
    case 'failed':
      return fail(key, failureIn(event.error));
    case 'done':
    case 'stopped':
      drawnAs.set(event.userMessage.id, `${key}:message`);
      drawnAs.set(event.assistantMessage.id, `${key}:reply`);
      addMessages(
        event.conversation,
        [event.userMessage, event.assistantMessage],
        turn.replaces?.messageId ?? null,
      );
      if (isLookedAt(turn)) announceReply(event.assistantMessage.content);
      void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() });
      return finish(turn);
  }
}

/** A short reply is read out; a long one can be read at one's own pace. */
export function announceReply(content: string): void {
  const text = plainText(content);
  announce(text.length <= spokenCharsMax ? text : translate('chat.longReply'));
}

const failureIn = (error: NonNullable<RecentTurn['error']>): Failure => ({
  kind: error.kind,
  reason: error.reason,
  message: error.message,
  retryAfterSeconds: error.retryAfterSeconds,
  issues: [],
  passing: false,
});

/** A step that is already shown changes its state; a new one comes last. */
export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const index = steps.findLastIndex((known) => known.label === step.label && known.state === 'running');
  const next = { label: step.label, state: step.state };
  return index === -1 ? [...steps, next] : steps.with(index, next);
}

/** A reply is stored: what waited for it is sent. */
function finish(turn: Turn) {
  streams.delete(turn.key);
  gone.add(turn.key);
  removeTurn(turn.key);
  if (isGoingOn(turn)) tellEnded(turn, 'done');
  joinConversation(turn.place);
  sendQueued(turn.place);
}

function sendQueued(place: string) {
  const here = turnsAt(place);
  const queued = here.find(({ phase }) => phase === 'queued');
  if (queued && !here.some(isGoingOn)) void start(queued);
}

function fail(key: string, failure: Failure) {
  streams.delete(key);
  const turn = turnOf(key);
  if (!turn) return;
  patchTurn(key, { phase: 'failed', failure, failedAt: Date.now(), steps: [] });
  if (isGoingOn(turn)) tellEnded(turn, 'failed');
  const queued = turnsAt(turn.place).find(({ phase }) => phase === 'queued');
  if (queued) patchTurn(queued.key, { phase: 'failed', failure: heldBack, failedAt: Date.now() });
}

type EndListener = (turn: Turn, end: 'done' | 'failed') => void;
const endListeners = new Set<EndListener>();

/** Calls back when a reply ends that nobody looked at in this tab. Returns what ends that. */
export function onEndedUnseen(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

function tellEnded(turn: Turn, end: 'done' | 'failed') {
  readPostponed(turn.place);
  if (isLookedAt(turn)) return;
  for (const listener of endListeners) listener(turn, end);
}

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
  const known = turnOf(turnId);
  // What is read tells for itself.
  if (gone.has(turnId) || streams.has(turnId)) return;
  if (state === 'done' || state === 'stopped') {
    // Its start was lost on the way back: a page that waits for it goes where it is.
    if (known && known.place !== listed.conversationId) moveTurns(known.place, listed.conversationId);
    const moved = turnOf(turnId);
    // Its last event tells what it stored, so that nothing is missing meanwhile.
    if (moved?.turnId && isGoingOn(moved) && isLookedAt(moved)) return;
    return moved && finish(moved);
  }
  const startedAt = timeOfId(turnId) ?? Date.now();
  const turn: Turn = known ?? {
    key: turnId,
    place: listed.conversationId,
    turnId,
    text: listed.message,
    replaces: null,
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
  else fail(turnId, error ? failureIn(error) : interrupted);
}

async function compareUnlisted(turn: Turn): Promise<void> {
  // Dismissed on another device.
  if (turn.phase === 'failed' && !turn.own) return removeTurn(turn.key);
  const unread = isGoingOn(turn) && turn.turnId !== null && !streams.has(turn.key);
  if (unread && Date.now() - turn.startedAt > youngMs) await settle(turn);
}

/** The server knows the turn no longer: it was stored some time ago, or it is lost. */
async function settle(turn: Turn): Promise<void> {
  try {
    const { messages } = await rpc.conversations.page.query({ id: turn.place, limit: 10 });
    const stored = messages.some(({ role, content, createdAt }) => {
      return role === 'user' && content === turn.text && Date.parse(createdAt) > turn.startedAt - youngMs;
    });
    if (stored) return finish(turn);
  } catch (error) {
    if (failureOf(error).kind !== 'notFound') return attendSoon(readAgainAfterMs);
  }
  fail(turn.key, interrupted);
}

// What was on its way when the page is left may not have arrived: it is offered again on the next visit.
addEventListener('pagehide', () => {
  for (const turn of allTurns()) {
    if (turn.phase === 'sending') patchTurn(turn.key, { phase: 'failed', failure: unsent });
  }
});

const unsent: Failure = { ...interrupted, kind: 'offline', reason: undefined };
