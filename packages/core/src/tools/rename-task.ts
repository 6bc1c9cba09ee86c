import { z } from 'zod';
import { updateTask } from '../tasks/tasks.ts';
import { actOn } from './act-on.ts';
import { changesTasks, task, taskInput, tidyTitle, titleInput, wrongTitle } from './task.ts';
import { assistantTool } from './tool.ts';
import { isFromWeb, refuse } from './tool-context.ts';

export const renameTask = assistantTool({
  name: 'rename_task',
  writes: true,
  description: 'Give a task another title.',
  input: z.object({ task: taskInput, title: titleInput }),
  isOffered: changesTasks,
  run: (turn, { task: words, title: wanted }, name) => {
    const title = tidyTitle(wanted);
    return title === undefined
      ? refuse('invalid', wrongTitle)
      : actOn(turn, name, task, words, ({ id }) =>
          updateTask(turn.deps, turn.user.id, { id, title, fromWeb: isFromWeb(turn, title) }),
        );
  },
});
