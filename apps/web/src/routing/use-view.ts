import type { HistoryLocation } from '@tanstack/history';
import { createContext, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { history } from './history.ts';

/** The location of the shown page: the window's, unless that page still loads. */
export const Shown = createContext<HistoryLocation>(history.location);

interface Views<View> {
  /** Loads the view of an address; never rejects. */
  readonly open: (location: HistoryLocation) => Promise<View>;
  /** What is shown instead of a view while the next one is slow. */
  readonly pending: (shown: View) => View;
}

const pendingMs = 300;
/** So that it does not flash. */
const pendingMinMs = 500;

/**
 * The view of the window's address: the shown one stays until the next one is loaded. The function, which is the same in
 * every render, opens the view again.
 */
export function useView<View extends { readonly location: HistoryLocation }>(
  first: View,
  { open, pending }: Views<View>,
): readonly [View, () => void] {
  const [view, setView] = useState(first);
  const latest = useRef<object>(null);

  const follow = useCallback(async () => {
    const own = {};
    latest.current = own;
    const show = (next: (shown: View) => View) => {
      if (latest.current === own) startTransition(() => setView(next));
    };
    const opening = open(history.location);
    const isSlow = await Promise.race([opening.then(() => false), after(pendingMs).then(() => true)]);
    if (isSlow) {
      show(pending);
      await after(pendingMinMs);
    }
    const next = await opening;
    show(() => next);
  }, [open, pending]);

  useEffect(() => {
    // The person went back while the first view was loaded.
    if (first.location !== history.location) void follow();
    return history.subscribe(() => void follow());
  }, [first, follow]);
  return [view, follow];
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
