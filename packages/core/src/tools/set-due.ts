import { z } from 'zod';
import { type MarkedTask, updateTask } from '../tasks/tasks.ts';
import { actOn } from './act-on.ts';
import { dueFrom, remindInput, repeatInput, whenInput } from './due.ts';
import { changesTasks, task, taskInput } from './task.ts';
import { assistantTool } from './tool.ts';

export const setDue = assistantTool({
  name: 'set_due',
  writes: true,
  description:
    "Set when a task is due and how it repeats. With `remind` alone only the reminder is set; with nothing but `task`, the task is due at no time any more. Tell the person the answer's `due` as it is.",
  input: z.object({ task: taskInput, when: whenInput, repeat: repeatInput, remind: remindInput }),
  isOffered: changesTasks,
  run: async (turn, { task: words, when, repeat, remind }, name) => {
    const due = when || repeat ? await dueFrom(turn, { when, repeat, remind }) : undefined;
    if (due && 'reason' in due) return due;
    const fields = due?.fields ?? (remind === undefined ? { due: null, repeat: null } : { remind });
    const set = ({ id }: MarkedTask) => updateTask(turn.deps, turn.user.id, { id, ...fields });
    return actOn(turn, name, task, words, set, () => ({ ...(due && { due: due.said }) }));
  },
});
