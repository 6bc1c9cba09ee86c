import { useSyncExternalStore } from 'react';

let spoken = '';
const listeners = new Set<() => void>();

/** Has a screen reader read a text once, after its current one. */
export function announce(text: string): void {
  // A repeated text would not be a change, so it would not be read.
  spoken = text === spoken ? `${text} ` : text;
  for (const listener of listeners) listener();
}

export function LiveRegion() {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => spoken,
  );
  return (
    <div aria-live="polite" aria-atomic="true" className="sr-only" data-testid="live-region">
      {text}
    </div>
  );
}
