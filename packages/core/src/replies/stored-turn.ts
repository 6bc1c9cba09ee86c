import { noReply, type Reply } from '@jarvis/contract';
import type { Database } from '@jarvis/database';
import { selectTreeMessages } from '../conversations/versions/queries.ts';
import type { One } from '../db/rows.ts';
import { withFiles } from '../files/attached.ts';
import { selectStoredTurn } from './stored-queries.ts';

/**
 * A turn that was stored in the last week, with its end rebuilt from the stored rows. Undefined when there is none, or
 * its messages have been deleted.
 */
export async function storedTurn(db: Database, turn: One): Promise<Reply | undefined> {
  const stored = await selectStoredTurn.first(db, turn);
  if (!stored) return undefined;
  const { conversation, messageId, replyId, replaces } = stored;
  const rows = await selectTreeMessages(db, { userId: turn.userId, ids: [messageId, replyId] });
  const messages = await withFiles(db, turn.userId, rows);
  const userMessage = messages.find(({ id }) => id === messageId);
  const assistantMessage = messages.find(({ id }) => id === replyId);
  if (!userMessage || !assistantMessage) return undefined;
  return {
    ...noReply,
    turnId: turn.id,
    conversationId: conversation.id,
    replyId,
    replaces,
    message: userMessage.content,
    text: assistantMessage.content,
    ending: {
      type: assistantMessage.extras?.stopped ? 'stopped' : 'done',
      conversation,
      userMessage,
      assistantMessage,
    },
  };
}
