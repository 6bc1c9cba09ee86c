import {
  createTaskInput,
  listTasksInput,
  okOutput,
  taskById,
  taskOutput,
  tasksOutput,
  updateTaskInput,
} from '@jarvis/contract';
import { rest } from '../rest.ts';
import { keyOrSession, keyOrSessionAtMost, router } from '../trpc.ts';
import { createTask, deleteTask, listTasks, updateTask } from './tasks.ts';

const taskWrite = keyOrSessionAtMost('taskWrites');

export const tasksRouter = router({
  list: keyOrSession
    .meta(rest('GET', '/tasks', { tag: 'Tasks', summary: 'List tasks, newest first' }))
    .input(listTasksInput)
    .output(tasksOutput)
    .query(async ({ ctx, input }) => ({
      tasks: await listTasks(ctx.deps, ctx.identity.userId, input.status),
    })),

  create: taskWrite
    .meta(rest('POST', '/tasks', { tag: 'Tasks', summary: 'Add a task' }))
    .input(createTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({
      task: await createTask(ctx.deps, ctx.identity.userId, { title: input.title, createdBy: 'user' }),
    })),

  update: taskWrite
    .meta(rest('PATCH', '/tasks/{id}', { tag: 'Tasks', summary: 'Rename, complete or reopen a task' }))
    .input(updateTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({ task: await updateTask(ctx.deps, ctx.identity.userId, input) })),

  delete: taskWrite
    .meta(rest('DELETE', '/tasks/{id}', { tag: 'Tasks', summary: 'Delete a task' }))
    .input(taskById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteTask(ctx.deps, ctx.identity.userId, input.id);
      return { ok: true as const };
    }),
});
