import { selectConversation } from '../../conversations/queries.ts';
import { selectAccount } from '../../db/account.ts';
import type { Deps } from '../../ports/deps.ts';

/** Before that a turn is not watched: most replies of the built-in model end sooner. */
const unwatchedMs = 500;

/**
 * Calls `onDeleted` within about a second after the account of a running turn, or its conversation, was deleted, on any
 * process. An unavailable database changes nothing. Ends when `signal` aborts. `conversationId`: null for a new one, or
 * none.
 */
export function watchForDeletion(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  userId: string,
  conversationId: string | null,
  signal: AbortSignal,
  onDeleted: () => void,
): void {
  const stored = (): Promise<object | undefined> =>
    conversationId === null
      ? selectAccount.first(db, { userId })
      : selectConversation.first(db, { userId, id: conversationId });
  const look = () =>
    stored().then(
      (found) => !found && onDeleted(),
      () => {},
    );
  const watch = async () => {
    // It may have been deleted before the watch began.
    for await (const topic of changes.watch(userId, signal, { onBegin: () => void look() }))
      if (topic === 'account' || topic === 'conversations') await look();
  };
  const begin = setTimeout(() => void watch(), unwatchedMs).unref();
  signal.addEventListener('abort', () => clearTimeout(begin), { once: true });
}
