import type { User } from '@jarvis/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onSessionEnded, queryClient } from '../api/client.ts';
import { refreshSession } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';

const SignInForm = lazy(() => import('../sign-in/sign-in-form.tsx'));

/** Brings the sign-in back over the page when the session ends, so that nothing typed is lost. */
export function SessionEnded({ user }: { readonly user: User }) {
  const { t } = useTranslation();
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  return (
    <Dialog
      open={ended}
      onOpenChange={setEnded}
      insistent
      title={t('signIn.endedTitle')}
      description={t('signIn.endedText')}
    >
      <div className="mt-5">
        <Suspense>
          <SignInForm
            email={user.email}
            onSignedIn={async () => {
              const now = await refreshSession();
              setEnded(false);
              if (now?.id === user.id) await queryClient.invalidateQueries();
              else location.assign('/');
            }}
          />
        </Suspense>
      </div>
    </Dialog>
  );
}
