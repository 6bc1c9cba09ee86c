import type { ErrorKind, NoReplyReason } from '../errors/error.ts';
import type { Conversation, MessageWithExtras } from './conversation.ts';

/*
 * A reply is one value, changed by events. Core emits the events, every transport writes them in its own format, and
 * every reader folds them into the same value. Types alone: no event comes from outside.
 */

/** A tool's step, in words, while it runs. */
export interface ReplyStep {
  readonly tool: string;
  readonly label: string;
  readonly state: 'running' | 'done' | 'error';
}

/** Why there is no reply. */
export interface ReplyError {
  readonly kind: ErrorKind;
  /** In English; the web app translates `kind` and `reason`. */
  readonly message: string;
  readonly reason?: NoReplyReason | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

export interface CompleteReply {
  readonly type: 'done' | 'stopped';
  readonly userMessage: MessageWithExtras;
  readonly assistantMessage: MessageWithExtras;
  /** Null when nothing is stored. */
  readonly conversation: Conversation | null;
}

/** How a reply ended; the last event. */
export type ReplyEnding = CompleteReply | { readonly type: 'failed'; readonly error: ReplyError };

/** A reply so far. */
export interface Reply {
  readonly turnId: string;
  readonly conversationId: string;
  /** The id of the stored reply. */
  readonly replyId: string;
  /** The person's message, for a page that was loaded meanwhile. */
  readonly message: string;
  /** The ids of its files. */
  readonly files: string[];
  /** The stored message that the turn replaces with another version, together with all messages after it. */
  readonly replaces: string | null;
  readonly text: string;
  readonly steps: readonly ReplyStep[];
  readonly ending: ReplyEnding | null;
}

/**
 * An event of a reply. The first event of each connection is a snapshot of the text so far. The stored message may
 * differ from the text: a denial replaces it.
 */
export type ReplyEvent =
  | ({ readonly type: 'snapshot' } & Omit<Reply, 'ending'>)
  | { readonly type: 'text'; readonly delta: string }
  /** The step at this index is new, or has changed. */
  | ({ readonly type: 'step'; readonly at: number } & ReplyStep)
  | ReplyEnding;
