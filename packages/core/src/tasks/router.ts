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
import { keyOrSessionAtMost, keyOrSessionReading, returning, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { createTask, deleteTask, listTasks, updateTask } from './tasks.ts';

const taskWrite = keyOrSessionAtMost('taskWrites');

export const tasksRouter = router({
  list: keyOrSessionReading
    .meta(rest('GET', '/tasks', documented.list))
    .input(listTasksInput)
    .concat(returning(tasksOutput))
    .query(async ({ ctx, input }) => ({ tasks: await listTasks(ctx.own, input.status) })),

  create: taskWrite
    .meta(rest('POST', '/tasks', documented.create))
    .input(createTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({
      task: await createTask(ctx.deps, ctx.identity.userId, { title: input.title, createdBy: 'user' }),
    })),

  update: taskWrite
    .meta(rest('PATCH', '/tasks/{id}', documented.update))
    .input(updateTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({ task: await updateTask(ctx.deps, ctx.identity.userId, input) })),

  delete: taskWrite
    .meta(rest('DELETE', '/tasks/{id}', documented.delete))
    .input(taskById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteTask(ctx.deps, ctx.identity.userId, input.id);
      return { ok: true as const };
    }),
});
