import { useSyncExternalStore } from 'react';

let lost = false;
const listeners = new Set<() => void>();

/** Whether the service is unreachable, according to the stream of changes. */
export function useConnectionLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lost,
  );
}

export const isConnectionLost = (): boolean => lost;

export function setConnectionLost(next: boolean): void {
  lost = next;
  for (const listener of listeners) listener();
}

/** Asks the service itself: it may be reachable without internet. */
export const isReachable = (): Promise<boolean> =>
  fetch('/api/health').then(
    () => true,
    () => false,
  );
