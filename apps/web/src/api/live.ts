import { useEffect } from 'react';
import { catchUpTranscripts } from '../chat/transcript-data.ts';
import { queryClient, rpc, trpc } from './client.ts';
import { refreshSession } from './session.ts';

/** Keeps what is shown up to date with what happens elsewhere: in another window, by a key, in a chat. */
export function useLiveChanges(userId: string): void {
  useEffect(() => {
    if (!userId) return;
    let connectedBefore = false;
    const subscription = rpc.live.changes.subscribe(undefined, {
      onData: ({ topic }) => take(topic),
      onConnectionStateChange: (change) => {
        if (change.state !== 'pending') return;
        // What happened while the connection was away was not told.
        if (connectedBefore) void queryClient.invalidateQueries();
        connectedBefore = true;
      },
    });
    return () => subscription.unsubscribe();
  }, [userId]);
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
      return refreshSession().catch(() => undefined);
  }
}
