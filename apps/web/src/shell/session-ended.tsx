import type { User } from '@jarvis/contract';
import { lazy, Suspense } from 'react';
import { useSessionEnded } from '../data/session-state.ts';

const SignInAgain = lazy(() => import('./sign-in-again.tsx'));

/** Brings the sign-in back in place of the page when the session ends, so that nothing typed is lost. */
export function SessionEnded({ user }: { readonly user: User }) {
  if (!useSessionEnded()) return null;
  return (
    <Suspense>
      <SignInAgain user={user} />
    </Suspense>
  );
}
