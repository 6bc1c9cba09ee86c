import { isTimeZone, type RegistrationMode, type ReplyEvent, type User } from '@jarvis/contract';
import type { Database, Queries } from '@jarvis/database';
import type { Connectors, Model, Search } from './connections.ts';
import type { IdentityProvider, ProviderName } from './identity-provider.ts';
import type { Outside, PushProtocol } from './outside.ts';
import type { DocumentReader } from './reader.ts';
import type { Shares } from './shares.ts';
import type { RecentTurn, StartedTurn, StartTurnInput } from './turns.ts';

/** The collaborators of core, built once when a process starts, or by testDeps({...}) in a test. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectors: Connectors;
  /** The provider of that name, loaded on first use; undefined when it is not configured. */
  readonly identityProvider: (name: ProviderName) => Promise<IdentityProvider | undefined>;
  readonly passwords: Passwords;
  readonly policy: Policy;
  readonly changes: Changes;
  readonly turns: Turns;
  readonly shares: Shares;
  readonly reader: DocumentReader;
  readonly outside: Outside;
  readonly push: PushProtocol;
  readonly settings: Settings;
}

/** The collaborators of a rule that makes one change, also inside a transaction. */
export type WriteDeps = Omit<Deps, 'db' | 'changes'> & {
  readonly db: Queries;
  readonly changes: Pick<Changes, 'publish'>;
};

/**
 * The collaborators of a rule that stores rows with their times, of one that reads by the installation's settings, and of
 * one that does both.
 */
export type StoreDeps = Pick<WriteDeps, 'db' | 'clock'>;
export type ReadDeps = Pick<WriteDeps, 'db' | 'settings'>;
export type RuleDeps = StoreDeps & ReadDeps;

/** The collaborators of a turn, which keeps the model and the search that it began with. */
export interface TurnDeps extends Deps {
  readonly model: Model;
  /** Whether the last turn with this model failed, for any account. */
  readonly modelFailing: boolean;
  /** Null when search is not connected. */
  readonly search: Search | null;
}

export const modelInputs = ['auto', 'text', 'pictures', 'pictures,pdf'] as const;

/** The defaults of core's configuration. */
export const defaultSettings = {
  /** The public origin, without a final slash. */
  publicUrl: 'http://localhost:3000',
  chatTimeoutMs: 60_000,
  /** Budget for history and memories in a turn. */
  modelContextTokens: 32_000,
  /** Whether programs may be connected by OAuth. */
  connect: true,
  /** Who may open an account, if the environment decides, which takes precedence. */
  registration: undefined as RegistrationMode | undefined,
  /** Maximum bytes of an account's texts; undefined: unlimited. */
  textBytesMax: undefined as number | undefined,
  /** The model's input besides text; `auto`: all that each model accepts. */
  modelInput: 'auto' as (typeof modelInputs)[number],
  /** Maximum bytes of an account's files. */
  filesBytesMax: 1024 * 1024 * 1024,
  /** The zone of accounts without a setting. */
  defaultTimeZone: machineTimeZone(),
  /** Whether browsers are pushed to. */
  push: true,
  /** Whether webhooks are called. */
  webhooks: true,
  /** Whether schedules are made and run. */
  schedules: true,
  schedulesPerAccount: 10,
  /** Of an account, in 24 hours. */
  scheduleRunsPerDay: 50,
  /** Of the runs of an account in 30 days; undefined: unlimited. */
  scheduleTokensPerMonth: undefined as number | undefined,
  /** The least time between two runs of a schedule. */
  scheduleMinMinutes: 15,
  /** Runs at the same time in a process. */
  scheduleConcurrency: 2,
  /** The deadline of a run's reply. */
  scheduleTimeoutMs: 120_000,
  /** Identity providers that are configured. */
  identityProviders: [] as readonly ProviderName[],
};

/** Core's configuration. */
export type Settings = Readonly<typeof defaultSettings>;

/** The machine's zone, if it has a name. */
function machineTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : 'UTC';
}

/** The only clock. Tests move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same as a timestamp of the contract: `2026-01-31T09:30:00.123Z`. */
  nowIso(): string;
}

/** How passwords are stored. */
export interface Passwords {
  /** Returns the stored form of a password. */
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches. Without a hash (no account has this address, or it has no password) the same work is
   * done before the answer is false, so that timing reveals nothing.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** Structured log. Never pass a body, a key, a cookie, a token or an address with its password. */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The operator’s content rules. Specification: Chat. */
export interface Policy {
  /** True when no text is ever denied: replies need not be held back. */
  readonly hasNoRules?: boolean;
  /** The reply in place of a denied text, if its rule has one; undefined when the text is allowed. */
  denial(text: string): { readonly reply: string | undefined } | undefined;
}

/** Announces committed changes to the account's open web apps. Never throws, never waits. */
export interface Changes {
  publish(userId: string, topic: ChangeTopic): void;
  /**
   * Topics as they change, until `signal` aborts. Reported within 2 s, from every process. Changes of another process
   * before `onBegin` is called may be missed, except those of the last `recentMs`, which are told from any process.
   */
  watch(userId: string, signal: AbortSignal, options?: WatchOptions): AsyncIterable<ChangeTopic>;
}

export interface WatchOptions {
  /** Called once, when the watch is established. */
  readonly onBegin?: () => void;
  readonly recentMs?: number;
}

export type ChangeTopic =
  | 'conversations'
  /** Streamed replies: one began, ended, or was dismissed. */
  | 'turns'
  | 'tasks'
  /** The text of one was read. */
  | 'files'
  | 'memories'
  | 'reminders'
  | 'schedules'
  | 'notifications'
  | 'lookups'
  | 'keys'
  | 'account'
  /** A program cancels the calls with this mark. */
  | `cancel-${string}`;

/** The turns with streamed replies, on all processes. */
export interface Turns {
  /**
   * Begins a turn, which continues without watchers; resolves once its checks have passed. A start with a known
   * `requestId`, here or on another process, joins that turn. Throws notFound for the conversation, unavailable while
   * the process ends.
   */
  start(deps: Deps, user: User, input: StartTurnInput): Promise<StartedTurn>;
  /**
   * The events of a turn: a snapshot first, then the rest. None of a turn that does not begin within 10 s. Throws
   * notFound for a malformed id.
   */
  watch(userId: string, turnId: string, signal: AbortSignal): AsyncIterable<ReplyEvent>;
  /** The id of the running turn of a conversation, if any. */
  running(userId: string, conversationId: string): Promise<string | undefined>;
  /**
   * Requests that a turn stops, and that its text so far is stored; a turn that ends first is stored whole. Throws
   * notFound.
   */
  stop(userId: string, turnId: string): Promise<void>;
  /**
   * The account's turns that are running, that failed and were not dismissed, or that ended some minutes ago: oldest
   * first, at most 30.
   */
  recent(userId: string): Promise<RecentTurn[]>;
  /** Removes a failed turn that the person has seen. Does nothing if there is none. */
  dismiss(deps: Deps, userId: string, turnId: string): Promise<void>;
}
