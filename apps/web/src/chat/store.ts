import { useMemo } from 'react';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { keep, keptJson, keptNames } from '../data/kept.ts';
import { shownUser } from '../data/session.ts';
import { asKept, dropped, put } from './replies.ts';
import { isGoingOn, type Replies, type Turn, turnsAt } from './turn.ts';

type Kept = Pick<Replies, 'turns'>;

/** What got no reply yet is kept in the browser, each message under a name of its own: tabs write side by side. */
const prefix = () => `jarvis:turn:${shownUser()?.id}:`;
let keptTurns: Kept['turns'] = new Map();

function readKept(name: string): Turn | undefined {
  const kept = keptJson<Parameters<typeof asKept>[0]>(name);
  return kept ? asKept(kept) : undefined;
}

const storage: PersistStorage<Kept> = {
  getItem() {
    const names = keptNames().filter((name) => name.startsWith(prefix()));
    const turns = names.sort().flatMap((name) => readKept(name) ?? []);
    keptTurns = new Map(turns.map((turn) => [turn.key, turn]));
    return { state: { turns: keptTurns } };
  },
  setItem(_name, { state: { turns } }) {
    for (const turn of turns.values())
      if (keptTurns.get(turn.key) !== turn) keep(prefix() + turn.key, JSON.stringify(turn));
    for (const key of keptTurns.keys()) if (!turns.has(key)) keep(prefix() + key, null);
    keptTurns = turns;
  },
  removeItem() {},
};

/** The replies that are going on, wait or failed: `replies.getState()`, and a hook with a selector. */
export const useReplies = create<Replies>()(
  persist(
    (): Replies => ({
      turns: new Map(),
      gone: new Map(),
      known: false,
      lookedAt: null,
      visible: document.visibilityState === 'visible',
      drawn: new Map(),
    }),
    {
      name: 'turns',
      storage,
      skipHydration: true,
      partialize: ({ turns }) => ({
        turns: new Map([...turns].filter(([, turn]) => turn.own && !isGoingOn(turn))),
      }),
      merge: (kept, now) => {
        const left = [...(kept as Kept).turns].filter(([key]) => !now.gone.has(key));
        return { ...now, turns: new Map([...left, ...now.turns]) };
      },
    },
  ),
);

/** Changes the replies by one of the functions of replies.ts. */
export function change<Rest extends readonly unknown[]>(
  by: (state: Replies, ...rest: Rest) => Replies,
  ...rest: Rest
): void {
  useReplies.setState((state) => by(state, ...rest));
}

/** Takes up what an earlier visit has left, and what other tabs keep and forget from now on. Returns what ends that. */
export function restoreTurns(): () => void {
  void useReplies.persist.rehydrate();
  const onStorage = ({ key: name }: StorageEvent) => {
    if (!name?.startsWith(prefix())) return;
    const key = name.slice(prefix().length);
    const { turns, gone } = useReplies.getState();
    const known = turns.get(key);
    if (known && isGoingOn(known)) return;
    // As it is by now: a tab that was asleep hears of changes late.
    const turn = readKept(name);
    if (!turn) change(dropped, key);
    else if (!gone.has(key)) change(put, turn);
  };
  addEventListener('storage', onStorage);
  // Another tab may have kept it.
  const stopForgetting = useReplies.subscribe(({ gone }, before) => {
    if (gone === before.gone) return;
    for (const key of gone.keys()) if (!before.gone.has(key)) keep(prefix() + key, null);
  });
  return () => {
    stopForgetting();
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
  /** Of the message, in the place of the title that a conversation without a reply does not have yet. */
  readonly title: string;
  readonly startedAt: number;
}

/** The places where a reply is going on or failed, the latest first. */
export function useTurnStates(): ReadonlyMap<string, TurnState> {
  const turns = useReplies((state) => state.turns);
  return useMemo(() => {
    const states = new Map<string, TurnState>();
    for (const turn of [...turns.values()].reverse()) {
      const { place, text, startedAt } = turn;
      if (turn.phase === 'queued' || states.get(place)?.state === 'running') continue;
      const state = isGoingOn(turn) ? 'running' : 'failed';
      states.set(place, { place, state, title: text.split('\n', 1)[0] ?? '', startedAt });
    }
    return states;
  }, [turns]);
}

/** Calls back when turns go from one place to another: a conversation has begun. Returns what ends that. */
export const onTurnMoved = (listener: (from: string, to: string) => void): (() => void) =>
  useReplies.subscribe((now, before) => {
    for (const { key, place } of now.turns.values()) {
      const from = before.turns.get(key)?.place;
      if (from !== undefined && from !== place) return listener(from, place);
    }
  });

/** Calls back with each turn that was going on and has its reply, or none. Returns what ends that. */
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
