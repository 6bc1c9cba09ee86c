import {
  createTaskWithDueInput,
  isSoonestFirst,
  limits,
  listTasksInput,
  okOutput,
  type TaskDueFields,
  taskById,
  taskOutput,
  tasksOutput,
  updateTaskInput,
} from '@jarvis/contract';
import type { Context } from '../context.ts';
import { changeOnce } from '../idempotency/idempotency.ts';
import { byId, takePage } from '../page.ts';
import { rest } from '../rest.ts';
import { keyOrSession, router } from '../trpc.ts';
import { documented } from './documentation.ts';
import { type TaskRow, withDue, withoutDue } from './due.ts';
import { byDue, listTaskRows } from './list-due.ts';
import { createTask, deleteTask, listTasks, updateTask } from './tasks.ts';

const taskWrite = keyOrSession.granted('tasks:write').limited('taskWrites');

type Include = { readonly include?: 'due' | undefined };

/** What is said of due dates counts only where it is asked for; the documented fields are all else. */
const said = <Input extends Include & TaskDueFields>(input: Input) => {
  const { include, due, repeat, afterCompletion, ...rest } = input;
  return include ? { ...rest, due, repeat, afterCompletion } : rest;
};
const shown = (ctx: Context, { include }: Include, row: TaskRow) =>
  include ? withDue(row, ctx.deps.clock.now()) : withoutDue(row);

export const tasksRouter = router({
  list: keyOrSession
    .granted('tasks')
    .meta(rest('GET', '/tasks', documented.list))
    .input(listTasksInput)
    .output(tasksOutput)
    .query(async ({ ctx, input: { include, status, due, ...page } }) => {
      const { deps, caller } = ctx;
      if (!include) {
        return {
          tasks: await takePage(ctx, page, limits.taskListMax, byId, (wanted) =>
            listTasks(deps, caller.userId, status, wanted),
          ),
        };
      }
      const order = isSoonestFirst({ include, due }) ? byDue : byId;
      const rows = await takePage<TaskRow>(ctx, page, limits.taskListMax, order, (wanted) =>
        listTaskRows(deps, caller.userId, { ...wanted, status, due }),
      );
      return { tasks: rows.map((row) => withDue(row, deps.clock.now())) };
    }),

  create: taskWrite
    .meta(rest('POST', '/tasks', documented.create))
    .input(createTaskWithDueInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({
      task: await changeOnce(
        ctx,
        { operation: 'tasks.create', input, aboutOf: ({ id }) => id },
        async (deps) =>
          shown(ctx, input, await createTask(deps, ctx.caller.userId, { ...said(input), createdBy: 'user' })),
      ),
    })),

  update: taskWrite
    .meta(rest('PATCH', '/tasks/{id}', documented.update))
    .input(updateTaskInput)
    .output(taskOutput)
    .mutation(async ({ ctx, input }) => ({
      task: shown(ctx, input, await updateTask(ctx.deps, ctx.caller.userId, said(input))),
    })),

  delete: taskWrite
    .meta(rest('DELETE', '/tasks/{id}', documented.delete))
    .input(taskById)
    .output(okOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteTask(ctx.deps, ctx.caller.userId, input.id);
      return { ok: true as const };
    }),
});
