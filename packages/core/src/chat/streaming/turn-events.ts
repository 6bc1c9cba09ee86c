import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { ErrorKind, NoReplyReason } from '../../errors.ts';

/** A step of a tool as a reader of the stream sees it while it happens. */
export interface ShownStep {
  readonly tool: string;
  readonly label: string;
  readonly state: 'running' | 'done' | 'error';
}

/** How a reply ended; the last event of its stream. */
export type TurnEnding =
  | {
      readonly type: 'done' | 'stopped';
      readonly userMessage: MessageWithExtras;
      readonly assistantMessage: MessageWithExtras;
      readonly conversation: Conversation;
    }
  | { readonly type: 'failed'; readonly error: TurnError };

export interface TurnError {
  readonly kind: ErrorKind;
  /** In English; the web app says `kind` and `reason` in the person's language. */
  readonly message: string;
  readonly reason?: NoReplyReason;
  readonly retryAfterSeconds?: number;
}

/**
 * What a reader of its stream is told of a reply. A snapshot comes first, and again on each connection: all that was
 * written so far. Then pieces and steps as they come; a step that is named again has changed its state. The
 * final message may differ from the pieces: a denial replaces what was shown.
 */
export type TurnEvent =
  | {
      readonly type: 'snapshot';
      readonly turnId: string;
      readonly conversationId: string;
      /** What the person said: a page that was loaded meanwhile does not know it. */
      readonly message: string;
      /** The stored message that it is another version of, and that it takes the place of with all that follows. */
      readonly replaces: string | null;
      /** What the reply is stored as; null where that is not known. */
      readonly replyId: string | null;
      readonly text: string;
      readonly steps: readonly ShownStep[];
    }
  | { readonly type: 'text'; readonly delta: string }
  | ({ readonly type: 'step' } & ShownStep)
  | TurnEnding;
