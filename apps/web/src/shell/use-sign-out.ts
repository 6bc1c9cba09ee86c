import { rpc } from '../data/client.ts';
import { failureOf } from '../data/failure.ts';
import { useFailureText } from '../data/failure-text.ts';
import { leaveSession } from '../data/session.ts';
import { finishDeletions } from '../ui/deletions.ts';
import { showToast } from '../ui/toast.tsx';

/** Ends the session, after what was to be deleted is. */
export function useSignOut(): () => void {
  const failureText = useFailureText();
  async function signOut() {
    finishDeletions();
    try {
      await rpc.account.logout.mutate();
    } catch (error) {
      // A session that is over already is what was asked for.
      const failure = failureOf(error);
      if (failure.kind !== 'unauthenticated')
        return showToast({ text: failureText(failure), tone: 'danger' });
    }
    leaveSession();
  }
  return () => void signOut();
}
