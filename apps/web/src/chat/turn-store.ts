import { useMemo, useSyncExternalStore } from 'react';
import type { Failure } from '../data/failure.ts';
import { keep, keptJson, keptNames } from '../data/kept.ts';
import { shownUser } from '../data/session.ts';

export interface Step {
  readonly label: string;
  readonly state: 'running' | 'done' | 'error';
}

/** One exchange under way, one that waits for it to end, or one that failed and waits for what the person does. */
export interface Turn {
  /**
   * The server knows the turn by it. Stays the same from the first letter to the stored reply, so that nothing is
   * drawn anew.
   */
  readonly key: string;
  /** Its conversation, or `newPlace`. */
  readonly place: string;
  /** Null until the server has taken it. */
  readonly turnId: string | null;
  readonly text: string;
  /** The stored message that it is another version of; a reply when `text` is what it answers. */
  readonly replaces: { readonly messageId: string; readonly reply: boolean } | null;
  /** The last message that was there when it was sent, null for none; undefined where that is not known. */
  readonly after: string | null | undefined;
  /** It begins the conversation: until it is stored, there is none. */
  readonly first: boolean;
  readonly phase: 'queued' | 'sending' | 'running' | 'stopping' | 'failed';
  readonly reply: string;
  readonly steps: readonly Step[];
  readonly failure: Failure | null;
  /** When it failed, for the countdown. Milliseconds since 1970, as `startedAt`. */
  readonly failedAt: number;
  readonly startedAt: number;
  /** Written in this browser, which keeps it until it has its reply. */
  readonly own: boolean;
}

/** The place of a conversation that does not exist yet. */
export const newPlace = 'new';

let turns: ReadonlyMap<string, Turn> = new Map();
const listeners = new Set<() => void>();

export const allTurns = (): readonly Turn[] => [...turns.values()];

export const turnOf = (key: string): Turn | undefined => turns.get(key);

export const turnsAt = (place: string): readonly Turn[] => allTurns().filter((turn) => turn.place === place);

export const isGoingOn = ({ phase }: Turn): boolean => phase !== 'failed' && phase !== 'queued';

/** The turns of a conversation, in the order they were written. */
export function useTurns(place: string): readonly Turn[] {
  const all = useAllTurns();
  return useMemo(() => [...all.values()].filter((turn) => turn.place === place), [all, place]);
}

export function useAllTurns(): ReadonlyMap<string, Turn> {
  return useSyncExternalStore(subscribe, () => turns);
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
  const all = useAllTurns();
  return useMemo(() => {
    const states = new Map<string, TurnState>();
    for (const turn of [...all.values()].reverse()) {
      const { place, text, startedAt } = turn;
      if (turn.phase === 'queued' || states.get(place)?.state === 'running') continue;
      const state = isGoingOn(turn) ? 'running' : 'failed';
      states.set(place, { place, state, title: text.split('\n', 1)[0] ?? '', startedAt });
    }
    return states;
  }, [all]);
}

export function putTurn(turn: Turn): void {
  const before = turns.get(turn.key);
  set(new Map(turns).set(turn.key, turn));
  if (before?.phase !== turn.phase || before.place !== turn.place || before.first !== turn.first)
    keepTurn(turn);
}

export function patchTurn(key: string, change: Partial<Turn>): void {
  const turn = turns.get(key);
  if (turn) putTurn({ ...turn, ...change });
}

export function removeTurn(key: string): void {
  const turn = turns.get(key);
  if (!turn) return;
  keep(keptName(key), null);
  const next = new Map(turns);
  next.delete(key);
  set(next);
}

/**
 * Stored, or taken away by the person: a list of running turns that was asked for before does not bring them back, and
 * another tab that has not heard of it neither.
 */
const gone = new Set<string>();

export const isGone = (key: string): boolean => gone.has(key);

export function endTurn(key: string): void {
  gone.add(key);
  removeTurn(key);
}

export function bringBackTurn(turn: Turn): void {
  gone.delete(turn.key);
  putTurn(turn);
}

export function tell(): void {
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let told: ReturnType<typeof setTimeout> | undefined;

/** Tells the page at most thirty times a second, however fast the letters come. */
function set(next: ReadonlyMap<string, Turn>) {
  const streaming =
    next.size === turns.size &&
    [...next].every(([key, { phase, place }]) => {
      const before = turns.get(key);
      return before?.phase === phase && before.place === place;
    });
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

/** What got no reply yet is kept in the browser, each message under a name of its own: tabs write side by side. */
const keptName = (key: string) => `${keptPrefix()}${key}`;
const keptPrefix = () => `jarvis:turn:${shownUser()?.id}:`;

function keepTurn(turn: Turn) {
  const unsent = turn.own && !isGoingOn(turn);
  keep(keptName(turn.key), unsent ? JSON.stringify(turn) : null);
}

/** Takes up what an earlier visit has left, and what other tabs keep and forget from now on. */
export function restoreTurns(): () => void {
  for (const name of keptNames().sort()) if (name.startsWith(keptPrefix())) takeUp(name);
  const onStorage = ({ key: name, newValue }: StorageEvent) => {
    if (!name?.startsWith(keptPrefix())) return;
    const known = turns.get(name.slice(keptPrefix().length));
    if (known && isGoingOn(known)) return;
    if (newValue !== null) return takeUp(name);
    if (!known) return;
    const next = new Map(turns);
    next.delete(known.key);
    set(next);
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

function takeUp(name: string) {
  const turn = keptJson<Turn>(name);
  if (!turn || isGone(turn.key)) return;
  set(new Map(turns).set(turn.key, turn));
}
