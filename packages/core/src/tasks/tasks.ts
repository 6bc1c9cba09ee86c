import { limits, type PageInput, type Task, type TaskStatus } from '@jarvis/contract';
import { writeOnce } from '../db/write-once.ts';
import { notFound } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import { lastId } from '../page.ts';
import type { Deps, WriteDeps } from '../ports/deps.ts';
import {
  deleteTaskRow,
  insertTask,
  selectMarkedTasks,
  selectMarkedTasksByStatus,
  selectTask,
  selectTasks,
  selectTasksByStatus,
  updateTaskRow,
} from './queries.ts';

/** A page of the tasks, newest first; of all of them, or of those of one status. */
export function listTasks(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  status?: TaskStatus,
  { limit = limits.taskListMax, after = lastId }: PageInput = {},
): Promise<Task[]> {
  const page = { userId, limit, afterId: after };
  return status === undefined ? selectTasks(db, page) : selectTasksByStatus(db, { ...page, status });
}

/** A task as the assistant reads it: whether its title has text from the web in it. */
export type MarkedTask = Task & { readonly fromWeb: boolean };

/** The first page of `listTasks`, for the assistant. */
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
  { db, clock, changes }: WriteDeps,
  userId: string,
  { title, createdBy, fromWeb = false }: { title: string; createdBy: Task['createdBy']; fromWeb?: boolean },
): Promise<Task> {
  const row = { userId, id: newId(clock.now()), now: clock.nowIso(), title, createdBy, fromWeb };
  const created = await writeOnce(
    () => insertTask.first(db, row),
    () => selectTask.first(db, row),
  );
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
