import { createTaskInput } from '@jarvis/contract';
import { createTask, createTaskOnce } from '../tasks/tasks.ts';
import { dueFrom, remindInput, repeatInput, whenInput } from './due.ts';
import { changesTasks, shownTask, tidyTitle, titleInput, wrongTitle } from './task.ts';
import { assistantTool } from './tool.ts';
import { isFromWeb, refuse, refusedWrite } from './tool-context.ts';

export const addTask = assistantTool({
  name: 'add_task',
  writes: true,
  description:
    "Add a task to the list of the person, with the time at which it is due where they name one. One call for each task. Tell the person the answer's `due` as it is.",
  /** Only the title is parsed leniently, since models write it. */
  input: createTaskInput.extend({
    title: titleInput,
    when: whenInput,
    repeat: repeatInput,
    remind: remindInput,
  }),
  isOffered: changesTasks,
  run: async (turn, { when, repeat, remind, ...wanted }, name) => {
    const title = tidyTitle(wanted.title);
    if (title === undefined) return refuse('invalid', wrongTitle);
    const refused = refusedWrite(turn, name, title);
    if (refused) return refused;
    const due = when || repeat ? await dueFrom(turn, { when, repeat, remind }) : undefined;
    if (due && 'reason' in due) return due;
    const fromWeb = isFromWeb(turn, title);
    const add = turn.byProgram ? createTaskOnce : createTask;
    const task = await add(turn.deps, turn.user.id, {
      ...wanted,
      ...due?.fields,
      title,
      createdBy: 'assistant',
      fromWeb,
    });
    turn.log.noteChange(name, task.title);
    return { ok: true, task: shownTask({ ...task, fromWeb }), ...(due && { due: due.said }) };
  },
});
