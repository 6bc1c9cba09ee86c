import type { ChatInput, ChatReply } from '@jarvis/contract';
import type { AskedWork } from '../idempotency/idempotency.ts';
import type { Reply } from '../ports/turns.ts';
import { asReply } from './turn/turn.ts';

/** A chat as what an Idempotency-Key names: the same one, streamed or not. */
export const askedFor = (input: ChatInput): AskedWork<Reply, ChatReply> => ({
  operation: 'chat.send',
  input,
  aboutOf: ({ conversationId }) => conversationId,
  resultOf: asReply,
});
