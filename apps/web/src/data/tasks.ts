import type { Task } from '@jarvis/contract';
import { noteEndedSession, queryClient, rpc, trpc } from './client.ts';

const key = trpc.tasks.list.queryKey({});

function patchList(change: (tasks: Task[]) => Task[]) {
  queryClient.setQueryData(key, (list) => (list ? { tasks: change(list.tasks) } : list));
}

const replace = (changed: Task) =>
  patchList((tasks) => tasks.map((task) => (task.id === changed.id ? changed : task)));

const provisional = 'new-';

/** Whether the server knows the task: before that it has no id for changes. */
export const isStored = ({ id }: Task): boolean => !id.startsWith(provisional);

/** Shows the task at once; reverts it, and throws, when it could not be stored. */
export async function addTask(title: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: key });
  const now = new Date().toISOString();
  const shown: Task = {
    id: `${provisional}${now}-${Math.random()}`,
    title,
    status: 'open',
    createdBy: 'user',
    createdAt: now,
    updatedAt: now,
    completedAt: null,
  };
  patchList((tasks) => [shown, ...tasks]);
  try {
    const { task } = await rpc.tasks.create.mutate({ title });
    patchList((tasks) => tasks.map((other) => (other.id === shown.id ? task : other)));
  } catch (error) {
    noteEndedSession(error);
    forgetTask(shown.id);
    throw error;
  }
}

/** Shows the change at once; reverts it, and throws, when it could not be stored. Resolves to the stored task. */
export async function changeTask(
  before: Task,
  fields: { title?: string; status?: Task['status'] },
): Promise<Task> {
  await queryClient.cancelQueries({ queryKey: key });
  const completedAt =
    fields.status === undefined
      ? before.completedAt
      : fields.status === 'done'
        ? new Date().toISOString()
        : null;
  replace({ ...before, ...fields, completedAt });
  try {
    const { task } = await rpc.tasks.update.mutate({ id: before.id, ...fields });
    replace(task);
    return task;
  } catch (error) {
    noteEndedSession(error);
    replace(before);
    throw error;
  }
}

export function forgetTask(id: string): void {
  patchList((tasks) => tasks.filter((task) => task.id !== id));
}
