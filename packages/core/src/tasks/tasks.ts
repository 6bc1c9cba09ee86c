import type { Task, TaskStatus } from '@jarvis/contract';
import { notFound } from '../errors.ts';
import { newId, parseId } from '../ids.ts';
import type { Deps } from '../ports.ts';
import { deleteTaskRow, insertTask, selectTasks, selectTasksByStatus, updateTaskRow } from './queries.ts';

/** Newest first, at most `limits.taskListMax`; all of them, or those of one status. */
export function listTasks({ db }: Pick<Deps, 'db'>, userId: string, status?: TaskStatus): Promise<Task[]> {
  return status === undefined ? selectTasks(db, { userId }) : selectTasksByStatus(db, { userId, status });
}

/** Adds an open task. Specification: States, task status. */
export async function createTask(
  { db, clock, changes }: Deps,
  userId: string,
  task: { title: string; createdBy: Task['createdBy'] },
): Promise<Task> {
  const now = clock.nowIso();
  const [created] = await insertTask(db, { userId, id: newId(clock.now()), now, ...task });
  if (!created) throw new Error('insert returned no row');
  changes.publish(userId, 'tasks');
  return created;
}

/**
 * Changes the title, the status or both. `done` sets `completedAt` and keeps the first one, `open` clears it.
 * Throws notFound. Specification: States, task status.
 */
export async function updateTask(
  { db, clock, changes }: Deps,
  userId: string,
  change: { id: string; title?: string | undefined; status?: TaskStatus | undefined },
): Promise<Task> {
  const [updated] = await updateTaskRow(db, {
    userId,
    id: parseId(change.id, 'Task'),
    title: change.title ?? null,
    status: change.status ?? null,
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
