import type { ShownTask, TaskDueFields, TaskFields } from '@jarvis/contract';
import { changeRow, patchRows } from './rows.ts';
import { queryClient, rpc, shownAtOnce, trpc } from './service/client.ts';
import { dueQuery, openQuery } from './task-lists.ts';

const lists = trpc.tasks.list.pathFilter();

const provisional = 'new-';

/** Whether the server knows the task; until then there is no id for changes. */
export const isStored = ({ id }: ShownTask): boolean => !id.startsWith(provisional);

export type NewTask = TaskFields & TaskDueFields;
export type TaskEdit = TaskDueFields & Partial<Pick<ShownTask, 'status' | keyof TaskFields>>;

/** Shows the task at once; reverts it, and throws, when it could not be stored. Resolves to the stored task. */
export async function addTask(wanted: NewTask): Promise<ShownTask> {
  await queryClient.cancelQueries(lists);
  const now = new Date().toISOString();
  const { due, ...fields } = wanted;
  const shown: ShownTask = {
    id: `${provisional}${now}-${Math.random()}`,
    status: 'open',
    createdBy: 'user',
    createdAt: now,
    updatedAt: now,
    completedAt: null,
    ...fields,
    ...shownDue(due),
  };
  const { task } = await shownAtOnce(
    () => show(shown),
    () => rpc.tasks.create.mutate({ include: 'due', ...wanted }),
    () => patchRows('tasks', (tasks) => tasks.filter(({ id }) => id !== shown.id)),
  );
  changeRow('tasks', shown.id, () => task);
  readAgain();
  return task;
}

function show(task: ShownTask): void {
  for (const { queryKey } of [openQuery, dueQuery('upcoming')])
    queryClient.setQueryData(queryKey, (list) => list && { tasks: [task, ...list.tasks] });
}

/** The last change of each task: the answer to an earlier one does not have it. */
const lastChanges = new Map<string, TaskEdit>();

/** Shows the change at once; reverts it, and throws, when it could not be stored. Resolves to the stored task. */
export async function changeTask(before: ShownTask, edit: TaskEdit): Promise<ShownTask> {
  await queryClient.cancelQueries(lists);
  const completedAt =
    edit.status === undefined ? before.completedAt : edit.status === 'done' ? new Date().toISOString() : null;
  const { due, ...fields } = edit;
  const { id } = before;
  lastChanges.set(id, edit);
  const showIfLast = (task: ShownTask) =>
    changeRow('tasks', id, (row) => (lastChanges.get(id) === edit ? task : row));
  const { task } = await shownAtOnce(
    () => showIfLast({ ...before, ...fields, ...shownDue(due), completedAt }),
    () => rpc.tasks.update.mutate({ id, include: 'due', ...edit }),
    () => showIfLast(before),
  );
  showIfLast(task);
  readAgain();
  return task;
}

/** A ticked repeat has a successor, and a task with another date is in other lists. */
const readAgain = (): void => void queryClient.invalidateQueries(lists);

/** The fields that a change of the due date changes; only the server knows the instant. */
function shownDue(due: TaskDueFields['due']): Partial<ShownTask> {
  if (due === undefined) return {};
  if (due === null) return { due, at: null, repeat: null };
  return { due: { date: due.date, time: due.time ?? null, timeZone: due.timeZone ?? null }, at: null };
}
