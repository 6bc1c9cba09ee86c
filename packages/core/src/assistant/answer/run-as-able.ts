import { APICallError, UnsupportedFunctionalityError } from 'ai';
import type { Clock } from '../../ports/deps.ts';
import { causeOf, type ModelEnd, type ModelRun, refusalOf, runSteps } from './model-run.ts';

/** A model that has refused tools or files is called without them for this long. */
const refusalHoldsMs = 60 * 60_000;

/**
 * Calls the model with all files. A model that refuses them is called again without those of earlier messages, then
 * without any, and the reply says so: one attached file must not break every later turn.
 */
export async function runAsAble(run: ModelRun): Promise<ModelEnd> {
  const { model, clock } = run.deps;
  if (model.builtin) return runWithTools(run);
  if (run.withParts.length === 0) return runWithTools(saying(run.leftOut, run));
  let refusesParts = false;
  for (const messages of (await takesNoParts(run)) ? [] : run.withParts) {
    const end = await runWithTools(saying(run.leftOut, { ...run, messages }));
    if (end.end !== 'failed' || !refusesRequest(end.error) || !run.startOver()) return end;
    refusesParts ||= aboutParts.test(refusalOf(end.error));
  }
  const without = await runWithTools(saying(run.notSeen, run));
  // One broken picture must not stop all pictures for an hour.
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

/** Known from an earlier refusal, or from the model's server, which is asked once an hour. */
async function takesNoParts({ deps: { model, clock, settings } }: ModelRun): Promise<boolean> {
  if (isRecent(clock, model.partsRefusedAtMs)) return true;
  if (settings.modelInput !== 'auto' || isRecent(clock, model.partsAskedAtMs)) return false;
  const sees = await model.seesPictures?.();
  model.partsAskedAtMs = clock.now();
  if (sees === false) model.partsRefusedAtMs = clock.now();
  return sees === false;
}

const isRecent = (clock: Clock, atMs = Number.NEGATIVE_INFINITY): boolean =>
  clock.now() - atMs < refusalHoldsMs;

/** An error text that says that the model takes no such files, not that this file is broken. */
const aboutParts =
  /content.?type|image_url|image input|multi-?modal|not support[^.]{0,30}(?:image|vision|file)|(?:image|vision|file)s?[^.]{0,30}not (?:be )?support|at most 0 image/i;

/** A refusal of the request's content, as opposed to its credentials or rate. */
function refusesRequest(error: unknown): boolean {
  const cause = causeOf(error);
  // The SDK itself refuses content for which it has no format.
  if (UnsupportedFunctionalityError.isInstance(cause)) return true;
  return APICallError.isInstance(cause) && [400, 404, 413, 415, 422, 501].includes(cause.statusCode ?? 0);
}

/**
 * Calls the model. A model without tool support is called again without tools, and told so. Never throws. Ends at once
 * when `signal` aborts, even if the model or a tool ignores it.
 */
async function runWithTools(run: ModelRun): Promise<ModelEnd> {
  const { model, clock } = run.deps;
  if (Object.keys(run.tools).length === 0) return runTwice(run);
  if (isRecent(clock, model.toolsRefusedAtMs)) return runTwice(toolless(run));
  const end = await runTwice(run);
  if (end.end !== 'failed' || !refusesTools(end.error) || !run.startOver()) return end;
  const without = await runTwice(toolless(run));
  // A provider's error may repeat the person's words, so only a successful reply proves that the tools were the
  // problem. With JSON the combination may be: Gemini 2.5 and Groq refuse it, and others would lose their tools.
  if (!run.json && without.end === 'complete' && without.text !== '') model.toolsRefusedAtMs = clock.now();
  return without;
}

/** Retries once a stream that breaks before any of it was shown. */
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
  /not support[^.]{0,60}(?:tool|function.?call)|(?:tool|function.?call)[^.]{0,60}(?:not (?:be )?support|unsupported)|cannot be combined with[^.]{0,20}(?:tool|function.?call)|tool choice requires/i;

/** Ollama and others answer 400 and say that the model does not support tools; vLLM that its tool choice requires a flag. */
function refusesTools(error: unknown): boolean {
  const cause = causeOf(error);
  const isRefusal = APICallError.isInstance(cause) && [400, 404, 422, 501].includes(cause.statusCode ?? 0);
  return isRefusal && noSupport.test(refusalOf(cause));
}
