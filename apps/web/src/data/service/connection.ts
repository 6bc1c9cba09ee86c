import { create } from 'zustand';

/** Whether the service is unreachable, according to the stream of changes. */
export const useConnectionLost = create<boolean>()(() => false);

export const isConnectionLost = (): boolean => useConnectionLost.getState();

export const setConnectionLost = (lost: boolean): void => useConnectionLost.setState(lost);

/** Asks the service itself: it may be reachable without internet, and a proxy may answer in its place. */
export const isReachable = (): Promise<boolean> =>
  fetch('/api/health', { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
