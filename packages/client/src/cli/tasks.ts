import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import type { components, operations } from '../generated/api.ts';
import { connected } from './credentials.ts';
import { firstOf, printList, wholeId } from './lists.ts';
import { type Format, oneLine, printJson, printResult } from './terminal.ts';

type Task = components['schemas']['Task'];

/** A task's due date on the command line: `2026-11-24`, `2026-11-24T08:30`, or `none`. */
export interface DueOptions extends Format {
  readonly due?: string;
  readonly repeat?: string;
}

const include = { include: 'due' } as const;

function dueOf({ due, repeat }: DueOptions) {
  const [date = '', time = null] = due?.split('T') ?? [];
  return {
    ...(due !== undefined && { due: due === 'none' ? null : { date, time } }),
    ...(repeat !== undefined && { repeat: repeat === 'none' ? null : repeat }),
  };
}

const shownDue = ({ due, overdue }: Task): string =>
  due
    ? `  (${overdue ? 'was due' : 'due'} ${[due.date, due.time, due.timeZone].filter(Boolean).join(' ')})`
    : '';

const printTask = (told: string, task: Task, format: Format): void =>
  printResult(task, format, ({ title }) => `${told}: ${oneLine(title)}${shownDue(task)}`);

export async function addTask(title: string, options: DueOptions): Promise<void> {
  const body = { title, ...dueOf(options) };
  const { task } = await orThrow(connected().api.POST('/api/tasks', { params: { query: include }, body }));
  printTask('Added', task, options);
}

interface Listing extends Format {
  readonly all?: true;
  readonly done?: true;
  readonly due?: 'overdue' | 'today' | 'upcoming' | 'none';
  readonly limit?: number;
}

export async function listTasks({ json, all, done, due, limit }: Listing): Promise<void> {
  const status = done ? ('done' as const) : ('open' as const);
  const { api } = connected();
  const read = (page: object) =>
    api.GET('/api/tasks', {
      params: { query: { ...include, ...(due && { due }), ...(!all && { status }), ...page } },
    });
  const tasks = await firstOf(read, (data) => data.tasks, limit);
  if (json) printJson(tasks);
  else printList(tasks, ({ status }) => (status === 'done' ? '[x] ' : '[ ] '), shownDue);
}

export const completeTask = (id: string, format: Format): Promise<void> =>
  changeTask(id, 'Done', { status: 'done' }, format);

export const reopenTask = (id: string, format: Format): Promise<void> =>
  changeTask(id, 'Open again', { status: 'open' }, format);

export const editTask = (id: string, title: string, options: DueOptions): Promise<void> =>
  changeTask(id, 'Changed', { ...(title !== '' && { title }), ...dueOf(options) }, options);

type Change = NonNullable<operations['updateTask']['requestBody']>['content']['application/json'];

async function changeTask(id: string, told: string, body: Change, format: Format): Promise<void> {
  const jarvis = connected();
  const params = { path: { id: await taskNamed(jarvis, id) }, query: include };
  const { task } = await orThrow(jarvis.api.PATCH('/api/tasks/{id}', { params, body }));
  printTask(told, task, format);
}

export async function removeTask(id: string, format: Format): Promise<void> {
  const jarvis = connected();
  const path = { id: await taskNamed(jarvis, id) };
  const removed = await orThrow(jarvis.api.DELETE('/api/tasks/{id}', { params: { path } }));
  printResult(removed, format, () => 'Removed.');
}

const taskNamed = ({ api }: Jarvis, name: string): Promise<string> =>
  wholeId(
    name,
    (query) => api.GET('/api/tasks', { params: { query } }),
    ({ tasks }) => tasks,
  );
