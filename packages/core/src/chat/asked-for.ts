import type { ChatInput, ChatReply } from '@jarvis/contract';
import type { Asked } from '../idempotency/idempotency.ts';

/** A chat as what an Idempotency-Key names: the same one, streamed or not. */
export const askedFor = (input: ChatInput): Asked<ChatReply> => ({
  operation: 'chat.send',
  input,
  aboutOf: ({ conversationId }) => conversationId,
});
