import type { User } from '@jarvis/contract';
import { lazy, useLayoutEffect } from 'react';
import { loadPart } from '../../data/service/load-part.ts';
import { t } from '../../i18n/translate.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/feedback/live-region.tsx';
import { PartBoundary } from '../../ui/page/part-boundary.tsx';
import { useTitle } from '../../ui/page/use-title.ts';

const SignInAgain = lazy(() => loadPart(() => import('./sign-in-again.tsx')));

/**
 * Shows the sign-in over the page when the session ends, so that typed text is kept. Title and announcement are outside
 * the hidden page: they change at once, before the form has loaded.
 */
export function SessionEnded({ user }: { user: User }) {
  useTitle(t('signIn.endedTitle'));
  useLayoutEffect(() => {
    announce(t('signIn.endedTitle'));
    return () => announce('');
  }, []);
  return (
    <PartBoundary fallback={<Reload />}>
      <SignInAgain user={user} />
    </PartBoundary>
  );
}

/** The reloaded page is the sign-in. */
function Reload() {
  return (
    <div
      role="alert"
      className="visible fixed inset-0 flex flex-col items-center justify-center gap-6 bg-canvas px-6 text-center"
    >
      <p className="text-lg font-medium">{t('signIn.endedTitle')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('failure.reload')}
      </Button>
    </div>
  );
}
