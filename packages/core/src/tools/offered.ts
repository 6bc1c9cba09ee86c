import type { ToolSet } from 'ai';
import type { AssistantTool } from './call/tool.ts';
import type { ToolContext } from './call/tool-context.ts';
import { currentDate } from './current-date.ts';
import { fileTools } from './files.ts';
import { memoryTools } from './memories.ts';
import { nothingToReport, scheduleTools } from './schedules.ts';
import { taskTools } from './tasks.ts';
import { webSearch } from './web-search.ts';

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
