import {
  createTaskInput,
  limits,
  listTasksInput,
  okOutput,
  taskById,
  taskOutput,
  tasksOutput,
  updateTaskInput,
} from '@jarvis/contract';
import { changeOnce } from '../idempotency/idempotency.ts';
import { byId, takePage } from '../page.ts';
import { rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { createTask, deleteTask, listTasks, updateTask } from './tasks.ts';

const taskWrite = keyOrSession.granted('tasks:write').limited('taskWrites');

export const tasksRouter = router({
  list: keyOrSession
    .granted('tasks')
    .meta(rest('GET', '/tasks', documented.list))
    .input(listTasksInput)
    .output(tasksOutput)
    .query(async ({ ctx, input: { status, ...page } }) => ({
      tasks: await takePage(ctx, page, limits.taskListMax, byId, (wanted) =>
        listTasks(ctx.deps, ctx.caller.userId, status, wanted),
      ),
    })),

  create: taskWrite
    .meta(rest('POST', '/tasks', documented.create))
    .input(createTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({
      task: await changeOnce(ctx, { operation: 'tasks.create', input, aboutOf: ({ id }) => id }, (deps) =>
        createTask(deps, ctx.caller.userId, { ...input, createdBy: 'user' }),
      ),
    })),

  update: taskWrite
    .meta(rest('PATCH', '/tasks/{id}', documented.update))
    .input(updateTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({ task: await updateTask(ctx.deps, ctx.caller.userId, input) })),

  delete: taskWrite
    .meta(rest('DELETE', '/tasks/{id}', documented.delete))
    .input(taskById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteTask(ctx.deps, ctx.caller.userId, input.id);
      return { ok: true as const };
    }),
});
