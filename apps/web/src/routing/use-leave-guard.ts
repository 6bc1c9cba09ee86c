import { useEffect, useState } from 'react';
import { isPageLocked } from '../data/browser/session-state.ts';
import { history } from './history.ts';

interface Guard {
  /** Whether something would be lost if the page were left. */
  readonly loses: () => boolean;
  /** The same when the window is closed or loaded again; the browser asks then. */
  readonly losesWithWindow: () => boolean;
}

/** The answers to the question whether to leave. */
interface LeaveQuestion {
  readonly stay: () => void;
  readonly leave: () => void;
}

/** Holds a navigation to another page, also by the browser's buttons, until the person has answered. */
export function useLeaveGuard({ loses, losesWithWindow }: Guard): LeaveQuestion | null {
  const [question, ask] = useState<LeaveQuestion | null>(null);
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          // The drawer adds an entry of the same page.
          if (currentLocation.pathname === nextLocation.pathname || !loses()) return false;
          const stays = await new Promise<boolean>((answer) =>
            ask({ stay: () => answer(true), leave: () => answer(false) }),
          );
          ask(null);
          return stays;
        },
        enableBeforeUnload: () => losesWithWindow() && !isPageLocked(),
      }),
    [loses, losesWithWindow],
  );
  return question;
}
