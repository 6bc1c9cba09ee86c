import type {
  ChatInput,
  ChatReply,
  FailureKind,
  MailInput,
  MessageWithExtras,
  ModelServerInput,
  Rate,
  RateName,
  RegistrationMode,
  SearchInput,
  User,
} from '@jarvis/contract';
import type { Database, Queries } from '@jarvis/database';
import type { LanguageModel } from 'ai';
import type { TurnEnding, TurnError, TurnEvent } from './chat/streaming/turn-events.ts';
import type { ClientTurn } from './chat/turn/client-turn.ts';
import type { Attempt } from './idempotency/attempt.ts';
import type { AccountShares } from './rate-limit/account-shares.ts';

/** The only clock. Tests move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same as a timestamp of the contract: `2026-01-31T09:30:00.123Z`. */
  nowIso(): string;
}

/** Structured log. Never give it a body, a key, a cookie, a token or an address with its password. */
export interface Log {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** The language model in use. Fails by throwing what the AI SDK throws; callers set the deadline. */
export interface Model {
  /** `builtin` or `<provider>:<model id>`, as in the setting `MODEL`. */
  readonly name: string;
  /** True for the rule-based model that answers when no language model is connected. */
  readonly builtin: boolean;
  /** Never a bare string: the AI SDK would send that to a hosted gateway. */
  readonly languageModel: Exclude<LanguageModel, string>;
  /** When it last refused a request because of its tools, in milliseconds since 1970. Kept by the turn. */
  toolsRefusedAtMs?: number;
}

/** A model that gives texts vectors, close to each other where they mean alike. */
export interface Embeddings {
  /** `<provider>:<model id>`, as in the setting `EMBEDDING_MODEL`: vectors of different models cannot be compared. */
  readonly name: string;
  /** A vector for each text, in their order. Throws what the AI SDK throws; never outlives `signal`. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly number[])[]>;
  /** How many dimensions its latest vectors had. Kept by who asks. */
  dimensions?: number;
}

export interface SearchResult {
  readonly title: string;
  /** http or https, checked by the adapter. */
  readonly url: string;
  readonly snippet: string;
}

/** A web search service. */
export interface Search {
  readonly name: 'searxng' | 'brave' | 'tavily';
  /** At most 8 results. Throws `SearchFailed`; never outlives `signal` (8 s, set by the caller). */
  search(query: string, options: { signal: AbortSignal; language: string }): Promise<SearchResult[]>;
}

/** A search that failed; `reason` is short, in plain words and safe to show. */
export class SearchFailed extends Error {
  readonly reason: string;
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'SearchFailed';
    this.reason = reason;
  }
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Where mail is handed off. */
export interface Mailer {
  readonly name: 'smtp' | 'outbox';
  /** Greets the mail server and signs in to it; throws when that fails or takes over 5 s. */
  verify(): Promise<void>;
  /** Hands the mail off, bounded in time; throws when it was not accepted. */
  send(mail: Mail): Promise<void>;
}

/** Something outside that could not be used; `detail` is a status or a code, fit to be shown to operators. */
export class ConnectionFailed extends Error {
  readonly failure: FailureKind;
  readonly detail: string;
  constructor(failure: FailureKind, detail = '', message: string = failure) {
    super(message);
    this.name = 'ConnectionFailed';
    this.failure = failure;
    this.detail = detail;
  }
}

/** Encrypts what operators enter, for one purpose: it can be read for that purpose only. */
export interface Secrets {
  seal(text: string, purpose: string): Promise<string>;
  /** Throws ConnectionFailed (secretUnreadable) with another key or for another purpose. */
  open(sealed: string, purpose: string): Promise<string>;
}

export interface ModelServer extends Pick<ModelServerInput, 'provider' | 'baseUrl'> {
  readonly apiKey: string | undefined;
}

export interface SearchSettings extends Pick<SearchInput, 'provider' | 'url'> {
  readonly apiKey: string | undefined;
}

export interface MailSettings extends Omit<MailInput, 'password'> {
  readonly password: string | undefined;
}

/** Makes what the service is connected to, of what the environment says and of what operators have set. */
export interface Connectors {
  /** What the environment decides, which wins; undefined where it says nothing, null where it says: none. */
  readonly environment: { readonly model?: Model; readonly search?: Search | null; readonly mailer?: Mailer };
  /** What holds until an operator chooses: a model found on this machine, or the built-in rules. */
  readonly automatic: Model;
  /** The built-in rules. */
  readonly builtin: Model;
  /** Writes mail to files. */
  readonly outbox: Mailer;
  /** Where those files are. */
  readonly outboxFolder: string;
  readonly secrets: Secrets;
  /** The same model for the same settings, so that what is learned of it is kept. */
  model(server: ModelServer, modelId: string): Promise<Model>;
  /** The models that can chat, as the server lists them, at most 500. Throws within `signal`. */
  listModels(server: ModelServer, signal: AbortSignal): Promise<string[]>;
  search(settings: SearchSettings): Search;
  mailer(settings: MailSettings): Mailer;
  /** Model servers that answer on this machine, on the ports that they usually have. */
  findLocal(): Promise<{ provider: ModelServer['provider']; baseUrl: string; models: string[] }[]>;
}

/** A person as an identity provider knows them. */
export interface ProvidedIdentity {
  readonly provider: ProviderName;
  /** Lasting and never given to somebody else, in contrast to the address. */
  readonly subject: string;
  readonly email: string | undefined;
  /** Whether the provider says that the address is this person's. */
  readonly emailVerified: boolean;
  readonly displayName: string | undefined;
}

export type ProviderName = 'google' | 'github';

/** What a sign-in under way has kept for its return. */
export interface FlowSecrets {
  readonly codeVerifier: string;
  readonly nonce: string;
}

/** An identity provider. Both methods throw `IdentityProviderFailed` and have a deadline of their own. */
export interface IdentityProvider {
  readonly name: ProviderName;
  /** RFC 9207: a response that names its issuer must name the one that was asked. Undefined: it never does. */
  readonly issuer: string | undefined;
  /** Where the person is sent to. */
  authorizationUrl(flow: FlowSecrets & { readonly state: string }): Promise<URL>;
  /** Who came back with this code. */
  identify(code: string, flow: FlowSecrets): Promise<ProvidedIdentity>;
}

/** A provider that cannot be reached, answers with an error, or sends what nobody can read. */
export class IdentityProviderFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'IdentityProviderFailed';
  }
}

/** A rule of the operator about content; see decisions, Policy. */
export interface Policy {
  /** The reply that replaces everything when the text is denied; undefined when it is not. */
  /** True when nothing is ever denied: replies need not be held back. */
  readonly hasNoRules?: boolean;
  denial(text: string): { readonly ruleId: string; readonly reply: string | undefined } | undefined;
}

/** Announces committed changes to the account's open web apps. Never throws, never waits. */
export interface Changes {
  publish(userId: string, topic: ChangeTopic): void;
  /** Topics as they change, until `signal` aborts. Seen within 2 s, whichever process made the change. */
  watch(userId: string, signal: AbortSignal): AsyncIterable<ChangeTopic>;
}

export type ChangeTopic =
  | 'conversations'
  /** Replies of the web app: one began, ended, or was dismissed. */
  | 'turns'
  | 'tasks'
  | 'memories'
  | 'lookups'
  | 'keys'
  | 'account';

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
  readonly attempt?: Attempt<ChatReply> | undefined;
}

export interface StartedTurn {
  readonly turnId: string;
  readonly conversationId: string;
}

export interface RecentTurn extends StartedTurn {
  readonly message: string;
  readonly state: 'running' | TurnEnding['type'];
  /** Why it failed. */
  readonly error: TurnError | null;
  /** False for the first turn of a conversation, which is not stored before that turn has ended. */
  readonly conversationExists: boolean;
}

/** The turns of the web app that are going on, on whichever process. */
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
  ): AsyncIterable<TurnEvent>;
  /** The id of the turn that goes on in a conversation, if any. */
  running(userId: string, conversationId: string): Promise<string | undefined>;
  /** Stops a turn; what there is will be stored. Throws notFound. */
  stop(userId: string, turnId: string): Promise<void>;
  /**
   * The account's turns that are going on, that failed and were not dismissed, and that ended some minutes ago:
   * oldest first, at most 100.
   */
  recent(userId: string): Promise<RecentTurn[]>;
  /** Forgets a turn that has failed: the person has seen it. Does nothing where there is none. */
  dismiss(deps: Deps, userId: string, turnId: string): Promise<void>;
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
  readonly chatTimeoutMs: number;
  /** Budget for history and memories sent with a turn. */
  readonly modelContextTokens: number;
  /** Who may open an account, where the environment says so, which wins. */
  readonly registration?: RegistrationMode | undefined;
  /** Identity providers that are configured. */
  readonly identityProviders: readonly ProviderName[];
  /** The specification's rates; a benchmark may raise them. */
  readonly rates: Readonly<Record<RateName, Rate>>;
}

/** Everything that core works with, built once when a process starts, or by testDeps({...}) in a test. */
export interface Deps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly connectors: Connectors;
  /** Null when no embedding model is configured: recall goes by words alone. */
  readonly embeddings: Embeddings | null;
  /** The provider of that name, loaded when it is first asked for; undefined when it is not configured. */
  readonly identityProvider: (name: ProviderName) => Promise<IdentityProvider | undefined>;
  readonly policy: Policy;
  readonly changes: Changes;
  readonly turns: Turns;
  readonly shares: AccountShares;
  readonly settings: Settings;
}
