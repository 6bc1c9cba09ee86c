import type { ClientCall } from '@jarvis/contract';
import {
  APICallError,
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  RetryError,
  streamText,
  type ToolSet,
  UnsupportedFunctionalityError,
  wrapLanguageModel,
} from 'ai';
import type { ClientTurn, ModelSettings } from '../../ports/client-turn.ts';
import type { Model } from '../../ports/connections.ts';
import type { TurnDeps } from '../../ports/deps.ts';
import { cutKeysIn } from './cut-keys-in.ts';
import { paced } from './paced.ts';

/** Maximum rounds of tool calls and answers in a turn; the last one must be an answer. */
const stepsMax = 8;

/** A reply is cut here: nobody reads more, and a row must be bounded. */
const replyCharsMax = 200_000;

/** How long a model that has refused tools is called without them. */
const withoutToolsMs = 60 * 60_000;

/** Why a turn ended before its reply was complete. */
export type StopReason = 'stopped' | 'disconnected' | 'timedOut' | 'denied';

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
  /** The same with files, the most of them first; for a model that takes them. */
  readonly withParts: readonly (readonly ModelMessage[])[];
  /** What the reply says to a person whose pictures the model does not take, and of those without room; empty: none. */
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
 * Asks the model with the files that there are. One that refuses them is asked again without those of earlier messages,
 * then without any, and the reply says so: what somebody attached once must not end every later turn.
 */
export async function runModel(run: ModelRun): Promise<ModelEnd> {
  const { model, clock } = run.deps;
  if (model.builtin) return runAsAble(run);
  if (run.withParts.length === 0) return runAsAble(saying(run.leftOut, run));
  let refusesParts = false;
  for (const messages of (await takesNoParts(run)) ? [] : run.withParts) {
    const end = await runAsAble(saying(run.leftOut, { ...run, messages }));
    if (end.end !== 'failed' || !refusesRequest(end.error) || !run.startOver()) return end;
    refusesParts ||= aboutParts.test(refusalOf(end.error));
  }
  const without = await runAsAble(saying(run.notSeen, run));
  // One broken picture must not take everybody's from the model.
  if (refusesParts && without.end === 'complete' && without.text !== '') model.partsRefusedAtMs = clock.now();
  return without;
}

/** The reply begins with a sentence, unless it is empty. */
function saying(sentence: string, run: ModelRun): ModelRun {
  // A program that asked for JSON reads nothing else.
  if (sentence === '' || run.json) return run;
  let isSaid = false;
  return {
    ...run,
    onText: (piece) => {
      run.onText(isSaid ? piece : `${sentence}\n\n${piece}`);
      isSaid = true;
    },
    startOver: () => {
      if (!run.startOver()) return false;
      isSaid = false;
      return true;
    },
  };
}

/** By an earlier refusal, or by what the model's server says; asked once in an hour. */
async function takesNoParts({ deps: { model, clock, settings } }: ModelRun): Promise<boolean> {
  const isRecent = (atMs = Number.NEGATIVE_INFINITY) => clock.now() - atMs < withoutToolsMs;
  if (isRecent(model.partsRefusedAtMs)) return true;
  if (settings.modelInput !== 'auto' || isRecent(model.partsAskedAtMs)) return false;
  const sees = await model.seesPictures?.();
  model.partsAskedAtMs = clock.now();
  if (sees === false) model.partsRefusedAtMs = clock.now();
  return sees === false;
}

/** Says that the model takes none, not that this one is broken. */
const aboutParts =
  /content.?type|image_url|image input|multi-?modal|not support[^.]{0,30}(?:image|vision|file)|(?:image|vision|file)s?[^.]{0,30}not (?:be )?support|at most 0 image/i;

/** The error of the last try. */
export const causeOf = (error: unknown): unknown => (RetryError.isInstance(error) ? error.lastError : error);

function refusalOf(error: unknown): string {
  const cause = causeOf(error);
  if (APICallError.isInstance(cause)) return `${cause.message} ${cause.responseBody?.slice(0, 2_000) ?? ''}`;
  return cause instanceof Error ? cause.message : '';
}

/** A refusal that is not of the caller: something in the request is not taken. */
function refusesRequest(error: unknown): boolean {
  const cause = causeOf(error);
  // What the SDK has no form for, it refuses itself.
  if (UnsupportedFunctionalityError.isInstance(cause)) return true;
  return APICallError.isInstance(cause) && [400, 404, 413, 415, 422, 501].includes(cause.statusCode ?? 0);
}

/**
 * Calls the model; a model without tool support is called again without tools, and told so. Never throws. Ends at
 * once when `signal` aborts, even if the model or a tool ignores it.
 */
async function runAsAble(run: ModelRun): Promise<ModelEnd> {
  const { model, clock } = run.deps;
  const { toolsRefusedAtMs } = model;
  if (Object.keys(run.tools).length === 0) return runTwice(run);
  if (toolsRefusedAtMs !== undefined && clock.now() - toolsRefusedAtMs < withoutToolsMs) {
    return runTwice(toolless(run));
  }
  const end = await runTwice(run);
  if (end.end !== 'failed' || !refusesTools(end.error) || !run.startOver()) return end;
  const without = await runTwice(toolless(run));
  // A provider's error may repeat the person's words, so only a successful reply proves that the tools were the
  // problem.
  if (without.end === 'complete' && without.text !== '') model.toolsRefusedAtMs = clock.now();
  return without;
}

/** A stream that breaks before any of it was shown is tried once more. */
async function runTwice(run: ModelRun): Promise<ModelEnd> {
  const end = await runSteps(run);
  return end.end === 'failed' && end.broke && run.startOver() ? runSteps(run) : end;
}

const toolless = (run: ModelRun): ModelRun => ({
  ...run,
  tools: {},
  instructions: `${run.instructions}\nYou have no tools: you cannot change tasks or memories, search the web or look at the clock. Say so when you are asked to.`,
});

const noSupport =
  /not support[^.]{0,60}(?:tool|function.?call)|(?:tool|function.?call)[^.]{0,60}(?:not (?:be )?support|unsupported)/i;

/** Ollama and others answer 400 and say that the model does not support tools. */
function refusesTools(error: unknown): boolean {
  const cause = causeOf(error);
  const isRefusal = APICallError.isInstance(cause) && [400, 404, 422, 501].includes(cause.statusCode ?? 0);
  return isRefusal && noSupport.test(refusalOf(cause));
}

/**
 * Runs the model's tool calls, one after another, until it has answered. Every failure of a stream (a refusal before
 * the first byte, an error in band, a socket that dies midway, an abort that throws nothing) ends here.
 */
async function runSteps(run: ModelRun): Promise<ModelEnd> {
  let text = '';
  let finish: string | undefined;
  let begun = false;
  let acted = false;
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
  const aborted = whenAborted(run.signal);
  try {
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
      // Errors also come through the stream; this keeps them off the console.
      onError: () => {},
    });
    const parts = paced(reply.stream[Symbol.asyncIterator]());
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
      if (part.type === 'abort') return { end: reasonOf(run.signal), text };
      if (part.type === 'error') {
        if (calledToolsToTheEnd(part.error)) return { end: 'complete', text: text.trim() };
        return failure(part.error);
      }
    }
  } catch (error) {
    return failure(error);
  } finally {
    aborted.forget();
  }
  if (finish === 'content-filter') return { end: 'filtered', text };
  if (finish === undefined || finish === 'error') {
    return failure(new Error(`the model ended with ${finish ?? 'nothing'}`));
  }
  return { end: 'complete', text: text.trim() };
}

/**
 * Keeps keys from the model, and requests JSON through its own interface: the SDK's `output` would parse the whole text
 * again with each piece, which is quadratic.
 */
function answering(model: Model['languageModel'], json: ClientTurn['json']): Model['languageModel'] {
  const format = json && {
    responseFormat: { type: 'json', ...(json.schema && { schema: json.schema }) } as const,
  };
  return wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) => ({ ...params, prompt: cutKeysIn(params.prompt), ...format }),
    },
  });
}

/** The last step may not call a tool; a model that still does has no more text. */
const calledToolsToTheEnd = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AI_ToolChoiceViolationError';

/** Without one of our reasons, the request has ended. */
const reasonOf = ({ reason }: AbortSignal): StopReason =>
  reason === 'stopped' || reason === 'timedOut' || reason === 'denied' ? reason : 'disconnected';

function whenAborted(signal: AbortSignal): { promise: Promise<'aborted'>; forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
