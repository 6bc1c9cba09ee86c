import * as contract from '@jarvis/contract';
import type { Caller } from '../callers.ts';
import { changeOnce } from '../idempotency/idempotency.ts';
import { byId, takeNewest, takePage } from '../page.ts';
import type { StoreDeps } from '../ports/deps.ts';
import { rest, tagged } from '../rest.ts';
import { selectRemindersOf } from '../time/reminders/queries.ts';
import { keyOrSession, router } from '../trpc.ts';
import { type TaskRow, withDue, withoutDue } from './due.ts';
import { byDue, pageOfTasks } from './lists.ts';
import { newestTasks } from './queries.ts';
import { createTask, deleteTask, updateTask } from './tasks.ts';

/** Due dates are read and written only with `include=due`: REST drops these fields of other requests. */
const optional = Object.keys(contract.taskDueFields);
const documented = tagged(
  'Tasks',
  {
    listTasks: {
      summary: 'List tasks',
      description: 'Newest first, at most 1,000 a page. `status` narrows the list to open or done tasks.',
      optional,
    },
    createTask: {
      summary: 'Add a task',
      description: 'The task starts as `open`, with `createdBy` set to `user`.',
      optional,
      idempotent: true,
    },
    updateTask: {
      summary: 'Rename, complete or reopen a task',
      description:
        'Send at least one field; the due fields only with `include=due`. `done` sets `completedAt`, and keeps the first one if the task was already done; `open` clears it.',
      optional,
      errors: { 400: ['Send at least one field to change.'] },
    },
    deleteTask: {
      summary: 'Delete a task',
      description: 'Removes the task for good.',
    },
  },
  'Task',
);

const taskWrite = keyOrSession.granted('tasks:write').limited('taskWrites');

type Include = { readonly include?: 'due' | undefined };

/** A title that a connected program writes may contain orders that exceed its rights. */
const isOfProgram = ({ via }: Caller): boolean => via === 'grant';

async function shown(deps: StoreDeps, { userId }: Caller, { include }: Include, row: TaskRow) {
  if (!include) return withoutDue(row);
  const reminders = await selectRemindersOf(deps.db, { userId, ids: [row.id] });
  return withDue(row, reminders, deps.clock.now());
}

export const tasksRouter = router({
  list: keyOrSession
    .granted('tasks')
    .meta(rest('GET', '/tasks', documented.listTasks))
    .input(contract.listTasksInput)
    .output(contract.tasksOutput)
    .query(async ({ ctx, input: { include, status, due, ...page } }) => {
      const { deps, caller } = ctx;
      if (!include) return { tasks: await takeNewest(ctx, page, newestTasks[status ?? 'all']) };
      const order = contract.isSoonestFirst({ include, due }) ? byDue : byId;
      const rows = await takePage<TaskRow>(ctx, page, order, (wanted) =>
        pageOfTasks(deps, caller.userId, { ...wanted, status, due }),
      );
      const ids = rows.map(({ id }) => id);
      const reminders = await selectRemindersOf(deps.db, { userId: caller.userId, ids });
      const byTask = Map.groupBy(reminders, ({ taskId }) => taskId);
      const now = deps.clock.now();
      return { tasks: rows.map((row) => withDue(row, byTask.get(row.id) ?? [], now)) };
    }),

  create: taskWrite
    .meta(rest('POST', '/tasks', documented.createTask))
    .input(contract.createTaskWithDueInput)
    .output(contract.taskOutput)
    .mutation(async ({ ctx, input }) => {
      const { caller } = ctx;
      const wanted = { ...input, createdBy: 'user', fromWeb: isOfProgram(caller) } as const;
      const asked = { operation: 'tasks.create', input, aboutOf: ({ id }: contract.Task) => id };
      const task = await changeOnce(ctx, asked, async (deps) =>
        shown(deps, caller, input, await createTask(deps, caller.userId, wanted)),
      );
      return { task };
    }),

  update: taskWrite
    .meta(rest('PATCH', '/tasks/{id}', documented.updateTask))
    .input(contract.updateTaskInput)
    .output(contract.taskOutput)
    .mutation(async ({ ctx: { deps, caller }, input }) => {
      const row = await updateTask(deps, caller.userId, { ...input, fromWeb: isOfProgram(caller) });
      return { task: await shown(deps, caller, input, row) };
    }),

  delete: taskWrite.ok
    .meta(rest('DELETE', '/tasks/{id}', documented.deleteTask))
    .input(contract.taskById)
    .mutation(({ ctx, input }) => deleteTask(ctx.deps, ctx.caller.userId, input.id)),
});
