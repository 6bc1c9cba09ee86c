import type { FailureKind, MailInput, ModelServerInput, SearchInput, SearchProvider } from '@jarvis/contract';
import type { LanguageModel } from 'ai';

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

export interface SearchResult {
  readonly title: string;
  /** http or https, checked by the adapter. */
  readonly url: string;
  readonly snippet: string;
}

/** A web search service. */
export interface Search {
  readonly name: SearchProvider;
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
