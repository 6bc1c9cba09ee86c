import { useEffect, useState } from 'react';
import { catchUpTranscripts, isTranscript } from '../chat/transcript-data.ts';
import { noteEndedSession, queryClient, rpc, tellSessionEnded, trpc } from './client.ts';
import { setUser } from './session.ts';

const retryMs = 3_000;

/** Keeps what is shown up to date with what happens elsewhere: in another window, by a key, in a chat. */
export function useLiveChanges(userId: string): void {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!userId) return;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let connectedBefore = attempt > 0;
    const subscription = rpc.live.changes.subscribe(undefined, {
      onData: ({ topic }) => take(topic),
      onConnectionStateChange: (change) => {
        if (change.state !== 'pending') return;
        // What happened while the connection was away was not told.
        if (connectedBefore) void refreshAll();
        connectedBefore = true;
      },
      // Refused, and not just lost: the session has ended, or was exchanged for a new one with a new password.
      onError: () => {
        void followAccount().catch(noteEndedSession);
        retry = setTimeout(() => setAttempt(attempt + 1), retryMs);
      },
    });
    return () => {
      clearTimeout(retry);
      subscription.unsubscribe();
    };
  }, [userId, attempt]);
}

/** Asks anew for everything that is shown. Conversations are not read again, but read on. */
export async function refreshAll(): Promise<void> {
  catchUpTranscripts();
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isTranscript(queryKey) });
}

function take(topic: string): unknown {
  switch (topic) {
    case 'conversations':
      void queryClient.invalidateQueries({ queryKey: trpc.conversations.list.pathKey() });
      return catchUpTranscripts();
    case 'tasks':
      return queryClient.invalidateQueries({ queryKey: trpc.tasks.list.pathKey() });
    case 'memories':
      return queryClient.invalidateQueries({ queryKey: trpc.memories.list.pathKey() });
    case 'lookups':
      return queryClient.invalidateQueries({ queryKey: trpc.web.history.pathKey() });
    case 'keys':
      return queryClient.invalidateQueries({ queryKey: trpc.keys.list.pathKey() });
    case 'account':
      void queryClient.invalidateQueries({ queryKey: trpc.account.sessions.pathKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.account.proofNotice.pathKey() });
      return followAccount().catch(() => undefined);
  }
}

async function followAccount(): Promise<void> {
  const { user } = await rpc.account.session.query();
  if (user) setUser(user);
  else tellSessionEnded();
}
