import type { ChatInput, CompleteReply, MessageWithExtras, ReplyEnding, ReplyError } from '@jarvis/contract';
import type { ClientTurn } from '../chat/turn/client-turn.ts';
import type { Attempt } from '../idempotency/attempt.ts';

/** Where a turn is stored when it is another version of what was said before, see conversations/versions. */
export interface Version {
  /** The message that it is another version of. */
  readonly replaces: string;
  /** What both versions follow; null where they begin the conversation. */
  readonly parentId: string | null;
  /** Of the first message that is stored. */
  readonly place: number;
  /** What a reply answers that is written again; null for a message of the person’s. */
  readonly asked: MessageWithExtras | null;
}

/** What a turn is taken with. */
export interface TurnInput extends ChatInput {
  readonly version?: Version | undefined;
  /** Given when a program has asked by `/v1`. */
  readonly client?: ClientTurn | undefined;
}

export interface StartTurnInput {
  readonly message: string;
  readonly conversationId?: string | undefined;
  readonly version?: Version | undefined;
  /** A UUID of the caller's: the same start sent twice is one turn. */
  readonly requestId?: string | undefined;
  /** One of the models that are offered; any other is the default. */
  readonly model?: string | undefined;
  /** The request that must not be carried out twice, if it is one. */
  readonly attempt?: Attempt<CompleteReply & { readonly conversationId: string }> | undefined;
}

export interface StartedTurn {
  readonly turnId: string;
  readonly conversationId: string;
}

export interface RecentTurn extends StartedTurn {
  readonly message: string;
  readonly state: 'running' | ReplyEnding['type'];
  /** Why it failed. */
  readonly error: ReplyError | null;
  /** False for the first turn of a conversation, which is not stored before that turn has ended. */
  readonly conversationExists: boolean;
}
