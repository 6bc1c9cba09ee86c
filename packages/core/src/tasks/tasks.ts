import type { Task, TaskStatus } from '@jarvis/contract';
import { notFound } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps } from '../ports.ts';
import {
  deleteTaskRow,
  insertTask,
  selectMarkedTasks,
  selectMarkedTasksByStatus,
  selectTasks,
  selectTasksByStatus,
  updateTaskRow,
} from './queries.ts';

/** Newest first, at most `limits.taskListMax`; all of them, or those of one status. */
export function listTasks({ db }: Pick<Deps, 'db'>, userId: string, status?: TaskStatus): Promise<Task[]> {
  return status === undefined ? selectTasks(db, { userId }) : selectTasksByStatus(db, { userId, status });
}

/** A task as the assistant reads it: whether its title has text from the web in it. */
export type MarkedTask = Task & { readonly fromWeb: boolean };

/** As `listTasks`, for the assistant. */
export function listMarkedTasks(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  status?: TaskStatus,
): Promise<MarkedTask[]> {
  return status === undefined
    ? selectMarkedTasks(db, { userId })
    : selectMarkedTasksByStatus(db, { userId, status });
}

/** Adds an open task. `fromWeb`: the title may be text from the web. Specification: States, task status. */
export async function createTask(
  { db, clock, changes }: Deps,
  userId: string,
  { title, createdBy, fromWeb = false }: { title: string; createdBy: Task['createdBy']; fromWeb?: boolean },
): Promise<Task> {
  const now = clock.nowIso();
  const [created] = await insertTask(db, { userId, id: newId(clock.now()), now, title, createdBy, fromWeb });
  if (!created) throw new Error('insert returned no row');
  changes.publish(userId, 'tasks');
  return created;
}

/**
 * Changes the title (which is the person's own unless `fromWeb`), the status or both. `done` sets `completedAt` and keeps the first one, `open` clears it.
 * Throws notFound. Specification: States, task status.
 */
export async function updateTask(
  { db, clock, changes }: Deps,
  userId: string,
  change: {
    id: string;
    title?: string | undefined;
    status?: TaskStatus | undefined;
    fromWeb?: boolean;
  },
): Promise<Task> {
  const [updated] = await updateTaskRow(db, {
    userId,
    id: parseId(change.id, 'Task'),
    title: change.title ?? null,
    status: change.status ?? null,
    fromWeb: change.fromWeb ?? false,
    now: clock.nowIso(),
  });
  if (!updated) throw notFound('Task');
  changes.publish(userId, 'tasks');
  return updated;
}

/** Removes a task for good. Throws notFound, also for the second of two deletions at once. */
export async function deleteTask({ db, changes }: Deps, userId: string, id: string): Promise<void> {
  const [deleted] = await deleteTaskRow(db, { userId, id: parseId(id, 'Task') });
  if (!deleted) throw notFound('Task');
  changes.publish(userId, 'tasks');
}
