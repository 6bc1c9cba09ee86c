import { APICallError, isStepCount, type ModelMessage, RetryError, streamText, type ToolSet } from 'ai';
import type { Model } from '../../ports.ts';

/** Rounds of tool calls and answers in one turn; the last one must be an answer. */
const stepsMax = 8;

/** A reply is cut there: no person reads on, and a row must not grow without end. */
const replyCharsMax = 200_000;

/** How a run ended. Whatever happened before is in `text`. */
export type ModelEnd =
  | { readonly end: 'complete' | 'filtered' | 'stopped' | 'left' | 'late'; readonly text: string }
  | { readonly end: 'failed'; readonly text: string; readonly error: unknown };

export interface ModelRun {
  readonly model: Model;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: ToolSet;
  /** Aborts with a reason: `stopped` by the person, `left` by the caller, `late` by the deadline. */
  readonly halt: AbortSignal;
  readonly onText: (piece: string) => void;
}

/** Models that have refused a request because of its tools; they are not offered any again. */
const withoutTools = new WeakSet<object>();

/**
 * Asks the model; a model that knows no tools is asked again without them, and told so. Never throws. Ends at
 * once when halted, also when the model or a tool ignores it.
 */
export async function runModel(run: ModelRun): Promise<ModelEnd> {
  const { languageModel } = run.model;
  if (withoutTools.has(languageModel)) return runSteps(toolless(run));
  const end = await runSteps(run);
  if (end.end !== 'failed' || end.text !== '' || !refusesTools(end.error)) return end;
  withoutTools.add(languageModel);
  return runSteps(toolless(run));
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
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(cause)) return false;
  const { statusCode = 0, message, responseBody = '' } = cause;
  return [400, 404, 422, 501].includes(statusCode) && noSupport.test(`${message} ${responseBody}`);
}

/**
 * Runs the tools that the model calls, one after another, until it has answered. The ways in which a stream can
 * fail (a refusal before the first byte, an error in band, a socket that dies midway, an abort that throws
 * nothing) all end here.
 */
async function runSteps(run: ModelRun): Promise<ModelEnd> {
  let text = '';
  let finish: string | undefined;
  const write = (piece: string) => {
    // Postgres cannot hold U+0000.
    const storable = piece.replaceAll('\u0000', '');
    text += storable;
    if (storable !== '') run.onText(storable);
  };
  const halted = whenAborted(run.halt);
  try {
    const parts = streamText({
      model: run.model.languageModel,
      instructions: run.instructions,
      messages: [...run.messages],
      tools: run.tools,
      toolCallConcurrency: 1,
      stopWhen: isStepCount(stepsMax),
      prepareStep: ({ stepNumber }) => (stepNumber === stepsMax - 1 ? { toolChoice: 'none' } : undefined),
      maxRetries: 1,
      abortSignal: run.halt,
      // Errors come through the stream as well; this only keeps them off the console.
      onError: () => {},
    }).stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([parts.next(), halted.promise]);
      if (next === 'halted') return { end: haltReason(run.halt), text };
      if (next.done) break;
      const part = next.value;
      if (part.type === 'start-step' && text !== '' && !/\s$/.test(text)) write('\n\n');
      if (part.type === 'text-delta') write(part.text);
      if (text.length > replyCharsMax) return { end: 'complete', text };
      if (part.type === 'finish-step') finish = part.finishReason;
      if (part.type === 'abort') return { end: haltReason(run.halt), text };
      if (part.type === 'error') {
        if (calledToolsToTheEnd(part.error)) return { end: 'complete', text: text.trim() };
        return failure(run.halt, text, part.error);
      }
    }
  } catch (error) {
    return failure(run.halt, text, error);
  } finally {
    halted.forget();
  }
  if (finish === 'content-filter') return { end: 'filtered', text };
  if (finish === undefined || finish === 'error') {
    return { end: 'failed', text, error: new Error(`the model ended with ${finish ?? 'nothing'}`) };
  }
  return { end: 'complete', text: text.trim() };
}

/** The last step may call no tool; a model that does all the same has said what it had to say. */
const calledToolsToTheEnd = (error: unknown): boolean =>
  error instanceof Error && error.name === 'AI_ToolChoiceViolationError';

function failure(halt: AbortSignal, text: string, error: unknown): ModelEnd {
  return halt.aborted ? { end: haltReason(halt), text } : { end: 'failed', text, error };
}

export type HaltReason = 'stopped' | 'left' | 'late';

const haltReason = ({ reason }: AbortSignal): HaltReason =>
  reason === 'stopped' || reason === 'late' ? reason : 'left';

function whenAborted(signal: AbortSignal): { promise: Promise<'halted'>; forget: () => void } {
  let onAbort = () => {};
  const promise = new Promise<'halted'>((resolve) => {
    onAbort = () => resolve('halted');
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  return { promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
