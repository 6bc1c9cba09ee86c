import type { FailureKind, MailInput, ModelServerInput, SearchInput, SearchProvider } from '@jarvis/contract';
import type { LanguageModel } from 'ai';

/** The language model in use. Throws the AI SDK's errors; callers set the deadline. */
export interface Model {
  /** `builtin` or `<provider>:<model id>`, as in the setting `MODEL`. */
  readonly name: string;
  /** True for the rule-based model that answers when no language model is connected. */
  readonly builtin: boolean;
  /** Never a bare string: the AI SDK would send that to a hosted gateway. */
  readonly languageModel: Exclude<LanguageModel, string>;
  /** When it last refused a request because of its tools, in milliseconds since 1970. Set by the turn. */
  toolsRefusedAtMs?: number;
  /** The same for pictures, or its server said that it takes none. */
  partsRefusedAtMs?: number;
  /** When its server was last asked whether it takes pictures. */
  partsAskedAtMs?: number;
  /** Whether it accepts pictures, according to its server; undefined if unknown. Never rejects. */
  readonly seesPictures?: () => Promise<boolean | undefined>;
  /** Its context in tokens, if its server drops the rest without an error; undefined if unknown. Never rejects. */
  readonly contextTokens?: () => Promise<number | undefined>;
}

export interface SearchResult {
  readonly title: string;
  /** http or https, checked by the adapter. */
  readonly url: string;
  readonly snippet: string;
}

/** A web search service. */
export interface Search {
  readonly name: SearchProvider;
  /** At most 8 results. Throws `SearchFailed`; ends with `signal` (8 s, set by the caller). */
  search(query: string, options: { signal: AbortSignal; language: string }): Promise<SearchResult[]>;
}

/** A failed search; `reason` is short, in plain words and safe to show. */
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
  /** Its Message-ID, by which a second one is recognised; without one, each is another. */
  readonly id?: string;
  /** An address that ends such mail with one POST. */
  readonly unsubscribe?: string;
}

/** Hands mail over for delivery. */
export interface Mailer {
  readonly name: 'smtp' | 'outbox';
  /** Connects to the mail server and signs in; throws when that fails or takes over 5 s. */
  verify(): Promise<void>;
  /** Hands the mail over, with a deadline; throws when it was not accepted. */
  send(mail: Mail): Promise<void>;
}

/** An outside service could not be used; `detail` is a status or a code that operators may see. */
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

/** Whether a stored secret needs another key. If the key itself cannot be read now, the secret may still be good. */
export const needsAnotherKey = (error: unknown): boolean =>
  error instanceof ConnectionFailed && error.failure === 'secretUnreadable' && error.detail === '';

/** Encrypts secrets, each for one purpose: it can be decrypted for that purpose only. The result fits into a URL. */
export interface Secrets {
  seal(text: string, purpose: string): Promise<string>;
  /**
   * Throws ConnectionFailed (secretUnreadable) for another key, a missing one or another purpose; with a code as its
   * detail while the key itself cannot be read.
   */
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

/** Makes connections from the environment's and the operators' settings. */
export interface Connectors {
  /**
   * The environment's decisions, which take precedence; undefined if it makes none, null if it turns the service off.
   */
  readonly environment: { readonly model?: Model; readonly search?: Search | null; readonly mail?: Mailer };
  /** The model until an operator chooses: one found on this machine, or the built-in rules. */
  readonly automatic: Model;
  /** The built-in rules. */
  readonly builtin: Model;
  /** Writes mail to files. */
  readonly outbox: Mailer;
  /** The folder of those files. */
  readonly outboxFolder: string;
  readonly secrets: Secrets;
  /** The same object for the same settings, so that it keeps its knowledge of the model's abilities. */
  model(server: ModelServer, modelId: string): Promise<Model>;
  /** The server's chat models, at most 500. Throws within `signal`. */
  listModels(server: ModelServer, signal: AbortSignal): Promise<string[]>;
  search(settings: SearchSettings): Search;
  mailer(settings: MailSettings): Mailer;
  /** Model servers that answer on this machine, on their default ports. */
  findLocal(): Promise<Pick<ModelServer, 'provider'>[]>;
}
