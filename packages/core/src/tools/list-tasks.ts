import { taskStatus } from '@jarvis/contract';
import { z } from 'zod';
import { listMarkedTasks } from '../tasks/tasks.ts';
import { shownTask } from './task.ts';
import { assistantTool } from './tool.ts';
import { marked } from './tool-context.ts';

export const listTasks = assistantTool({
  name: 'list_tasks',
  writes: false,
  description: 'List the tasks of the person, newest first, at most 100.',
  input: z.object({ status: taskStatus.optional() }),
  run: async (turn, { status }) => {
    const tasks = await listMarkedTasks(turn.deps, turn.user.id, status);
    turn.log.note('list_tasks', '', 'done');
    const page = tasks.slice(0, 100);
    return { ok: true, count: tasks.length, ...marked(turn, page), tasks: page.map(shownTask) };
  },
});
