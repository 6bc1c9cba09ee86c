import { useSyncExternalStore } from 'react';

/** Locked: somebody else is signed in than the page was drawn for. It stays out of sight until it is left. */
let state: 'open' | 'ended' | 'locked' = 'open';
type Message = 'ended' | { readonly openFor: string } | { readonly forget: string };

/** Tabs share the session: what one learns of it holds for all, at once. */
const tabs = new BroadcastChannel('jarvis:session');
const listeners = new Set<() => void>();
const openedListeners = new Set<(userId: string) => void>();
const forgetListeners = new Set<(userId: string) => void>();

/** Whether the session has ended, so that nothing of the account may be shown. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, isSessionEnded);
}

/** The same outside of a component. */
export const isSessionEnded = (): boolean => state !== 'open';

/** Locks the pages of this browser that show the account. */
export function tellSessionEnded(): void {
  if (isSessionEnded()) return;
  set('ended');
  lockOtherTabs();
}

/** Before this tab leaves for the sign-in page. */
export function lockOtherTabs(): void {
  tabs.postMessage('ended' satisfies Message);
}

/** Nothing of this account may stay in this browser: the other tabs are left. */
export function tellForget(userId: string): void {
  tabs.postMessage({ forget: userId } satisfies Message);
}

/** Hides the page for as long as it is there; what would ask before it is left has to keep still. */
export function lockPage(): void {
  set('locked');
}

export const isPageLocked = (): boolean => state === 'locked';

/** Somebody has signed in. */
export function tellSessionOpen(userId: string): void {
  set('open');
  tabs.postMessage({ openFor: userId } satisfies Message);
}

/** Calls back when somebody has signed in in another tab. Returns what ends that. */
export function onSessionOpenElsewhere(listener: (userId: string) => void): () => void {
  openedListeners.add(listener);
  return () => openedListeners.delete(listener);
}

/** Calls back when another tab says that nothing of an account may stay. */
export function onForgetElsewhere(listener: (userId: string) => void): void {
  forgetListeners.add(listener);
}

tabs.onmessage = ({ data }: MessageEvent<Message>) => {
  if (data === 'ended') set('ended');
  else if ('forget' in data) for (const listener of forgetListeners) listener(data.forget);
  else for (const listener of openedListeners) listener(data.openFor);
};

function set(next: typeof state) {
  if (state === 'locked') return;
  state = next;
  for (const listener of listeners) listener();
}
