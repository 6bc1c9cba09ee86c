import type { User } from '@jarvis/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from '../api/client.ts';

const SignInAgain = lazy(() => import('./sign-in-again.tsx'));

/** Brings the sign-in back over the page when the session ends, so that nothing typed is lost. */
export function SessionEnded({ user }: { readonly user: User }) {
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  if (!ended) return null;
  return (
    <Suspense>
      <SignInAgain user={user} onDone={() => setEnded(false)} />
    </Suspense>
  );
}
