import type {
  ChatInput,
  CompleteReply,
  MessageWithExtras,
  ReplyEnding,
  ReplyError,
  ReplyEvent,
} from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import type { Access } from './access.ts';
import type { Attempt } from './attempt.ts';
import type { ClientTurn } from './client-turn.ts';
import type { Model } from './connections.ts';

/** The place of a turn that is another version of earlier messages, see conversations/versions. */
export interface Version {
  /** The message that it replaces as another version. */
  readonly replaces: string;
  /** The common predecessor of both versions; null at the start of the conversation. */
  readonly parentId: string | null;
  /** Of the first stored message. */
  readonly place: number;
  /** The message that a rewritten reply answers; null for an edited message. */
  readonly asked: MessageWithExtras | null;
  /** That message is a program's, not a person's. */
  readonly askedFromWeb?: boolean;
}

/** A turn without a watching person: the run of a schedule. Its tools read and search; none that writes is offered. */
export interface Unattended {
  readonly scheduleId: string;
  /** The schedule's title. */
  readonly schedule: string;
  /** The title of the conversation. */
  readonly title: string;
  /** Whether it may search the web, if the account may. */
  readonly webSearch: boolean;
  /** It may report that it has found nothing. */
  readonly onlyIfFound: boolean;
}

/** The input of a turn. */
export interface TurnInput extends ChatInput {
  readonly version?: Version | undefined;
  /** The message was written before the last reply was complete: a yes in it answers no question of that reply. */
  readonly writtenAhead?: boolean | undefined;
  /** The caller may not change tasks: the tools that do are not offered. */
  readonly keepsTasks?: boolean | undefined;
  /**
   * The message is a connected program's: to later turns, it and its reply are text from outside. The caller changes no
   * memories, and neither reads nor changes schedules: their runs have all rights of the account.
   */
  readonly byConnectedProgram?: boolean | undefined;
  /** The caller may not read other conversations: nothing of them is recalled. */
  readonly staysHere?: boolean | undefined;
  /** Set for a program's request over `/v1`. */
  readonly client?: ClientTurn | undefined;
  readonly unattended?: Unattended | undefined;
}

export interface StartTurnInput
  extends Pick<TurnInput, 'message' | 'files' | 'conversationId' | 'version' | 'writtenAhead'>,
    Pick<TurnObserver, 'model' | 'attempt' | 'by'> {
  /** A UUID from the caller: a repeated start is the same turn. */
  readonly requestId?: string | undefined;
}

export interface StartedTurn {
  readonly turnId: string;
  readonly conversationId: string;
}

export interface RecentTurn extends StartedTurn {
  readonly message: string;
  /** Ids of its files. */
  readonly files: readonly string[];
  readonly state: 'running' | ReplyEnding['type'];
  /** Why it failed. */
  readonly error: ReplyError | null;
  /** False for the first turn of a conversation, which is stored only when that turn ends. */
  readonly conversationExists: boolean;
}

/** A call of a tool that the program itself runs; `input` is JSON. */
export interface ClientCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** A citation of a web page: UTF-16 code units from `start`, up to but not including `end`. */
export interface Citation {
  readonly title: string;
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

/** Tokens that the model read and wrote, over all steps; 0 if the provider does not count. */
export const noUsage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
export type Usage = Readonly<typeof noUsage>;

/** A completed turn: its reply, and fields for the service and for programs of `/v1`. */
export interface Turn extends CompleteReply {
  readonly conversationId: string;
  /** `called`: the turn ended in calls of the program's own tools, and nothing is stored of it. */
  readonly outcome: 'answered' | 'called' | 'denied' | 'stopped' | 'failed';
  /** Of the turn that was `called`. */
  readonly calls: readonly ClientCall[];
  /** The reply reached the model's output limit. */
  readonly cutShort: boolean;
  readonly citations: readonly Citation[];
  readonly usage: Usage;
  /** The model that answered. */
  readonly model: Model;
  /** Whether the conversation existed, begins with this turn, or is never stored. */
  readonly kind: 'continued' | 'new' | 'stateless';
  /** The prompt contained text from outside. */
  readonly fromWeb: boolean;
  /** An unattended turn reported that it has found nothing. */
  readonly foundNothing: boolean;
}

/** What a turn has used so far. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly searches: number;
}

/** Observes a turn while it runs, and may end it. */
export interface TurnObserver {
  /** Generated if it is missing. */
  readonly turnId?: string;
  /** The person's choice of the offered models; any other means the default. */
  readonly model?: string | undefined;
  /** The idempotent request, if it is one. */
  readonly attempt?: Attempt<Turn> | undefined;
  /** The caller, for changes that outlive the turn. */
  readonly by?: Access | undefined;
  /** The turn's checks have passed; it continues when this resolves, and ends when it rejects. */
  readonly onBegin?: (snapshot: Extract<ReplyEvent, { type: 'snapshot' }>) => void | Promise<void>;
  /** The events of the reply after that. */
  readonly emit?: (event: ReplyEvent) => void;
  /**
   * Ends the turn early: with the reason `stopped` the person keeps the text so far; otherwise the caller has
   * disconnected, and nobody needs the reply.
   */
  readonly signal?: AbortSignal;
  /** Makes writes through `db` that commit with the turn or not at all. */
  readonly onStore?: ((db: Queries, turn: Turn, ending: CompleteReply) => Promise<void>) | undefined;
  /** Called after each step, and at the end, which waits for it; also in a turn that fails. Never rejects. */
  readonly onSpent?: (spent: Spent) => Promise<void>;
}
