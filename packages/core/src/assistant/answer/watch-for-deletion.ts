import type { Deps } from '../../ports/deps.ts';
import { selectStoredPlace } from './queries.ts';

/** Before that a turn is not watched: most replies of the built-in model end sooner. */
const unwatchedMs = 500;

/** The account of a turn, and its conversation; null: a new one, or none. */
interface WatchedTurn {
  readonly userId: string;
  readonly conversationId: string | null;
}

/**
 * Calls `onDeleted` within about a second after the account of a running turn, or its conversation, was deleted, on any
 * process. An unavailable database changes nothing. Ends when `signal` aborts.
 */
export function watchForDeletion(
  { db, changes }: Pick<Deps, 'db' | 'changes'>,
  place: WatchedTurn,
  signal: AbortSignal,
  onDeleted: () => void,
): void {
  const look = () =>
    selectStoredPlace.first(db, place).then(
      (found) => !found && onDeleted(),
      () => {},
    );
  const watch = async () => {
    // It may have been deleted before the watch began.
    for await (const topic of changes.watch(place.userId, signal, { onBegin: () => void look() }))
      if (topic === 'account' || topic === 'conversations') await look();
  };
  const begin = setTimeout(() => void watch(), unwatchedMs).unref();
  signal.addEventListener('abort', () => clearTimeout(begin), { once: true });
}
