import type { User } from '@jarvis/contract';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useSessionEnded } from '../data/session-state.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from '../ui/live-region.tsx';
import { useTitle } from '../ui/use-title.ts';

const SignInAgain = lazy(() => import('./sign-in-again.tsx'));

/** Brings the sign-in back in place of the page when the session ends, so that nothing typed is lost. */
export function SessionEnded({ user }: { readonly user: User }) {
  return useSessionEnded() && <Ended user={user} />;
}

/** Title and announcement are not part of what is hidden: they are replaced at once, before the form is loaded. */
function Ended({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  useTitle(t('signIn.endedTitle'));
  useLayoutEffect(() => announce(t('signIn.endedTitle')), [t]);
  return (
    <Suspense>
      <SignInAgain user={user} />
    </Suspense>
  );
}
