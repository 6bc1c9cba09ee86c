import { useEffect, useState } from 'react';
import { isPageLocked } from '../data/browser/session-state.ts';
import { history } from './history.ts';

/** The answers to the question whether to leave. */
interface LeaveQuestion {
  readonly stay: () => void;
  readonly leave: () => void;
}

/**
 * Holds a navigation to another page, also by the browser's buttons, until the person has answered, if `loses` tells that
 * something would be lost. When the window is closed or loaded again, the browser asks.
 */
export function useLeaveGuard(loses: () => boolean): LeaveQuestion | null {
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
        enableBeforeUnload: () => loses() && !isPageLocked(),
      }),
    [loses],
  );
  return question;
}
