import { reasonOf } from '@jarvis/database';
import { type ToolSet, tool, zodSchema } from 'ai';
import type { z } from 'zod';
import { atOneMoment } from '../../clock.ts';
import { asDomainError } from '../../errors.ts';
import type { ToolName, WritingTool } from '../../language/tool-words.ts';
import { Refusal, type ToolContext } from './tool-context.ts';

/**
 * A tool of the assistant for one kind of input. Its labels, and the words that ask for it, are in `tool-words.ts`.
 */
interface Definition<Input, Name extends ToolName = ToolName> {
  readonly name: Name;
  /** It may change something; its `run` calls `requireAsked` first. */
  readonly writes: Name extends WritingTool ? true : false;
  /** For the model. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** False if the account or the deployment has switched it off. */
  readonly isOffered?: (turn: ToolContext) => boolean;
  /** It is also offered in unattended turns; never if it writes. It adds what it reads to `unattended.personal`. */
  readonly isForRuns?: boolean;
  /** A stopped turn waits for its end, unless it changes nothing and may never end. */
  readonly isWaitedFor?: boolean;
  /** Returns the result for the model, or throws a `Refusal`. `name`: the tool's, for its steps and `requireAsked`. */
  readonly run: (turn: ToolContext, input: Input, name: Name) => object | Promise<object>;
}

export interface AssistantTool
  extends Required<Pick<Definition<never>, 'name' | 'writes' | 'isOffered' | 'isForRuns'>> {
  /** The tool in the AI SDK's form. */
  readonly inTurn: (turn: ToolContext) => ToolSet[string];
}

export function assistantTool<Input, Name extends ToolName>(
  definition: Definition<Input, Name>,
): AssistantTool {
  const { name, writes, description, input, isOffered = () => true, isForRuns = false } = definition;
  // Built once: a schema is converted to JSON Schema only the first time it is sent.
  const inputSchema = zodSchema(input);
  return {
    name,
    writes,
    isOffered,
    isForRuns: isForRuns && !writes,
    inTurn: (turn) =>
      tool({ description, inputSchema, execute: (given) => performed(turn, definition, given) }),
  };
}

/** Tools under one condition: false if the account or the deployment has switched them off. */
export const offeredIf = (
  isOffered: AssistantTool['isOffered'],
  ...tools: readonly AssistantTool[]
): AssistantTool[] => tools.map((tool) => ({ ...tool, isOffered }));

/**
 * The model would see the text of a thrown error, so it is only told that the tool failed. In a stopped turn, no tool
 * begins.
 */
async function performed<Input, Name extends ToolName>(
  turn: ToolContext,
  { name, writes, run, isWaitedFor = true }: Definition<Input, Name>,
  input: Input,
): Promise<object> {
  const { log, deps, signal, beforeChange } = turn;
  if (signal.aborted) return { ok: false, reason: 'failed', message: 'The turn is over.' };
  const perform = async () => {
    if (!writes) return run(turn, input, name);
    await beforeChange?.();
    return run({ ...turn, deps: atOneMoment(deps) }, input, name);
  };
  try {
    const work = perform();
    if (isWaitedFor) log.track(work);
    return await work;
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.reason, message: error.message };
    deps.log.warn({ tool: name, reason: reasonOf(error) }, 'a tool failed');
    log.note(name, '', 'error');
    const message = asDomainError(error)?.message ?? 'That did not work.';
    return { ok: false, reason: 'failed', message };
  }
}
