import type { ClientCall, CompleteReply, ReplyEvent } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Attempt } from '../../idempotency/attempt.ts';
import type { Model } from '../../ports/connections.ts';
import type { TurnContext } from '../context/context.ts';

/** A turn that is over: its reply, and what the service alone knows of it. */
export interface Turn extends CompleteReply {
  readonly conversationId: string;
  readonly calls: readonly ClientCall[];
  /** What answered. */
  readonly model: Model;
  readonly kind: TurnContext['kind'];
  /** Text from outside was before the model. */
  readonly fromWeb: boolean;
}

/** What becomes of a turn. */
export interface Outcome {
  readonly kind: CompleteReply['outcome'];
  readonly reply: string;
}

export type Snapshot = Extract<ReplyEvent, { type: 'snapshot' }>;

/** Who hears of a turn while it is taken, and may end it. */
export interface TurnObserver {
  /** One is made when it is not given. */
  readonly turnId?: string;
  /** The id that a new conversation gets; one is made when it is not given. */
  readonly newConversationId?: string;
  /** The model that the person has chosen. */
  readonly model?: string | undefined;
  /** The request that must not be carried out twice, if it is one. */
  readonly attempt?: Attempt<Turn> | undefined;
  /** Nothing stands in the way of the turn; it goes on when this resolves, and ends when it rejects. */
  readonly onBegin?: (snapshot: Snapshot) => void | Promise<void>;
  /** What happens to the reply from then on. */
  readonly emit?: (event: ReplyEvent) => void;
  /** The caller has disconnected: nobody wants the reply any more. */
  readonly disconnected?: AbortSignal;
  /** What it writes by `db` is stored with the turn or not at all. */
  readonly onStore?: ((db: Queries, turn: Turn) => Promise<void>) | undefined;
  /** The person wants no more of it, and to keep what there is. */
  readonly stop?: AbortSignal;
}

/** Why a turn was ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';
