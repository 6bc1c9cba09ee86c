import { useMemo } from 'react';
import { create } from 'zustand';
import { keep, keptJson, keptNames } from '../../data/browser/kept.ts';
import { nameOf } from '../../drafts/drafts.ts';
import { asKept, dropped, put } from './replies.ts';
import { isGoingOn, type Replies, type Turn, turnsAt } from './turn.ts';

/** The running, queued and failed replies: `useReplies.getState()`, and a hook with a selector. */
export const useReplies = create<Replies>()(() => ({
  turns: new Map(),
  gone: new Map(),
  known: false,
  lookedAt: null,
  visible: document.visibilityState === 'visible',
  drawn: new Map(),
}));

/** Changes the replies by one of the functions of replies.ts. */
export function change<Rest extends readonly unknown[]>(
  by: (state: Replies, ...rest: Rest) => Replies,
  ...rest: Rest
): void {
  useReplies.setState((state) => by(state, ...rest));
}

/** A turn, if its reply is running. */
export function turnGoingOn(key: string): Turn | undefined {
  const turn = useReplies.getState().turns.get(key);
  return turn && isGoingOn(turn) ? turn : undefined;
}

/**
 * Messages without a reply are kept in the browser, each under its own name, because tabs write concurrently;
 * zustand's `persist` keeps one value, which they would overwrite.
 */
const prefix = () => nameOf('turn', '');

const isUnsent = (turn: Turn | undefined) => turn?.own === true && !isGoingOn(turn);

function keepUnsent({ turns, gone }: Replies, before: Replies): void {
  for (const [key, turn] of turns)
    if (isUnsent(turn) && turn !== before.turns.get(key)) keep(prefix() + key, JSON.stringify(turn));
  for (const [key, turn] of before.turns)
    if (isUnsent(turn) && turns.has(key) && !isUnsent(turns.get(key))) keep(prefix() + key, null);
  // Another tab may have kept it.
  if (gone !== before.gone)
    for (const key of gone.keys()) if (!before.gone.has(key)) keep(prefix() + key, null);
}

/** Restores the turns of an earlier visit, follows the changes of other tabs. Returns a function that ends this. */
export function restoreTurns(): () => void {
  const takeUp = (name: string, forget?: true) => {
    const { turns, gone } = useReplies.getState();
    const key = name.slice(prefix().length);
    const known = turns.get(key);
    if (known && isGoingOn(known)) return;
    // Read again: a tab that was asleep gets changes late.
    const kept = keptJson<Turn>(name);
    if (kept && !gone.has(key)) change(put, asKept(kept));
    else if (!kept && forget) change(dropped, key);
  };
  const names = keptNames().filter((name) => name.startsWith(prefix()));
  for (const name of names.sort()) takeUp(name);
  const onStorage = ({ key: name }: StorageEvent) => name?.startsWith(prefix()) && takeUp(name, true);
  addEventListener('storage', onStorage);
  const stopKeeping = useReplies.subscribe(keepUnsent);
  return () => {
    stopKeeping();
    removeEventListener('storage', onStorage);
  };
}

/** The turns of a conversation, in the order they were written. */
export function useTurns(place: string): readonly Turn[] {
  const turns = useReplies((state) => state.turns);
  return useMemo(() => turnsAt({ turns }, place), [turns, place]);
}

export interface TurnState {
  readonly place: string;
  readonly state: 'running' | 'failed';
  /** Of the message, in place of the title that a conversation without a reply lacks. */
  readonly title: string;
  readonly startedAt: number;
}

/** The places with a running or failed reply, the latest first. */
export function useTurnStates(): ReadonlyMap<string, TurnState> {
  // A growing reply changes the turns thirty times a second, but no state: a long list is not rendered again.
  const states = useReplies((state) => JSON.stringify([...turnStates(state)]));
  return useMemo(() => new Map(JSON.parse(states)), [states]);
}

function turnStates({ turns }: Replies): ReadonlyMap<string, TurnState> {
  const states = new Map<string, TurnState>();
  for (const turn of [...turns.values()].reverse()) {
    const { place, text, startedAt } = turn;
    if (turn.phase === 'queued' || states.get(place)?.state === 'running') continue;
    const state = isGoingOn(turn) ? 'running' : 'failed';
    states.set(place, { place, state, title: text.split('\n', 1)[0] ?? '', startedAt });
  }
  return states;
}

/** Calls back when turns move to another place: a conversation has begun. Returns a function that ends this. */
export const onTurnMoved = (listener: (from: string, to: string) => void): (() => void) =>
  useReplies.subscribe((now, before) => {
    for (const { key, place } of now.turns.values()) {
      const from = before.turns.get(key)?.place;
      if (from !== undefined && from !== place) return listener(from, place);
    }
  });

/** Calls back with each running turn that ends, with or without a reply. Returns a function that ends this. */
export const onEnded = (listener: (turn: Turn, end: 'stored' | 'failed') => void): (() => void) =>
  useReplies.subscribe((now, before) => {
    if (now.turns === before.turns) return;
    for (const turn of before.turns.values()) {
      if (!isGoingOn(turn)) continue;
      const after = now.turns.get(turn.key);
      if (after?.phase === 'failed') listener(turn, 'failed');
      else if (!after && now.gone.get(turn.key) === 'stored') listener(turn, 'stored');
    }
  });
