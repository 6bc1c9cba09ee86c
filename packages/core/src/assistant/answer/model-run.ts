import { addAbortListener } from 'node:events';
import {
  APICallError,
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  RetryError,
  experimental_streamTextLowMemory as streamText,
  type ToolSet,
  wrapLanguageModel,
} from 'ai';
import { cutKeys } from '../../auth/api-key-format.ts';
import type { ClientTurn, ModelSettings } from '../../ports/client-turn.ts';
import type { Model } from '../../ports/connections.ts';
import type { TurnDeps } from '../../ports/deps.ts';
import type { ClientCall } from '../../ports/turns.ts';
import { paced } from './paced.ts';

/** Maximum rounds of tool calls and answers in a turn; the last one must be an answer. */
const stepsMax = 8;

/**
 * Maximum characters of all results of tools in a run: some 500,000 tokens, more than a model reads. Without it, a model
 * that repeats a call in one answer fills the memory of the process.
 */
const resultsCharsMax = 2_000_000;
/** A call counts at least this much, for the objects that are kept with it. */
const callCharsMin = 1_000;

/** A reply is cut here: nobody reads more, and a row must be bounded. */
const replyCharsMax = 200_000;

/** Why a turn ended before its reply was complete. `deleted`: its account or conversation was. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied' | 'deleted';

/** How a run ended. `text` has everything before the end. */
export type ModelEnd =
  | {
      readonly end: 'complete' | 'filtered' | StopReason;
      readonly text: string;
      /** There was more text. */
      readonly full?: boolean;
    }
  | {
      readonly end: 'failed';
      readonly text: string;
      readonly error: unknown;
      /** The stream began, and broke in a step without tool calls. */
      readonly broke: boolean;
    };

export interface ModelRun {
  readonly deps: Pick<TurnDeps, 'model' | 'clock' | 'settings'>;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** `messages` with files, for a model that takes them: first with all, then with fewer. */
  readonly withParts: readonly (readonly ModelMessage[])[];
  /**
   * Sentences that begin the reply: for a model that takes no pictures, and for files that did not fit; empty: none.
   */
  readonly notSeen: string;
  readonly leftOut: string;
  readonly tools: ToolSet;
  /** Aborts with a `StopReason`. */
  readonly signal: AbortSignal;
  readonly onText: (piece: string) => void;
  /** Discards the text and steps of the run; false when a part of it was shown, or a tool changed something. */
  readonly startOver: () => boolean;
  readonly settings?: ModelSettings | undefined;
  readonly json?: ClientTurn['json'];
  /** A call of a program's tool. The run ends after all calls of the step. */
  readonly onClientCall: (call: ClientCall) => void;
  /** A step ended; `cutShort`: it reached the model's output limit. */
  readonly onStepEnd: (step: { readonly usage: LanguageModelUsage; readonly cutShort: boolean }) => void;
}

/**
 * Runs the model's tool calls, one after another, until it has answered. Every failure of a stream (a refusal before
 * the first byte, an error in band, a socket that dies midway, an abort that throws nothing) ends here.
 */
export async function runSteps(run: ModelRun): Promise<ModelEnd> {
  let text = '';
  let finish: string | undefined;
  let begun = false;
  let acted = false;
  let resultsChars = 0;
  const write = (piece: string) => {
    // Postgres cannot hold U+0000.
    const storable = piece.replaceAll('\u0000', '').slice(0, replyCharsMax - text.length);
    text += storable;
    if (storable !== '') run.onText(storable);
  };
  const failure = (error: unknown): ModelEnd =>
    run.signal.aborted
      ? { end: reasonOf(run.signal), text }
      : { end: 'failed', text, error, broke: begun && !acted };
  const aborted = Promise.withResolvers<'aborted'>();
  using _ = addAbortListener(run.signal, () => aborted.resolve('aborted'));
  try {
    // The form for one reader: the other one keeps every part for a second.
    const reply = streamText({
      model: answering(run.deps.model.languageModel, run.json),
      ...(run.instructions !== '' && { instructions: run.instructions }),
      messages: [...run.messages],
      tools: run.tools,
      ...run.settings,
      toolCallConcurrency: 1,
      stopWhen: isStepCount(stepsMax),
      prepareStep: ({ stepNumber }) => (stepNumber === stepsMax - 1 ? { toolChoice: 'none' } : undefined),
      maxRetries: 1,
      abortSignal: run.signal,
      // Otherwise it prepares all of the prompt for listeners, and there are none.
      telemetry: { isEnabled: false },
      // Errors also come through the stream; this keeps them off the console.
      onError: () => {},
    });
    const parts = reply.stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([parts.next(), aborted.promise]);
      if (next === 'aborted') return { end: reasonOf(run.signal), text };
      if (next.done) break;
      const part = next.value;
      begun ||= part.type === 'start-step';
      acted = part.type === 'tool-call' || (acted && part.type !== 'start-step');
      if (part.type === 'tool-call' && !part.invalid && !run.tools[part.toolName]?.execute)
        run.onClientCall({ id: part.toolCallId, name: part.toolName, input: JSON.stringify(part.input) });
      if (part.type === 'start-step' && text !== '' && !/\s$/.test(text)) write('\n\n');
      if (part.type === 'text-delta') write(part.text);
      if (text.length === replyCharsMax) return { end: 'complete', text, full: true };
      if (part.type === 'finish-step') {
        finish = part.finishReason;
        run.onStepEnd({ usage: part.usage, cutShort: finish === 'length' });
      }
      if (part.type === 'tool-result') resultsChars += JSON.stringify(part.output).length;
      if (part.type === 'tool-result' || part.type === 'tool-error') resultsChars += callCharsMin;
      if (resultsChars > resultsCharsMax) return failure(new Error('the calls of tools returned too much'));
      if (part.type === 'abort') return { end: reasonOf(run.signal), text };
      if (part.type === 'error') {
        if (calledToolsToTheEnd(part.error)) return { end: 'complete', text: text.trim() };
        return failure(part.error);
      }
    }
  } catch (error) {
    return failure(error);
  }
  if (finish === 'content-filter') return { end: 'filtered', text };
  if (finish === undefined || finish === 'error' || finish === 'interrupted') {
    return failure(new Error(`the model ended with ${finish ?? 'nothing'}`));
  }
  return { end: 'complete', text: text.trim() };
}

/**
 * Keeps keys from the model, paces its answer, and requests JSON through its own interface: the SDK's `output` would
 * parse the whole text again with each piece, which is quadratic.
 */
function answering(model: Model['languageModel'], json: ClientTurn['json']): Model['languageModel'] {
  const format = json && {
    responseFormat: { type: 'json', ...(json.schema && { schema: json.schema }) } as const,
    // Without this, OpenAI's package asks for strictness, and OpenAI refuses most schemas.
    providerOptions: { openai: { strictJsonSchema: json.strict ?? false } },
  };
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => {
        const prompt = cutKeysIn(params.prompt) as typeof params.prompt;
        return { ...params, prompt, ...format };
      },
      wrapStream: async ({ doStream }) => {
        const answer = await doStream();
        return { ...answer, stream: paced(answer.stream) };
      },
    },
  });
}

/**
 * A prompt with each API key in its texts cut to its prefix, so that a pasted key reaches no provider and no reply
 * repeats it. Specification: Authentication, rule 6.
 */
function cutKeysIn(value: unknown): unknown {
  if (typeof value === 'string') return cutKeys(value);
  // Copied only if it has a key, which nearly no prompt does.
  if (Array.isArray(value))
    return value.some((part) => cutKeysIn(part) !== part) ? value.map(cutKeysIn) : value;
  // Files are bytes and addresses.
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const parts = value as Record<string, unknown>;
  let clean = parts;
  for (const name in parts) {
    const without = cutKeysIn(parts[name]);
    if (without !== parts[name]) clean = { ...clean, [name]: without };
  }
  return clean;
}

/** The last step may not call a tool; a model that still does has no more text. */
const calledToolsToTheEnd = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AI_ToolChoiceViolationError';

/** Without one of our reasons, the request has ended. */
const reasonOf = ({ reason }: AbortSignal): StopReason =>
  ourReasons.find((known) => known === reason) ?? 'disconnected';

const ourReasons: readonly StopReason[] = ['stopped', 'timedOut', 'denied', 'deleted'];

/** The error of the last try. */
export const causeOf = (error: unknown): unknown => (RetryError.isInstance(error) ? error.lastError : error);

/** What a model's server says about its refusal. */
export function refusalOf(error: unknown): string {
  const cause = causeOf(error);
  if (APICallError.isInstance(cause)) return `${cause.message} ${cause.responseBody?.slice(0, 2_000) ?? ''}`;
  return cause instanceof Error ? cause.message : '';
}
