import { taskDueFields } from '@jarvis/contract';
import { tagged } from '../rest.ts';

/** Due dates are read and written only with `include=due`. */
const optional = Object.keys(taskDueFields);
const errors = { 404: ['Task not found.'] };

/** The OpenAPI descriptions of the operations on tasks. */
export const documented = tagged('Tasks', {
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
      'Send `title`, `status` or both; with `include=due` also the due fields. `done` sets `completedAt`, and keeps the first one if the task was already done; `open` clears it.',
    optional,
    errors: { ...errors, 400: ['Send at least one field to change.'] },
  },
  deleteTask: {
    summary: 'Delete a task',
    description: 'Removes the task for good.',
    errors,
  },
});
