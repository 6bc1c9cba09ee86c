import { useEffect, useState } from 'react';
import { isPageLocked } from '../../data/browser/session-state.ts';
import { t } from '../../i18n/translate.ts';
import { history } from '../../routing/history.ts';
import { DialogForm } from './dialog.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost now. */
  readonly loses: () => boolean;
  readonly title: string;
  readonly text: string;
}

/**
 * Holds a navigation to another page, also by the browser's buttons, until the person has answered, if something would
 * be lost. When the window is closed or loaded again, the browser asks.
 */
export function LeaveGuard({ loses, title, text }: LeaveGuardProps) {
  const [answer, ask] = useState<((stays: boolean) => void) | null>(null);
  useEffect(
    () =>
      history.block({
        blockerFn: async ({ currentLocation, nextLocation }) => {
          // The drawer adds an entry of the same page.
          if (currentLocation.pathname === nextLocation.pathname || !loses()) return false;
          const stays = await new Promise<boolean>((resolve) => ask(() => resolve));
          ask(null);
          return stays;
        },
        enableBeforeUnload: () => loses() && !isPageLocked(),
      }),
    [loses],
  );
  // What would have been lost ended meanwhile: the page shows its outcome.
  useEffect(() => {
    if (answer && !loses()) answer(true);
  }, [answer, loses]);
  return (
    answer && (
      <DialogForm
        onClose={() => answer(true)}
        title={title}
        description={text}
        cancel={t('temporary.stay')}
        action={t('temporary.leave')}
        submit={{ variant: 'danger' }}
        onSubmit={() => answer(false)}
      />
    )
  );
}
