import { z } from 'zod';
import { conversation, messageWithExtras } from './conversation.ts';
import { errorKind, noReplyReason } from './error.ts';

/*
 * A reply is one value, and what happens to it are events. Core emits them, every transport writes them in its own
 * format, and every reader folds them into the same value.
 */

/** What a tool does, in words, while it happens. */
export const replyStep = z.object({
  tool: z.string(),
  label: z.string(),
  state: z.enum(['running', 'done', 'error']),
});
export type ReplyStep = z.infer<typeof replyStep>;

/** A call of a tool that the program runs itself; `input` is JSON. */
export const clientCall = z.object({ id: z.string(), name: z.string(), input: z.string() });
export type ClientCall = z.infer<typeof clientCall>;

/** Where the reply cites a web page: UTF-16 code units from `start` on, before `end`. */
export const citation = z.object({
  title: z.string(),
  url: z.string(),
  start: z.int(),
  end: z.int(),
});
export type Citation = z.infer<typeof citation>;

/** Tokens that the model read and wrote, of all steps; 0 where the provider does not say. */
export const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
});
export type Usage = z.infer<typeof usage>;
export const noUsage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };

/** Why there is no reply. */
export const replyError = z.object({
  kind: errorKind,
  /** In English; the web app says `kind` and `reason` in the person's language. */
  message: z.string(),
  reason: noReplyReason.optional(),
  retryAfterSeconds: z.number().optional(),
});
export type ReplyError = z.infer<typeof replyError>;

const complete = z.object({
  type: z.enum(['done', 'stopped']),
  userMessage: messageWithExtras,
  assistantMessage: messageWithExtras,
  /** Null when nothing is stored. */
  conversation: conversation.nullable(),
  /** `called`: the turn ended in calls of the program's own tools, and nothing is stored of it. */
  outcome: z.enum(['answered', 'called', 'denied', 'stopped', 'failed']),
  /** The model had no room for the rest of the reply. */
  cutShort: z.boolean(),
  citations: z.array(citation),
  usage,
});
export type CompleteReply = z.infer<typeof complete>;

/** How a reply ended; the last event. */
export const replyEnding = z.discriminatedUnion('type', [
  complete,
  z.object({ type: z.literal('failed'), error: replyError }),
]);
export type ReplyEnding = z.infer<typeof replyEnding>;

const begun = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  /** The id that the reply is stored with. */
  replyId: z.string(),
  /** What the person said: a page that was loaded meanwhile does not know it. */
  message: z.string(),
  /** The stored message that the turn is another version of, and that it replaces with all that follows it. */
  replaces: z.string().nullable(),
  text: z.string(),
  steps: z.array(replyStep),
  calls: z.array(clientCall),
});

/** A reply as far as it has come. */
export type Reply = Readonly<z.infer<typeof begun>> & { readonly ending: ReplyEnding | null };

/**
 * What happens to a reply. The first event that a reader gets, and the first on each connection, is a snapshot: all
 * that was written so far. The stored message may differ from the text: a denial replaces what was shown.
 */
export const replyEvent = z.discriminatedUnion('type', [
  begun.extend({ type: z.literal('snapshot') }),
  z.object({ type: z.literal('text'), delta: z.string() }),
  /** The step at this index is new, or has changed. */
  replyStep.extend({ type: z.literal('step'), at: z.int() }),
  clientCall.extend({ type: z.literal('call') }),
  ...replyEnding.options,
]);
export type ReplyEvent = z.infer<typeof replyEvent>;
