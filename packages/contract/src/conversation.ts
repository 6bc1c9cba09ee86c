import { z } from 'zod';
import { limits } from './limits.ts';
import { id, singleLine, tidyText, timestamp, writtenText } from './text.ts';

/** Specification: Conversation. */
export const conversation = z.object({
  id: id(),
  title: z.string().max(limits.conversationTitleCharsMax),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type Conversation = z.infer<typeof conversation>;

/** Specification: Message. */
export const message = z.object({
  id: id(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  policyDenied: z.boolean(),
  createdAt: timestamp(),
});
export type Message = z.infer<typeof message>;

export const conversationById = z.object({ id: id() });
export const listConversationsInput = z.object({ q: tidyText(0, limits.searchCharsMax).optional() });
export const createConversationInput = z.object({
  title: tidyText(0, limits.conversationTitleCharsMax).optional(),
});
export const renameConversationInput = z.object({
  id: id(),
  title: singleLine(1, limits.conversationTitleCharsMax),
});
export const addMessageInput = z.object({ id: id(), content: writtenText(1, limits.messageCharsMax) });

export const conversationsOutput = z.object({ conversations: z.array(conversation) });
export const conversationOutput = z.object({ conversation });
export const conversationWithMessagesOutput = z.object({ conversation, messages: z.array(message) });
export const addedMessageOutput = z.object({ message, conversation });
