import { z } from 'zod';
import { limits } from './limits.ts';
import { id, writtenText } from './text.ts';

/** A prior turn of a stateless call. */
export const priorMessage = z.object({
  role: z.enum(['user', 'assistant']),
  content: writtenText(1, limits.chatMessageCharsMax),
});
export type PriorMessage = z.infer<typeof priorMessage>;

export const chatInput = z.object({
  message: writtenText(1, limits.chatMessageCharsMax),
  conversationId: id().optional(),
  messages: z.array(priorMessage).max(limits.chatTurnsMax).optional(),
});
export type ChatInput = z.infer<typeof chatInput>;

/** Specification: Chat reply parts. */
export const source = z.object({
  title: z.string(),
  url: z.string(),
  domain: z.string(),
  snippet: z.string(),
  favicon: z.string(),
});
export type Source = z.infer<typeof source>;

export const toolRun = z.object({
  state: z.enum(['completed', 'error']),
  caption: z.string().max(limits.captionCharsMax),
  steps: z.array(z.object({ label: z.string(), state: z.enum(['done', 'error']) })),
});
export type ToolRun = z.infer<typeof toolRun>;

export const nameSuggestion = z.object({ name: z.string().min(1).max(limits.displayNameCharsMax) });
export type NameSuggestion = z.infer<typeof nameSuggestion>;

export const chatOutput = z.object({
  reply: z.string(),
  conversationId: id(),
  sources: z.array(source).max(limits.sourcesMax).optional(),
  toolRun: toolRun.optional(),
  policyDenied: z.literal(true).optional(),
  nameSuggestion: nameSuggestion.optional(),
});
export type ChatReply = z.infer<typeof chatOutput>;
