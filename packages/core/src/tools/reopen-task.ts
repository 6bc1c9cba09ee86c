import { z } from 'zod';
import { actOn } from './act-on.ts';
import { changesTasks, doneTask, setStatus, taskInput } from './task.ts';
import { assistantTool } from './tool.ts';

export const reopenTask = assistantTool({
  name: 'reopen_task',
  writes: true,
  description: 'Mark a done task as open again.',
  input: z.object({ task: taskInput }),
  isOffered: changesTasks,
  run: (turn, { task: words }, name) => actOn(turn, name, doneTask, words, setStatus(turn, 'open')),
});
