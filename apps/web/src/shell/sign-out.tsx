import { useEffect, useState } from 'react';
import { useReplies } from '../chat/replies/store.ts';
import { hasKeptTexts } from '../data/browser/kept.ts';
import { rpc } from '../data/service/client.ts';
import { failureOf } from '../data/service/failure.ts';
import { leaveAndForget, leaveSession, useUser } from '../data/service/session.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog/dialog.tsx';
import { finishDeletions } from '../ui/feedback/deletions.ts';
import { useFailureText } from '../ui/feedback/failure-text.ts';
import { showToast } from '../ui/feedback/toast.tsx';

/** Ends the session, after pending deletions; asks before texts are lost that only this browser has. */
export default function SignOut({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const user = useUser();
  const failureText = useFailureText();
  const [asks] = useState(
    () =>
      hasKeptTexts(user.id) ||
      [...useReplies.getState().turns.values()].some(({ phase }) => phase === 'sending'),
  );
  const [busy, setBusy] = useState(false);

  async function signOut() {
    setBusy(true);
    finishDeletions();
    try {
      await rpc.account.logout.mutate();
    } catch (error) {
      // A session that has already ended is the wanted result.
      const failure = failureOf(error);
      if (failure.kind !== 'unauthenticated') {
        onClose();
        return showToast({ text: failureText(failure), tone: 'danger' });
      }
    }
    if (asks) leaveAndForget(user.id);
    else leaveSession();
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was asked for
  useEffect(() => {
    if (!asks) void signOut();
  }, []);

  return (
    <Dialog open={asks} onOpenChange={onClose} title={t('signOut.title')} description={t('signOut.text')}>
      <DialogActions>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="danger" busy={busy} onClick={() => void signOut()}>
          {t('signOut.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
