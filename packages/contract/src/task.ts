import { z } from 'zod';
import { limits } from './limits.ts';
import { id, tidyText, timestamp } from './text.ts';

export const taskStatus = z.enum(['open', 'done']);
export type TaskStatus = z.infer<typeof taskStatus>;

/** Specification: Task. */
export const task = z.object({
  id: id(),
  title: z.string().max(limits.taskTitleCharsMax),
  status: taskStatus,
  createdBy: z.enum(['user', 'assistant']),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  completedAt: timestamp().nullable(),
});
export type Task = z.infer<typeof task>;

export const taskTitle = tidyText(1, limits.taskTitleCharsMax);

export const listTasksInput = z.object({ status: taskStatus.optional() });
export const createTaskInput = z.object({ title: taskTitle });
export const updateTaskInput = z
  .object({ id: id(), title: taskTitle.optional(), status: taskStatus.optional() })
  .refine((change) => change.title !== undefined || change.status !== undefined, { error: 'nothing' });
export const taskById = z.object({ id: id() });

export const tasksOutput = z.object({ tasks: z.array(task) });
export const taskOutput = z.object({ task });
