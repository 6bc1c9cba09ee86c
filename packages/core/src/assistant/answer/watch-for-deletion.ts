import { and, eq, sql, statement, type Values } from '@jarvis/database';
import { isOwn, type Own } from '../../db/rows.ts';
import { users } from '../../db/schema/accounts.ts';
import { conversations } from '../../db/schema/conversations.ts';
import type { Deps } from '../../ports/deps.ts';

/** No row when the account does not exist, or the conversation, if one is named. */
const selectStoredPlace = statement((q, v: Values<Own & { conversationId: string | null }>) =>
  q
    .select({ userId: users.id })
    .from(users)
    .leftJoin(conversations, isOwn(conversations, v, sql`${conversations.id} = ${v.conversationId}::uuid`))
    .where(
      and(
        eq(users.id, v.userId),
        sql`(${v.conversationId}::uuid is null or ${conversations.id} is not null)`,
      ),
    ),
);

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
    for await (const topic of changes.watch(place.userId, signal, () => void look()))
      if (topic === 'account' || topic === 'conversations') await look();
  };
  const begin = setTimeout(() => void watch(), unwatchedMs).unref();
  signal.addEventListener('abort', () => clearTimeout(begin), { once: true });
}
