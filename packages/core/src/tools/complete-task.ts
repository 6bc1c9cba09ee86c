import { z } from 'zod';
import { actOn } from './act-on.ts';
import { changesTasks, setStatus, task, taskInput } from './task.ts';
import { assistantTool } from './tool.ts';

export const completeTask = assistantTool({
  name: 'complete_task',
  writes: true,
  description: 'Mark a task as done.',
  input: z.object({ task: taskInput }),
  isOffered: changesTasks,
  run: (turn, { task: words }, name) => actOn(turn, name, task, words, setStatus(turn, 'done')),
});
