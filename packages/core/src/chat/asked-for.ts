import type { ChatInput, ChatReply } from '@jarvis/contract';
import type { AskedWork } from '../idempotency/idempotency.ts';
import type { Reply } from '../ports/turns.ts';
import { asReply } from './turn/turn.ts';

/** `replyId`: what the reply is stored as; a former version has not kept it. */
type KeptReply = ChatReply & { readonly replyId?: string };

/** A chat as what an Idempotency-Key names: the same one, streamed or not. */
export const askedFor = (input: ChatInput): AskedWork<Reply, KeptReply> => ({
  operation: 'chat.send',
  input,
  aboutOf: ({ conversationId }) => conversationId,
  resultOf: (reply) => ({ ...asReply(reply), replyId: reply.assistantMessage.id }),
});
