import { z } from 'zod';
import { limits } from './limits.ts';
import { pageInput } from './page.ts';
import { id, tidyText, timestamp, wantedId } from './text.ts';

export const taskStatus = z.enum(['open', 'done']);
export type TaskStatus = z.infer<typeof taskStatus>;

const title = {
  description: `What is to be done, 1-${limits.taskTitleCharsMax} characters.`,
  examples: ['Book the train to Turin'],
};

/** Specification: Task. */
export const task = z
  .object({
    id: id(),
    title: z.string().max(limits.taskTitleCharsMax).meta(title),
    status: taskStatus.describe('`open`, or `done` once it was completed.'),
    createdBy: z.enum(['user', 'assistant']).describe('Who added the task.'),
    createdAt: timestamp(),
    updatedAt: timestamp('When the title or the status was last changed.'),
    completedAt: timestamp('When the task became `done`; null while it is `open`.')
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ id: 'Task', description: 'An entry of the task list.' });
export type Task = z.infer<typeof task>;

export const taskTitle = tidyText(1, limits.taskTitleCharsMax);

const taskId = () => wantedId('Identifier of the task.');

export const listTasksInput = z.object({
  status: taskStatus.describe('Only tasks with this status; all of them without it.').optional(),
  ...pageInput(limits.taskListMax, 'id'),
});
/** The fields of a task that are set when it is made, and may be changed. Each is a column of the same name. */
export const createTaskInput = z.object({ title: taskTitle.meta(title) });
export type TaskFields = z.infer<typeof createTaskInput>;
export const updateTaskInput = z
  .object({
    id: taskId(),
    ...createTaskInput.partial().shape,
    status: taskStatus
      .optional()
      .describe('`done` completes the task and keeps the first `completedAt`; `open` reopens it.')
      .meta({ examples: ['done'] }),
  })
  .refine(({ id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
    error: 'nothing',
  });
export type TaskChange = z.infer<typeof updateTaskInput>;
export const taskById = z.object({ id: taskId() });

export const tasksOutput = z.object({ tasks: z.array(task).max(limits.taskListMax) });
export const taskOutput = z.object({ task });
