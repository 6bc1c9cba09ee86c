import {
  type Rate,
  type RateName,
  type RegistrationMode,
  type ReplyEvent,
  rates,
  type User,
} from '@jarvis/contract';
import type { Database, Queries } from '@jarvis/database';
import type { Connectors, Model, Search } from './connections.ts';
import type { IdentityProvider, ProviderName } from './identity-provider.ts';
import type { Shares } from './shares.ts';
import type { RecentTurn, StartedTurn, StartTurnInput } from './turns.ts';

/** Everything that core works with, built once when a process starts, or by testDeps({...}) in a test. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectors: Connectors;
  /** The provider of that name, loaded when it is first asked for; undefined when it is not configured. */
  readonly identityProvider: (name: ProviderName) => Promise<IdentityProvider | undefined>;
  readonly passwords: Passwords;
  readonly policy: Policy;
  readonly changes: Changes;
  readonly turns: Turns;
  readonly shares: Shares;
  readonly settings: Settings;
}

/** What a rule works with that makes one change, also as part of a transaction. */
export type WriteDeps = Omit<Deps, 'db' | 'changes'> & {
  readonly db: Queries;
  readonly changes: Pick<Changes, 'publish'>;
};

/** What a turn works with: it goes on to its end with the model and the search that it began with. */
export interface TurnDeps extends Deps {
  readonly model: Model;
  /** Whether the last turn with the model, whoever took it, failed. */
  readonly modelFailing: boolean;
  /** Null when search is not connected. */
  readonly search: Search | null;
}

/** What core is told by configuration. */
export interface Settings {
  /** Origin that users see, without a slash at its end. */
  readonly publicUrl: string;
  /** It is reached by https. */
  readonly secure: boolean;
  readonly chatTimeoutMs: number;
  /** Budget for history and memories sent with a turn. */
  readonly modelContextTokens: number;
  /** Whether programs may be connected by OAuth. */
  readonly connect: boolean;
  /** Who may open an account, where the environment says so, which wins. */
  readonly registration?: RegistrationMode | undefined;
  /** What the texts of an account may take, in bytes; undefined: as much as there is room for. */
  readonly textBytesMax?: number | undefined;
  /** Identity providers that are configured. */
  readonly identityProviders: readonly ProviderName[];
  /** The rate limit of each operation. */
  readonly rates: Readonly<Record<RateName, Rate>>;
}

/** What holds where the configuration says nothing else. */
export const defaultSettings: Settings = {
  publicUrl: 'http://localhost:3000',
  secure: false,
  chatTimeoutMs: 60_000,
  modelContextTokens: 32_000,
  connect: true,
  identityProviders: [],
  rates,
};

/** The only clock. Tests move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same as a timestamp of the contract: `2026-01-31T09:30:00.123Z`. */
  nowIso(): string;
}

/** How passwords are stored. */
export interface Passwords {
  /** A password as it is stored. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password is the one that was hashed. Without a hash (nobody has this address, or the account has no
   * password) the same work is done before the answer is no, so that timing does not tell.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Structured log. Never give it a body, a key, a cookie, a token or an address with its password. */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The operator’s rules about content. Specification: Chat. */
export interface Policy {
  /** True when nothing is ever denied: replies need not be held back. */
  readonly hasNoRules?: boolean;
  /** The reply that replaces everything when the text is denied; undefined when it is not. */
  denial(text: string): { readonly ruleId: string; readonly reply: string | undefined } | undefined;
}

/** Announces committed changes to the account's open web apps. Never throws, never waits. */
export interface Changes {
  publish(userId: string, topic: ChangeTopic): void;
  /**
   * Topics as they change, until `signal` aborts. Seen within 2 s, whichever process made the change. What another process
   * changes before `onBegin` is called may be missed.
   */
  watch(userId: string, signal: AbortSignal, onBegin?: () => void): AsyncIterable<ChangeTopic>;
}

export type ChangeTopic =
  | 'conversations'
  /** Replies that are streamed: one began, ended, or was dismissed. */
  | 'turns'
  | 'tasks'
  | 'memories'
  | 'lookups'
  | 'keys'
  | 'account';

/** The turns whose replies are streamed, on whichever process. */
export interface Turns {
  /**
   * Begins a turn, which goes on whether or not somebody watches; resolves once nothing stands in its way. A
   * start whose `requestId` is known, here or to another process, joins that turn. Throws notFound for the
   * conversation, unavailable while the process ends.
   */
  start(deps: Deps, user: User, input: StartTurnInput): Promise<StartedTurn>;
  /**
   * The events of a turn, or of the one that goes on in a conversation: a snapshot first, then what comes. None
   * where nothing goes on. Throws notFound for a malformed id.
   */
  watch(
    userId: string,
    turn: { readonly turnId?: string | undefined; readonly conversationId?: string | undefined },
    signal: AbortSignal,
  ): AsyncIterable<ReplyEvent>;
  /** The id of the turn that goes on in a conversation, if any. */
  running(userId: string, conversationId: string): Promise<string | undefined>;
  /** Stops a turn; what there is will be stored. Throws notFound. */
  stop(userId: string, turnId: string): Promise<void>;
  /**
   * The account's turns that are going on, that failed and were not dismissed, and that ended some minutes ago:
   * oldest first, at most 30.
   */
  recent(userId: string): Promise<RecentTurn[]>;
  /** Forgets a turn that has failed: the person has seen it. Does nothing where there is none. */
  dismiss(deps: Deps, userId: string, turnId: string): Promise<void>;
}
