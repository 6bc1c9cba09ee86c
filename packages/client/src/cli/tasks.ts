import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import { connected } from './credentials.ts';
import { firstOf, printList, wholeId } from './lists.ts';
import { oneLine, printJson, printLine } from './terminal.ts';

interface Output {
  readonly json?: true;
}

export async function addTask(title: string, { json }: Output): Promise<void> {
  const { task } = await orThrow(connected().api.POST('/api/tasks', { body: { title } }));
  if (json) printJson(task);
  else printLine(`Added: ${oneLine(task.title)}`);
}

interface Listing extends Output {
  readonly all?: true;
  readonly done?: true;
  readonly limit?: number;
}

export async function listTasks({ json, all, done, limit }: Listing): Promise<void> {
  const status = done ? ('done' as const) : ('open' as const);
  const { api } = connected();
  const read = (page: object) =>
    api.GET('/api/tasks', { params: { query: all ? page : { status, ...page } } });
  const tasks = await firstOf(read, (data) => data.tasks, limit);
  if (json) printJson(tasks);
  else printList(tasks, ({ status }) => (status === 'done' ? '[x] ' : '[ ] '));
}

export const completeTask = (id: string, output: Output): Promise<void> =>
  changeTask(id, 'Done', { status: 'done' }, output);

export const reopenTask = (id: string, output: Output): Promise<void> =>
  changeTask(id, 'Open again', { status: 'open' }, output);

export const editTask = (id: string, title: string, output: Output): Promise<void> =>
  changeTask(id, 'Changed', { title }, output);

type Change = { readonly title: string } | { readonly status: 'open' | 'done' };

async function changeTask(id: string, told: string, body: Change, { json }: Output): Promise<void> {
  const jarvis = connected();
  const path = { id: await taskNamed(jarvis, id) };
  const { task } = await orThrow(jarvis.api.PATCH('/api/tasks/{id}', { params: { path }, body }));
  if (json) printJson(task);
  else printLine(`${told}: ${oneLine(task.title)}`);
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
