import { answerOf, type ChatInput, type ChatReply } from '@jarvis/contract';
import type { AskedWork } from '../idempotency/idempotency.ts';
import type { Turn } from '../ports/turns.ts';

/** `replyId`: the id of the stored reply. */
export type KeptReply = ChatReply & { readonly replyId: string };

/** The identity of a chat for its Idempotency-Key: the same with and without a stream. */
export const askedFor = (input: ChatInput): AskedWork<Turn, KeptReply> => ({
  operation: 'chat.send',
  input,
  aboutOf: ({ conversationId }) => conversationId,
  resultOf: (reply) => ({ ...answerOf(reply), replyId: reply.assistantMessage.id }),
});
