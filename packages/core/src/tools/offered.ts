import { type ToolSet, tool, zodSchema } from 'ai';
import { z } from 'zod';
import { asDomainError } from '../errors.ts';
import { dateNow } from '../language/date-now.ts';
import type { ToolName } from '../language/tool-words.ts';
import { memoryTools } from './memory-tools.ts';
import { taskTools } from './task-tools.ts';
import type { ToolContext } from './tool-context.ts';
import { webSearch } from './web-search.ts';

/** The tools of one turn. What the account or the deployment has switched off is not offered at all. */
export function offeredTools(turn: ToolContext): ToolSet {
  const tools: ToolSet = {
    ...taskTools(turn),
    ...memoryTools(turn),
    ...webSearch(turn),
    ...currentDate(turn),
  };
  return Object.fromEntries(
    Object.entries(tools).map(([name, offered]) => [name, safely(turn, name, offered)]),
  );
}

/**
 * A tool that throws would hand the error's text to the model: it is told only that it did not work. Once the turn
 * is stopped, no tool begins; one that is at work is waited for before the turn is judged. Not so a search: it
 * changes nothing, and a search service may never answer.
 */
function safely(
  { log, deps, signal, beforeChange }: ToolContext,
  name: string,
  offered: ToolSet[string],
): ToolSet[string] {
  const { execute } = offered;
  if (!execute) return offered;
  const perform = async (...call: Parameters<typeof execute>) => {
    if (!reading.has(name)) await beforeChange?.();
    return execute(...call);
  };
  const guarded: typeof execute = async (input, options) => {
    if (signal.aborted) return { ok: false, reason: 'failed', message: 'The turn is over.' };
    try {
      const work = perform(input, options);
      if (name !== 'web_search') log.track(work);
      return await work;
    } catch (error) {
      deps.log.warn(
        { tool: name, reason: error instanceof Error ? error.message : String(error) },
        'a tool failed',
      );
      log.note(name as ToolName, '', 'error');
      const message = asDomainError(error)?.message ?? 'That did not work.';
      return { ok: false, reason: 'failed', message };
    }
  };
  return { ...offered, execute: guarded };
}

/** All others may change something. */
const reading = new Set(['list_tasks', 'list_memories', 'web_search', 'current_date']);

const nothing = zodSchema(z.object({}));

function currentDate({ deps, log }: ToolContext): ToolSet {
  return {
    current_date: tool({
      description: 'The current date, time, weekday and time zone.',
      inputSchema: nothing,
      execute: async () => {
        log.note('current_date', '', 'done');
        return { ok: true, ...dateNow(deps.clock.now()) };
      },
    }),
  };
}
