import type { User } from '@jarvis/contract';
import { refreshAll } from '../api/live.ts';
import { refreshSession } from '../api/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import SignInForm from '../sign-in/sign-in-form.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** The sign-in as a dialog that cannot be dismissed. Somebody else who signs in gets a page of their own. */
export default function SignInAgain({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      insistent
      title={t('signIn.endedTitle')}
      description={t('signIn.endedText')}
    >
      <div className="mt-5">
        <SignInForm
          email={user.email}
          onSignedIn={async () => {
            const now = await refreshSession();
            if (now?.id !== user.id) return location.assign('/');
            onDone();
            await refreshAll();
          }}
        />
      </div>
    </Dialog>
  );
}
