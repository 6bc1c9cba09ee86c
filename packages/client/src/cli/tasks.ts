import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import type { components, operations } from '../generated/api.ts';
import { connected } from './credentials.ts';
import { firstOf, printList, wholeId } from './lists.ts';
import { oneLine, printJson, printLine } from './terminal.ts';

type Task = components['schemas']['Task'];

interface Output {
  readonly json?: true;
}

/** A task's due date on the command line: `2026-11-24`, `2026-11-24T08:30`, or `none`. */
export interface DueOptions extends Output {
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

export async function addTask(title: string, { json, ...due }: DueOptions): Promise<void> {
  const body = { title, ...dueOf(due) };
  const { task } = await orThrow(connected().api.POST('/api/tasks', { params: { query: include }, body }));
  if (json) printJson(task);
  else printLine(`Added: ${oneLine(task.title)}${shownDue(task)}`);
}

interface Listing extends Output {
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

export const completeTask = (id: string, output: Output): Promise<void> =>
  changeTask(id, 'Done', { status: 'done' }, output);

export const reopenTask = (id: string, output: Output): Promise<void> =>
  changeTask(id, 'Open again', { status: 'open' }, output);

export const editTask = (id: string, title: string, { json, ...due }: DueOptions): Promise<void> =>
  changeTask(id, 'Changed', { ...(title !== '' && { title }), ...dueOf(due) }, json ? { json } : {});

type Change = NonNullable<operations['updateTask']['requestBody']>['content']['application/json'];

async function changeTask(id: string, told: string, body: Change, { json }: Output): Promise<void> {
  const jarvis = connected();
  const params = { path: { id: await taskNamed(jarvis, id) }, query: include };
  const { task } = await orThrow(jarvis.api.PATCH('/api/tasks/{id}', { params, body }));
  if (json) printJson(task);
  else printLine(`${told}: ${oneLine(task.title)}${shownDue(task)}`);
}

export async function removeTask(id: string, { json }: Output): Promise<void> {
  const jarvis = connected();
  const path = { id: await taskNamed(jarvis, id) };
  const removed = await orThrow(jarvis.api.DELETE('/api/tasks/{id}', { params: { path } }));
  if (json) printJson(removed);
  else printLine('Removed.');
}

const taskNamed = ({ api }: Jarvis, name: string): Promise<string> =>
  wholeId(
    name,
    (query) => api.GET('/api/tasks', { params: { query } }),
    ({ tasks }) => tasks,
  );
