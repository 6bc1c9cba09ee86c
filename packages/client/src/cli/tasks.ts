import type { Jarvis } from '../client.ts';
import { orThrow } from '../errors.ts';
import type { components, operations } from '../generated/api.ts';
import { connected } from './credentials.ts';
import { CommandFailed, exitCodes } from './failures.ts';
import { firstOf, type List, listOf, printList, wholeId } from './lists.ts';
import { type Format, oneLine, printJson, printResult } from './terminal.ts';

type Task = components['schemas']['Task'];
type TaskQuery = NonNullable<operations['listTasks']['parameters']['query']>;

/** A task's due date on the command line: `2026-11-24`, `2026-11-24T08:30`, `none`, or words for a time. */
export interface DueOptions extends Format {
  readonly due?: string;
  readonly repeat?: string;
}

const include = { include: 'due' } as const;

async function dueOf(jarvis: Jarvis, { due, repeat }: DueOptions) {
  return {
    ...(due !== undefined && (due === 'none' ? { due: null } : await dueFrom(jarvis, due))),
    ...(repeat !== undefined && { repeat: repeat === 'none' ? null : repeat }),
  };
}

async function dueFrom(jarvis: Jarvis, text: string) {
  if (/^\d{4}-\d/.test(text)) {
    const [date = '', time = null] = text.split('T');
    return { due: { date, time } };
  }
  const { due, said } = await read(jarvis, text);
  if (!due) throw new CommandFailed(exitCodes.usage, said);
  return due;
}

/** The time in a text, and the rest of it. */
async function read({ api }: Jarvis, text: string) {
  const [{ timeSettings }, { title, start, timeZone, repeat, afterCompletion, kind, said }] =
    await Promise.all([
      orThrow(api.GET('/api/time-settings')),
      orThrow(api.POST('/api/time/parse', { body: { text } })),
    ]);
  if (start === null) return { title: text, said };
  const [date = '', time = null] = start.split('T');
  const due = {
    due: { date, time, timeZone: timeZone === timeSettings.timeZone ? null : timeZone },
    ...(repeat !== null && { repeat, afterCompletion }),
    ...(kind === 'reminder' && { remind: 0 }),
  };
  return { title: title || text, due, said };
}

const shownDue = ({ due, overdue }: Task): string =>
  due
    ? `  (${overdue ? 'was due' : 'due'} ${[due.date, due.time, due.timeZone].filter(Boolean).join(' ')})`
    : '';

const printTask = (told: string, task: Task, format: Format): void =>
  printResult(task, format, ({ title }) => `${told}: ${oneLine(title)}${shownDue(task)}`);

/** Without `--due`, its time may be in its words, as in the web app. */
export async function addTask(words: string, options: DueOptions): Promise<void> {
  const jarvis = connected();
  const { title, due } = options.due === undefined ? await read(jarvis, words) : { title: words };
  const body = { title, ...due, ...(await dueOf(jarvis, options)) };
  const { task } = await orThrow(jarvis.api.POST('/api/tasks', { params: { query: include }, body }));
  printTask('Added', task, options);
}

interface Listing extends Format {
  readonly all?: true;
  readonly done?: true;
  readonly due?: 'overdue' | 'today' | 'upcoming' | 'none';
  readonly limit?: number;
}

export async function listTasks({ json, all, done, due, limit }: Listing): Promise<void> {
  const wanted: TaskQuery = {
    ...include,
    ...(due && { due }),
    ...(!all && { status: done ? 'done' : 'open' }),
  };
  const tasks = await firstOf(tasksOf(connected(), wanted), limit);
  if (json) printJson(tasks);
  else printList(tasks, ({ status }) => (status === 'done' ? '[x] ' : '[ ] '), shownDue);
}

export async function editTask(id: string, title: string, options: DueOptions): Promise<void> {
  const due = await dueOf(connected(), options);
  await changeTask(id, 'Changed', { ...(title !== '' && { title }), ...due }, options);
}

type TaskChange = NonNullable<operations['updateTask']['requestBody']>['content']['application/json'];

export async function changeTask(id: string, told: string, body: TaskChange, format: Format): Promise<void> {
  const jarvis = connected();
  const params = { path: { id: await wholeId(id, tasksOf(jarvis)) }, query: include };
  const { task } = await orThrow(jarvis.api.PATCH('/api/tasks/{id}', { params, body }));
  printTask(told, task, format);
}

export async function removeTask(id: string, format: Format): Promise<void> {
  const jarvis = connected();
  const path = { id: await wholeId(id, tasksOf(jarvis)) };
  const removed = await orThrow(jarvis.api.DELETE('/api/tasks/{id}', { params: { path } }));
  printResult(removed, format, () => 'Removed.');
}

const tasksOf = ({ api }: Jarvis, wanted: TaskQuery = {}): List<Task> =>
  listOf(
    (page) => api.GET('/api/tasks', { params: { query: { ...wanted, ...page } } }),
    ({ tasks }) => tasks,
  );
