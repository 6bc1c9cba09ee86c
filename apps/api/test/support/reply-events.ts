import { type CompleteReply, conversation, messageWithExtras, type ReplyEvent } from '@jarvis/contract';
import { z } from 'zod';

const step = z.object({ tool: z.string(), label: z.string(), state: z.enum(['running', 'done', 'error']) });

const complete = z.object({
  type: z.enum(['done', 'stopped']),
  userMessage: messageWithExtras,
  assistantMessage: messageWithExtras,
  conversation: conversation.nullable(),
}) satisfies z.ZodType<CompleteReply>;

/** The events of a reply that succeeds, with their fields and no others. */
export const replyEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('snapshot'),
    turnId: z.string(),
    conversationId: z.string(),
    replyId: z.string(),
    message: z.string(),
    files: z.array(z.string()),
    replaces: z.string().nullable(),
    text: z.string(),
    steps: z.array(step),
  }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  step.extend({ type: z.literal('step'), at: z.int() }),
  complete,
]) satisfies z.ZodType<Exclude<ReplyEvent, { type: 'failed' }>>;
