import { z } from 'zod';
import { deleteTask as removeTask } from '../tasks/tasks.ts';
import { actOn } from './act-on.ts';
import { changesTasks, task, taskInput } from './task.ts';
import { assistantTool } from './tool.ts';

export const deleteTask = assistantTool({
  name: 'delete_task',
  writes: true,
  description:
    'Delete a task for good. Only when the person asks for it; a finished task is completed instead.',
  input: z.object({ task: taskInput }),
  isOffered: changesTasks,
  run: (turn, { task: words }, name) =>
    actOn(turn, name, task, words, async (row) => {
      await removeTask(turn.deps, turn.user.id, row.id);
      return row;
    }),
});
