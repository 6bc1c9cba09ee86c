import { useSyncExternalStore } from 'react';

type State = 'open' | 'ended';

/** Tabs share the session: what one learns of it holds for all, at once. */
const tabs = new BroadcastChannel('jarvis:session');
let state: State = 'open';
const listeners = new Set<() => void>();
const renewedListeners = new Set<() => void>();

/** Whether the session has ended, so that nothing of the account may be shown. */
export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state === 'ended',
  );
}

/** The same outside of a component. */
export const isSessionEnded = (): boolean => state === 'ended';

/** Locks the pages of this browser that show the account. */
export function tellSessionEnded(): void {
  if (state === 'ended') return;
  set('ended');
  lockOtherTabs();
}

/** Before this tab leaves for the sign-in page. */
export function lockOtherTabs(): void {
  tabs.postMessage('ended' satisfies State);
}

/** Somebody has signed in. */
export function tellSessionOpen(): void {
  set('open');
  tabs.postMessage('open' satisfies State);
}

/** Calls back when somebody has signed in in another tab. Returns what ends that. */
export function onSessionOpenElsewhere(listener: () => void): () => void {
  renewedListeners.add(listener);
  return () => renewedListeners.delete(listener);
}

tabs.onmessage = ({ data }: MessageEvent<State>) => {
  if (data === 'ended') set('ended');
  else for (const listener of renewedListeners) listener();
};

function set(next: State) {
  state = next;
  for (const listener of listeners) listener();
}
