import type { JSONSchema7, LanguageModelCallOptions, ModelMessage, ToolChoice, ToolSet } from 'ai';

/**
 * What a program brings to a turn beside the message: its own words for the model, its own tools, and how the model is
 * to write. In such a turn a message that is not stored may be of any length.
 */
export interface ClientTurn {
  /** The bare model: nothing of the account is shown to it, and none of our tools is offered. */
  readonly plain: boolean;
  /** Whether message and reply are stored; if not, of our tools those that write memories are not offered. */
  readonly store: boolean;
  /** Whether tasks may be changed all the same. */
  readonly changesTasks: boolean;
  readonly instructions: string;
  /** No user says anything: the message is the program's word too. */
  readonly speaksAlone: boolean;
  /** What was said before the message, and is stored nowhere. */
  readonly before: readonly ModelMessage[];
  /** Calls of the program's tools since the message, and their results. */
  readonly after: readonly ModelMessage[];
  /** Tools that the program runs itself: a call ends the turn. Ours are not offered beside them. */
  readonly tools: readonly ClientTool[];
  /** Of the calls of one step only the first is made. */
  readonly oneCall: boolean;
  readonly settings: ModelSettings;
  /** The reply is to be JSON; with a schema, such JSON. */
  readonly json?: { readonly schema?: JSONSchema7 | undefined } | undefined;
}

/** A tool that the program runs itself. */
export interface ClientTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of its input. */
  readonly parameters: JSONSchema7;
  readonly strict?: boolean | undefined;
}

/** How the model is asked to write. */
export interface ModelSettings extends LanguageModelCallOptions {
  readonly toolChoice?: ToolChoice<ToolSet>;
}
