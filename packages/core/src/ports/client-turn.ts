import type { JSONSchema7, LanguageModelCallOptions, ModelMessage, ToolChoice, ToolSet } from 'ai';

/**
 * A program's part of a turn beside the message: its own messages and tools, and settings for the model. In such a
 * turn a message that is not stored may have any length.
 */
export interface ClientTurn {
  /** The bare model: it sees nothing of the account, and gets none of our tools. */
  readonly plain: boolean;
  /** Whether message and reply are stored; if not, our tools that write memories are not offered. */
  readonly store: boolean;
  /** Whether tools may change tasks. */
  readonly changesTasks: boolean;
  readonly instructions: string;
  /** There is no user message with a text: the message is the program's own. */
  readonly speaksAlone: boolean;
  /** The messages before the message, which are not stored. */
  readonly before: readonly ModelMessage[];
  /** Calls of the program's tools since the message, and their results. */
  readonly after: readonly ModelMessage[];
  /** Files that came with its messages, in their order. */
  readonly sent: readonly SentFile[];
  /** Tools that the program runs: a call ends the turn. They replace ours. */
  readonly tools: readonly ClientTool[];
  /** Only the first call of a step is made. */
  readonly oneCall: boolean;
  readonly settings: ModelSettings;
  /** The reply must be JSON, matching the schema if there is one. */
  readonly json?:
    | {
        readonly schema?: JSONSchema7 | undefined;
        /** The schema has the form that OpenAI enforces, and refuses every other one. */
        readonly strict?: boolean | undefined;
      }
    | undefined;
}

/** A file of a program's message: one that the account has stored, or its bytes, which are not stored. */
export interface SentFile {
  /** The index of its message in `before`; null: it belongs to the message of the turn. */
  readonly before: number | null;
  readonly file: { readonly id: string } | { readonly name: string; readonly bytes: Uint8Array };
}

/** A tool that the program runs. */
export interface ClientTool {
  readonly name: string;
  readonly description?: string | undefined;
  /** JSON Schema of its input. */
  readonly parameters: JSONSchema7;
  readonly strict?: boolean | undefined;
}

/** Settings of the model for one turn. */
export interface ModelSettings extends LanguageModelCallOptions {
  readonly toolChoice?: ToolChoice<ToolSet>;
}
