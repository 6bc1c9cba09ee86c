import { noReply, noUsage, type Reply } from '@jarvis/contract';
import type { Database } from '@jarvis/database';
import { selectTreeMessages } from '../conversations/versions/queries.ts';
import { withFiles } from '../files/attached.ts';
import { selectStoredTurn } from './stored-queries.ts';

/**
 * A turn that was stored in the last week, with its end rebuilt from the stored rows: citations and usage are not
 * kept. Undefined when there is none, or its messages have been deleted.
 */
export async function storedTurn(
  db: Database,
  turn: { readonly userId: string; readonly id: string },
): Promise<Reply | undefined> {
  const stored = await selectStoredTurn.first(db, turn);
  if (!stored) return undefined;
  const { conversation, messageId, replyId, replaces } = stored;
  const rows = await selectTreeMessages(db, { userId: turn.userId, ids: [messageId, replyId] });
  const messages = await withFiles(db, turn.userId, rows);
  const userMessage = messages.find(({ id }) => id === messageId);
  const assistantMessage = messages.find(({ id }) => id === replyId);
  if (!userMessage || !assistantMessage) return undefined;
  const { policyDenied, extras, content: text } = assistantMessage;
  const wasStopped = extras?.stopped === true;
  return {
    ...noReply,
    turnId: turn.id,
    conversationId: conversation.id,
    replyId,
    replaces,
    message: userMessage.content,
    text,
    ending: {
      type: wasStopped ? 'stopped' : 'done',
      conversation,
      userMessage,
      assistantMessage,
      outcome: policyDenied ? 'denied' : wasStopped ? 'stopped' : 'answered',
      cutShort: extras?.cutShort === true,
      citations: [],
      usage: noUsage,
    },
  };
}
