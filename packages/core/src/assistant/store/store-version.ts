import type { Conversation } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { replaceCutTitle, selectConversation } from '../../conversations/queries.ts';
import { titleFrom } from '../../conversations/title.ts';
import { holdConversation, selectLineMessage } from '../../conversations/versions/queries.ts';
import { makeRoom } from '../../conversations/versions/versions.ts';
import type { Version } from '../../ports/turns.ts';
import { storeReply, storeTurn, type TurnRows } from './queries.ts';

/**
 * Stores a turn as another version, and chooses it. Keeps concurrent additions and choices: the transactions wait for
 * each other. Undefined when the conversation has been deleted.
 */
export async function storeVersion(
  tx: Queries,
  row: TurnRows,
  version: Version,
): Promise<Conversation | undefined> {
  const conversation = { userId: row.userId, id: row.conversationId };
  if (!(await holdConversation.first(tx, conversation))) return undefined;
  // Repeated after a lost answer: the committed turn must not be set aside as another version of itself.
  const stored = await selectLineMessage.first(tx, { userId: row.userId, id: row.assistantMessageId });
  if (stored) return selectConversation.first(tx, conversation);
  await makeRoom(tx, row, version);
  if (version.parentId === null && !version.asked)
    await replaceCutTitle(tx, { ...row, title: titleFrom(row.message), titledBy: 'message' });
  return version.asked ? storeReply.first(tx, row) : storeTurn.first(tx, row);
}
