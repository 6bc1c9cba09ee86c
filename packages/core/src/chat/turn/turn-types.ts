import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { Model } from '../../ports.ts';
import type { TurnContext } from '../context/context.ts';
import type { ShownStep } from '../streaming/turn-events.ts';

/** A turn that is over. */
export interface Turn {
  /** What answered. */
  readonly model: Model;
  readonly kind: TurnContext['kind'];
  readonly conversationId: string;
  /** Null when nothing was stored. */
  readonly conversation: Conversation | null;
  readonly userMessage: MessageWithExtras;
  readonly assistantMessage: MessageWithExtras;
}

/** What becomes of a turn that is stored. */
export interface Outcome {
  readonly kind: 'answered' | 'denied' | 'stopped' | 'failed';
  readonly reply: string;
}

/** Who hears of a turn while it is taken, and may end it. */
export interface TurnObserver {
  /** The id that a new conversation gets; one is made when it is not given. */
  readonly newConversationId?: string;
  /** The model that the person has chosen. */
  readonly model?: string | undefined;
  /** Nothing stands in the way of the turn; it goes on when this resolves, and ends when it rejects. */
  readonly onBegin?: (conversationId: string) => void | Promise<void>;
  readonly onText?: (piece: string) => void;
  readonly onStep?: (step: ShownStep) => void;
  /** The caller has disconnected: nobody wants the reply any more. */
  readonly disconnected?: AbortSignal;
  /** The person wants no more of it, and to keep what there is. */
  readonly stop?: AbortSignal;
}

/** Why a turn was ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';
