import { useEffect, useState } from 'react';
import { useReplies } from '../../chat/replies/store.ts';
import { hasKeptTexts } from '../../data/browser/kept.ts';
import { rpc } from '../../data/service/client.ts';
import { failureOf } from '../../data/service/failure.ts';
import { leaveAndForget, leaveSession, useUser } from '../../data/service/session.ts';
import { t } from '../../i18n/translate.ts';
import { Confirm } from '../../ui/dialog/dialog.tsx';
import { finishDeletions } from '../../ui/feedback/deletions.ts';
import { useChange } from '../../ui/feedback/use-change.ts';

/** Ends the session, after pending deletions; asks before texts are lost that only this browser has. */
export default function SignOut({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const [asks] = useState(
    () =>
      hasKeptTexts(user.id) ||
      [...useReplies.getState().turns.values()].some(({ phase }) => phase === 'sending'),
  );

  async function signOut() {
    finishDeletions();
    try {
      await rpc.account.logout.mutate();
    } catch (error) {
      // A session that has already ended is the wanted result.
      if (failureOf(error).kind !== 'unauthenticated') throw error;
    }
    return asks ? leaveAndForget(user.id) : leaveSession();
  }
  const { mutate } = useChange(signOut);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was asked for
  useEffect(() => {
    if (!asks) mutate(undefined, { onSettled: onClose });
  }, []);

  return (
    asks && (
      <Confirm
        title={t('signOut.title')}
        description={t('signOut.text')}
        action={t('signOut.confirm')}
        run={signOut}
        onClose={onClose}
      />
    )
  );
}
