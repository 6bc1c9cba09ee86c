import type { ToolSet } from 'ai';
import { z } from 'zod';
import { dateNow } from '../language/date-now.ts';
import { zoneOf } from '../time/settings.ts';
import { type AssistantTool, assistantTool } from './call/tool.ts';
import type { ToolContext } from './call/tool-context.ts';
import { dayFrom } from './due.ts';
import { fileTools } from './files.ts';
import { memoryTools } from './memories.ts';
import { scheduleTools } from './schedules.ts';
import { taskTools } from './tasks.ts';
import { webSearch } from './web-search.ts';

const currentDate = assistantTool({
  name: 'current_date',
  writes: false,
  isForRuns: true,
  description:
    'The current date, time and weekday where the person is, and their time zone; with `when`, the date that it means, and how far away it is.',
  input: z.object({
    when: z
      .string()
      .max(300)
      .optional()
      .describe('Another day in words: "in 100 days", "next Friday". Do not work out dates yourself.'),
  }),
  run: async (turn, { when }, name) => {
    const { deps, user, log } = turn;
    log.note(name, '', 'done');
    if (when !== undefined) {
      const other = await dayFrom(turn, when);
      return 'reason' in other ? other : { ok: true, ...other };
    }
    return { ok: true, ...dateNow(deps.clock.now(), await zoneOf(deps, user.id)) };
  },
});

const nothingToReport = assistantTool({
  name: 'nothing_to_report',
  writes: false,
  isForRuns: true,
  description: 'Report that there is nothing to tell the person this time. Then they are not told anything.',
  input: z.object({}),
  isOffered: ({ unattended }) => unattended?.onlyIfFound === true,
  run: ({ log }, _input, name) => {
    log.foundNothing = true;
    log.note(name, '', 'done');
    return { ok: true };
  },
});

export const assistantTools: readonly AssistantTool[] = [
  ...taskTools,
  ...scheduleTools,
  ...memoryTools,
  ...fileTools,
  webSearch,
  currentDate,
  nothingToReport,
];

/** The tools of one turn. */
export const offeredTools = (turn: ToolContext): ToolSet =>
  Object.fromEntries(
    assistantTools
      .filter((tool) => tool.isOffered(turn) && (tool.isForRuns || !turn.unattended))
      .map((tool) => [tool.name, tool.inTurn(turn)]),
  );
