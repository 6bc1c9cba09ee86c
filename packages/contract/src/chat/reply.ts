import { z } from 'zod';
import { errorKind, noReplyReason } from '../errors/error.ts';
import { conversation, messageWithExtras } from './conversation.ts';

/*
 * A reply is one value, changed by events. Core emits the events, every transport writes them in its own format, and
 * every reader folds them into the same value.
 */

/** A tool's step, in words, while it runs. */
const replyStep = z.object({
  tool: z.string(),
  label: z.string(),
  state: z.enum(['running', 'done', 'error']),
});
export type ReplyStep = z.infer<typeof replyStep>;

/** A call of a tool that the program itself runs; `input` is JSON. */
const clientCall = z.object({ id: z.string(), name: z.string(), input: z.string() });
export type ClientCall = z.infer<typeof clientCall>;

/** A citation of a web page: UTF-16 code units from `start`, up to but not including `end`. */
export const citation = z.object({
  title: z.string(),
  url: z.string(),
  start: z.int(),
  end: z.int(),
});
export type Citation = z.infer<typeof citation>;

/** Tokens that the model read and wrote, over all steps; 0 if the provider does not count. */
export const usage = z.object({
  inputTokens: z.number(),
  cachedTokens: z.number(),
  outputTokens: z.number(),
  reasoningTokens: z.number(),
});
export type Usage = z.infer<typeof usage>;
export const noUsage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };

/** Why there is no reply. */
const replyError = z.object({
  kind: errorKind,
  /** In English; the web app translates `kind` and `reason`. */
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
  /** The reply reached the model's output limit. */
  cutShort: z.boolean(),
  citations: z.array(citation),
  usage,
});
export type CompleteReply = z.infer<typeof complete>;

/** How a reply ended; the last event. */
const replyEnding = z.discriminatedUnion('type', [
  complete,
  z.object({ type: z.literal('failed'), error: replyError }),
]);
export type ReplyEnding = z.infer<typeof replyEnding>;

const begun = z.object({
  turnId: z.string(),
  conversationId: z.string(),
  /** The id of the stored reply. */
  replyId: z.string(),
  /** The person's message, for a page that was loaded meanwhile. */
  message: z.string(),
  /** The ids of its files. */
  files: z.array(z.string()),
  /** The stored message that the turn replaces with another version, together with all messages after it. */
  replaces: z.string().nullable(),
  text: z.string(),
  steps: z.array(replyStep),
  calls: z.array(clientCall),
});

/** A reply so far. */
export type Reply = Readonly<z.infer<typeof begun>> & { readonly ending: ReplyEnding | null };

/**
 * An event of a reply. The first event of each connection is a snapshot of the text so far. The stored message may
 * differ from the text: a denial replaces it.
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
