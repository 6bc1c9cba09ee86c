import { z } from 'zod';
import { nameSuggestion, source, toolRun } from './chat.ts';
import { limits } from './limits.ts';
import { memoryType } from './memory.ts';
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

/** Beyond the specification: what the web app shows beside a stored reply. */
export const replyExtras = z.object({
  sources: z.array(source).optional(),
  toolRun: toolRun.optional(),
  nameSuggestion: nameSuggestion.optional(),
  savedMemories: z.array(z.object({ id: id(), type: memoryType, content: z.string() })).optional(),
  /** The person stopped the reply before its end. */
  stopped: z.literal(true).optional(),
});
export type ReplyExtras = z.infer<typeof replyExtras>;

export const messageWithExtras = message.extend({ extras: replyExtras.nullable() });
export type MessageWithExtras = z.infer<typeof messageWithExtras>;

/** At most one of `before`, `after` and `around`, each the id of a message; none of them asks for the latest. */
export const messagePageInput = z.object({
  id: id(),
  before: id().optional(),
  after: id().optional(),
  around: id().optional(),
  limit: z.int().min(1).max(limits.messagePageMax).optional(),
});

/** A stretch of messages, oldest first, and whether there are more on either side of it. */
export const messagePageOutput = z.object({
  conversation,
  messages: z.array(messageWithExtras),
  earlier: z.boolean(),
  later: z.boolean(),
});
export type MessagePage = z.infer<typeof messagePageOutput>;

export const searchConversationsInput = z.object({ q: tidyText(1, limits.searchCharsMax) });

/** A conversation that was found, with its latest matching message and the text around the match in it. */
export const searchHit = conversation.extend({
  messageId: id().nullable(),
  excerpt: z.string().nullable(),
});
export type SearchHit = z.infer<typeof searchHit>;
export const searchOutput = z.object({ hits: z.array(searchHit) });
