import type { Conversation } from '@jarvis/contract';
import type { Database } from '@jarvis/database';
import { holdConversation } from '../../conversations/versions/queries.ts';
import { makeRoom } from '../../conversations/versions/versions.ts';
import type { Version } from '../../ports.ts';
import { type StoredTurn, storeReply, storeTurn } from '../queries.ts';

/**
 * Stores a turn beside what it is another version of, and chooses it. What others have added or chosen meanwhile is
 * kept: they wait for each other. Undefined when the conversation is gone.
 */
export function storeVersion(
  db: Database,
  row: StoredTurn,
  version: Version,
): Promise<Conversation | undefined> {
  return db.transaction(async (tx) => {
    if (!(await holdConversation.first(tx, { userId: row.userId, id: row.conversationId }))) return undefined;
    await makeRoom(tx, row, version);
    return version.asked ? storeReply.first(tx, row) : storeTurn.first(tx, row);
  });
}
