import { orThrow } from '../errors.ts';
import { connected } from './credentials.ts';
import { printList, wholeId } from './lists.ts';
import { oneLine, printJson, printLine } from './terminal.ts';

interface Output {
  readonly json?: true;
}

export async function addTask(title: string, { json }: Output): Promise<void> {
  const { task } = await orThrow(connected().api.POST('/api/tasks', { body: { title } }));
  if (json) printJson(task);
  else printLine(`Added: ${oneLine(task.title)}`);
}

export async function listTasks({ json, all, done }: Output & { all?: true; done?: true }): Promise<void> {
  const query = all ? {} : { status: done ? ('done' as const) : ('open' as const) };
  const { tasks } = await orThrow(connected().api.GET('/api/tasks', { params: { query } }));
  if (json) printJson(tasks);
  else printList(tasks, ({ status }) => (status === 'done' ? '[x] ' : '[ ] '));
}

export async function completeTask(id: string, { json }: Output): Promise<void> {
  const { api } = connected();
  const path = { id: await wholeId(id, async () => (await orThrow(api.GET('/api/tasks'))).tasks) };
  const { task } = await orThrow(
    api.PATCH('/api/tasks/{id}', { params: { path }, body: { status: 'done' } }),
  );
  if (json) printJson(task);
  else printLine(`Done: ${oneLine(task.title)}`);
}
