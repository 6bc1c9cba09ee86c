import type {
  ChatInput,
  ClientCall,
  CompleteReply,
  MessageWithExtras,
  ReplyEnding,
  ReplyError,
  ReplyEvent,
} from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Attempt } from './attempt.ts';
import type { ClientTurn } from './client-turn.ts';
import type { Model } from './connections.ts';

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
  /** That message is no person's. */
  readonly askedFromWeb?: boolean;
}

/** What a turn is taken with. */
export interface TurnInput extends ChatInput {
  readonly version?: Version | undefined;
  /** The caller may not change tasks: the tools that do are not offered. */
  readonly keepsTasks?: boolean | undefined;
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
  readonly attempt?: Attempt<Turn> | undefined;
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

/** A turn that is over: its reply, and what the service alone knows of it. */
export interface Turn extends CompleteReply {
  readonly conversationId: string;
  readonly calls: readonly ClientCall[];
  /** What answered. */
  readonly model: Model;
  /** Whether the conversation was stored already, begins with this turn, or is never stored. */
  readonly kind: 'continued' | 'new' | 'stateless';
  /** Text from outside was before the model. */
  readonly fromWeb: boolean;
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
  readonly onStore?: ((db: Queries, turn: Turn, ending: CompleteReply) => Promise<void>) | undefined;
  /** The person wants no more of it, and to keep what there is. */
  readonly stop?: AbortSignal;
}
