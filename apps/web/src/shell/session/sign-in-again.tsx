import type { User } from '@jarvis/contract';
import { useEffect } from 'react';
import { onSessionOpenElsewhere } from '../../data/browser/session-state.ts';
import { refreshSession } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import SignInForm from '../../pages/sign-in/sign-in-form.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { refreshAll } from '../live.ts';

/** The sign-in as a dialog that cannot be dismissed. Another person who signs in gets a new page. */
export default function SignInAgain({ user }: { user: User }) {
  useEffect(
    () =>
      onSessionOpenElsewhere((userId) => {
        if (userId === user.id) void goOn().catch(() => undefined);
      }),
    [user.id],
  );
  return (
    <Dialog
      onClose={() => {}}
      insistent
      opaque
      title={t('signIn.endedTitle')}
      description={t('signIn.endedText')}
    >
      <div className="mt-5">
        <SignInForm email={user.email} onSignedIn={goOn} />
      </div>
    </Dialog>
  );
}

async function goOn(): Promise<void> {
  if (!(await refreshSession())) return location.assign('/');
  await refreshAll();
}
