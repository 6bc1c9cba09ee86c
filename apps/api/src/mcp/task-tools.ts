import {
  task as contractTask,
  createTaskInput,
  dueFilter,
  isLocal,
  repeatRule,
  type ShownTask,
  type TaskDueFields,
  updateTaskInput,
} from '@jarvis/contract';
import { badRequest } from '@jarvis/core';
import { z } from 'zod';
import { after, more, moreAfter, most, shown, when } from './fields.ts';
import { tool } from './tool.ts';

/** The contract's task, with its due date in the form that a host's model sends. */
const { createdBy: _by, updatedAt: _at, ...fields } = contractTask.shape;
const task = shown({
  ...fields,
  completedAt: when('When it became done').nullable(),
  due: z.string().describe('When it is due: a local date, or date and time.').nullable(),
  timeZone: z.string().describe('The zone of `due`, if it has one of its own; else the person’s.').nullable(),
  repeat: repeatRule().nullable(),
  repeatFrom: z.enum(['date', 'completion']).describe('The start of the repeat’s intervals.').nullable(),
  at: when('The moment at which it is due').nullable(),
  overdue: z.boolean().nullable(),
});

const asShown = ({ due, afterCompletion, overdue, ...stored }: ShownTask) => ({
  ...stored,
  due: due ? [due.date, ...(due.time === null ? [] : [due.time])].join('T') : null,
  timeZone: due?.timeZone,
  repeatFrom: afterCompletion ? 'completion' : null,
  overdue: overdue || null,
});

/** In the form that a host’s model sends: flat and without `null`. */
const dueWanted = {
  due: z
    .string()
    .optional()
    .describe('When it is due: `2026-11-24`, `2026-11-24T08:30` in the person’s zone, or `none`.'),
  timeZone: z.string().optional().describe('A zone for `due` other than the person’s: `America/New_York`.'),
  repeat: z.string().optional().describe(`${repeatRule().meta()?.description} Or \`none\`.`),
  repeatFrom: z
    .enum(['date', 'completion'])
    .optional()
    .describe('What the repeat counts from; its date without it.'),
};

type DueWanted = z.infer<z.ZodObject<typeof dueWanted>>;

/** The input in the procedures' form. Throws badRequest. */
function asWanted<Input extends DueWanted>(input: Input) {
  const { due, timeZone, repeat, repeatFrom, ...plain } = input;
  // The zone is a part of the date: a change without it would look as if the task had moved.
  if (timeZone !== undefined && due === undefined) throw badRequest('Send `timeZone` with `due`.');
  if (due !== undefined && due !== 'none' && !isLocal(due))
    throw badRequest('`due` must be a local date or date and time, such as 2026-11-24T08:30, or `none`.');
  const [date = '', time = null] = due?.split('T') ?? [];
  const dueFields: TaskDueFields = {
    ...(due !== undefined && { due: due === 'none' ? null : { date, time, timeZone: timeZone ?? null } }),
    ...(repeat !== undefined && { repeat: repeat === 'none' ? null : repeat }),
    ...(repeatFrom !== undefined && { afterCompletion: repeatFrom === 'completion' }),
  };
  return { ...plain, include: 'due', ...dueFields } as const;
}

const tasksUsually = 50;

export const listTasks = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists the person’s tasks, newest first. Open ones by default.',
  scope: 'tasks',
  input: z.object({
    status: z.enum(['open', 'done', 'all']).optional().describe('Which tasks; open ones without it.'),
    due: dueFilter
      .optional()
      .describe(
        'Open tasks that are overdue, due later today, or after today, soonest first; or without a date.',
      ),
    limit: most(200, tasksUsually),
    after,
  }),
  output: z.object({ tasks: z.array(task), more }),
  async run(procedures, { status = 'open', due, limit = tasksUsually, after }, answer) {
    const { tasks } = await procedures.tasks.list({
      ...(status === 'all' ? {} : { status }),
      ...{ include: 'due', due, limit, after },
    });
    return { tasks: tasks.map(asShown), ...moreAfter(answer.next) };
  },
});

export const addTask = tool({
  name: 'add_task',
  title: 'Add a task',
  description: 'Adds an open task, optionally with a due date. Calling it twice adds two.',
  scope: 'tasks:write',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: createTaskInput.extend(dueWanted),
  output: task,
  run: async (procedures, input) => asShown((await procedures.tasks.create(asWanted(input))).task),
});

const { id, status } = updateTaskInput.shape;

export const updateTask = tool({
  name: 'update_task',
  title: 'Change a task',
  description: 'Marks a task as done, opens it again, gives it another title or another time.',
  scope: 'tasks:write',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  notFound: 'list_tasks shows the ids.',
  input: z.object({ id, ...createTaskInput.partial().shape, status, ...dueWanted }),
  output: task,
  run: async (procedures, input) => asShown((await procedures.tasks.update(asWanted(input))).task),
});
