import type { ToolSet } from 'ai';
import { addTask } from './add-task.ts';
import { changeSchedule } from './change-schedule.ts';
import { completeTask } from './complete-task.ts';
import { createSchedule } from './create-schedule.ts';
import { currentDate } from './current-date.ts';
import { deleteSchedule } from './delete-schedule.ts';
import { deleteTask } from './delete-task.ts';
import { forgetMemory } from './forget-memory.ts';
import { listMemories } from './list-memories.ts';
import { listSchedules } from './list-schedules.ts';
import { listTasks } from './list-tasks.ts';
import { nothingToReport } from './nothing-to-report.ts';
import { readFile } from './read-file.ts';
import { renameTask } from './rename-task.ts';
import { reopenTask } from './reopen-task.ts';
import { saveMemory } from './save-memory.ts';
import { searchFile } from './search-file.ts';
import { setDue } from './set-due.ts';
import { snoozeTask } from './snooze-task.ts';
import type { AssistantTool } from './tool.ts';
import type { ToolContext } from './tool-context.ts';
import { webSearch } from './web-search.ts';

export const assistantTools: readonly AssistantTool[] = [
  listTasks,
  addTask,
  renameTask,
  setDue,
  snoozeTask,
  completeTask,
  reopenTask,
  deleteTask,
  listSchedules,
  createSchedule,
  changeSchedule,
  deleteSchedule,
  listMemories,
  saveMemory,
  forgetMemory,
  readFile,
  searchFile,
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
