import { answerOf, type ChatInput, type ChatReply, type CompleteReply } from '@jarvis/contract';
import type { AskedWork } from '../idempotency/idempotency.ts';

/** `replyId`: what the reply is stored as; a former version has not kept it. */
export type KeptReply = ChatReply & { readonly replyId?: string };

/** A chat as what an Idempotency-Key names: the same one, streamed or not. */
export const askedFor = (
  input: ChatInput,
): AskedWork<CompleteReply & { readonly conversationId: string }, KeptReply> => ({
  operation: 'chat.send',
  input,
  aboutOf: ({ conversationId }) => conversationId,
  resultOf: (reply) => ({ ...answerOf(reply), replyId: reply.assistantMessage.id }),
});
