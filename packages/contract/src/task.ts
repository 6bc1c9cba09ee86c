import { z } from 'zod';
import { limits } from './limits.ts';
import { checkedAtOnce } from './primitives/checked-at-once.ts';
import { pageInput } from './primitives/page.ts';
import {
  byId,
  described,
  id,
  shownFlag,
  strictBoolean,
  strictInt,
  tidyText,
  timestamp,
} from './primitives/text.ts';
import { localDate, localTime, repeatRule, timeZoneName } from './time.ts';

export const taskStatus = z.enum(['open', 'done']);
export type TaskStatus = z.infer<typeof taskStatus>;

const title = {
  description: `The title: what to do, 1-${limits.taskTitleCharsMax} characters.`,
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
    updatedAt: timestamp('When it was last changed.'),
    completedAt: timestamp('When the task became `done`; null while it is `open`.')
      .nullable()
      .meta({ examples: [null] }),
  })
  .meta({ description: 'An entry of the task list.' });
export type Task = z.infer<typeof task>;

export const taskTitle = tidyText(1, limits.taskTitleCharsMax);

export const taskById = byId('task');

/** In a pipe: for a bare enum of an input, trpc-to-openapi builds a schema on every request, in 5 µs. */
const chosen = <Choice extends z.ZodType>(choice: Choice) =>
  z.preprocess((value: z.input<Choice>) => value, choice);

/** Requests, and allows, fields beyond the documented ones. */
const include = {
  include: chosen(
    z
      .enum(['due'])
      .describe('`due`: the due fields of tasks. Without it, they are neither accepted nor returned.'),
  ).optional(),
};

export const dueFilter = z.enum(['none', 'overdue', 'today', 'upcoming']);
export type DueFilter = z.infer<typeof dueFilter>;

/** A task's stored due date: a date, or a date and a time of day, in its own zone or the account's. */
const taskDue = z.object({
  date: localDate(),
  time: localTime().nullable().describe('Null: the whole day.'),
  timeZone: timeZoneName().nullable().describe('Null: the account’s present zone.'),
});

/** Minutes from the reminder to the due time: 0 to `minutesBeforeMax`. */
export const minutesBefore = () =>
  strictInt(0, limits.minutesBeforeMax, { description: 'Minutes before the task is due.', examples: [10] });

/** The due fields when a task is made or changed. Null removes the due date. */
export const taskDueFields = {
  due: taskDue
    .partial({ time: true, timeZone: true })
    .nullable()
    .optional()
    .describe('The due date; null removes it, with its repeat.'),
  repeat: repeatRule().nullable().optional(),
  afterCompletion: described(
    strictBoolean().optional(),
    'The repeat counts from completion, not from the due date.',
    false,
  ),
  remind: z
    .union([minutesBefore(), z.literal(false)])
    .optional()
    .describe('The reminder, in minutes before the task is due; false: none.'),
};
export type TaskDueFields = z.infer<z.ZodObject<typeof taskDueFields>>;

const taskReminder = z.object({
  id: id(),
  at: timestamp('The next time, or the last one.'),
  minutesBefore: z.int().meta({ examples: [10] }),
  snoozedUntil: timestamp('The end of the snooze; null without one.').nullable(),
  state: z.enum(['waiting', 'sent', 'done']),
});

/** The due fields of a task, on request. */
const shownDue = {
  remind: z
    .union([z.int().meta({ examples: [10] }), z.literal(false)])
    .describe('The reminder, in minutes before the task is due; false: none.'),
  reminders: z.array(taskReminder).max(limits.remindersOfTaskMax),
  due: taskDue.nullable(),
  repeat: repeatRule().nullable(),
  afterCompletion: shownFlag('The repeat counts from the completion, not from the due date.', false),
  at: timestamp('The due instant; null for a whole day.').nullable(),
  overdue: shownFlag('The task is open, and its time or day is over.', false),
};
const taskWithDue = z.object({ ...task.shape, ...shownDue });
export type TaskWithDue = z.infer<typeof taskWithDue>;

const shownTask = z
  .object({ ...task.shape, ...z.object(shownDue).partial().shape })
  .meta({ id: 'Task', description: 'An entry of the task list. `include=due` adds the due fields.' });

export type ShownTask = z.infer<typeof shownTask>;

export const listTasksInput = z
  .object({
    status: chosen(taskStatus.describe('Only tasks with this status; by default, all.')).optional(),
    ...include,
    due: chosen(
      dueFilter
        .describe(
          'With `include=due`: open tasks that are overdue, due later today, or due after today, soonest first; or tasks without a date.',
        )
        // The API's documentation page tries the operation with these examples: this one finds a task that has no date.
        .meta({ examples: ['none'] }),
    ).optional(),
    ...pageInput(limits.taskListMax, 'idOrMoment'),
  })
  .refine(({ after, ...wanted }) => after === undefined || after.includes('_') === isSoonestFirst(wanted), {
    error: 'cursor',
    path: ['after'],
  });

/** Whether a list is sorted soonest first, which needs another form of cursor. */
export const isSoonestFirst = (list: { include?: 'due' | undefined; due?: DueFilter | undefined }): boolean =>
  list.include !== undefined && list.due !== undefined && list.due !== 'none';

/** The fields of a task that are set when it is made, and may be changed. Each is a column of the same name. */
export const createTaskInput = z.object({ title: taskTitle.meta(title) });
export type TaskFields = z.infer<typeof createTaskInput>;
export const createTaskWithDueInput = z.object({ ...createTaskInput.shape, ...include, ...taskDueFields });
export const updateTaskInput = taskById
  .extend({
    ...createTaskInput.partial().shape,
    status: taskStatus
      .optional()
      .describe('`done` completes the task and keeps the first `completedAt`; `open` reopens it.')
      .meta({ examples: ['done'] }),
    ...include,
    ...taskDueFields,
  })
  .refine(
    ({ id: _id, include: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'nothing',
  );
export type TaskChange = z.infer<typeof updateTaskInput>;

export const tasksOutput = checkedAtOnce(z.object({ tasks: z.array(shownTask).max(limits.taskListMax) }));
export const taskOutput = z.object({ task: shownTask });
