import { createTaskInput, limits, taskTitle } from '@jarvis/contract';
import { z } from 'zod';
import { pick } from '../db/rows.ts';
import { listMarkedTasks, type MarkedTask, updateTask } from '../tasks/tasks.ts';
import type { Thing } from './act-on.ts';
import type { ToolContext } from './tool-context.ts';

export const taskInput = z.string().min(1).max(500).describe('The id of the task, or words of its title.');
export const titleInput = z.string().describe(`The title, 1 to ${limits.taskTitleCharsMax} characters.`);
export const wrongTitle = `A title has 1 to ${limits.taskTitleCharsMax} characters.`;

export const shownTask = ({ id, status, fromWeb, ...fields }: MarkedTask): object => ({
  id,
  ...pick(fields, createTaskInput.shape),
  status,
  ...(fromWeb && { fromWeb }),
});

export const task: Thing<MarkedTask> = {
  name: 'task',
  rows: ({ deps, user }) => listMarkedTasks(deps, user.id),
  textOf: ({ title }) => title,
  shown: shownTask,
  preferred: ({ status }) => status === 'open',
};
export const doneTask: Thing<MarkedTask> = { ...task, preferred: ({ status }) => status === 'done' };

export const changesTasks = (turn: ToolContext): boolean => turn.changesTasks;

export const setStatus =
  (turn: ToolContext, status: MarkedTask['status']) =>
  ({ id }: MarkedTask): Promise<Partial<MarkedTask>> =>
    updateTask(turn.deps, turn.user.id, { id, status });

/** The stored form of a title; undefined when it is too long or empty. */
export const tidyTitle = (text: string): string | undefined =>
  taskTitle.safeParse(text.replace(/[\p{Cc}\s]+/gu, ' ').toWellFormed()).data;
