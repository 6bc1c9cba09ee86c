import type { Conversation, MessageWithExtras } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Attempt } from '../../idempotency/attempt.ts';
import type { Model } from '../../ports/connections.ts';
import type { TurnContext } from '../context/context.ts';
import type { ShownStep } from '../streaming/turn-events.ts';
import type { Citation } from '../tools/run-log.ts';
import type { ClientCall, Usage } from './client-turn.ts';

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
  /** `called`: it ended in calls of the program's own tools, and nothing is stored of it. */
  readonly ending: Outcome['kind'];
  /** Text from outside was before the model. */
  readonly fromWeb: boolean;
  /** The model had no room for the rest of the reply. */
  readonly cutShort: boolean;
  readonly clientCalls: readonly ClientCall[];
  /** Where the reply cites web pages. */
  readonly citations: readonly Citation[];
  readonly usage: Usage;
}

/** What becomes of a turn. */
export interface Outcome {
  readonly kind: 'answered' | 'called' | 'denied' | 'stopped' | 'failed';
  readonly reply: string;
}

/** Who hears of a turn while it is taken, and may end it. */
export interface TurnObserver {
  /** The id that a new conversation gets; one is made when it is not given. */
  readonly newConversationId?: string;
  /** The model that the person has chosen. */
  readonly model?: string | undefined;
  /** The request that must not be carried out twice, if it is one. */
  readonly attempt?: Attempt<Turn> | undefined;
  /** Nothing stands in the way of the turn; it goes on when this resolves, and ends when it rejects. `replyId` is what the reply is stored as. */
  readonly onBegin?: (conversationId: string, replyId: string) => void | Promise<void>;
  readonly onText?: (piece: string) => void;
  readonly onStep?: (step: ShownStep) => void;
  /** The model calls a tool of the program. */
  readonly onClientCall?: (call: ClientCall) => void;
  /** The caller has disconnected: nobody wants the reply any more. */
  readonly disconnected?: AbortSignal;
  /** What it writes by `db` is stored with the turn or not at all. */
  readonly onStore?: ((db: Queries, turn: Turn) => Promise<void>) | undefined;
  /** The person wants no more of it, and to keep what there is. */
  readonly stop?: AbortSignal;
}

/** Why a turn was ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';
