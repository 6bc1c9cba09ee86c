import {
  createTaskInput,
  limits,
  type PageInput,
  type Task,
  type TaskChange,
  type TaskFields,
  type TaskStatus,
} from '@jarvis/contract';
import { holdAccount } from '../db/account.ts';
import { writeOnce } from '../db/write-once.ts';
import { notFound } from '../errors.ts';
import { firstIdAt, newId, parseId } from '../ids.ts';
import { sameTextKey } from '../language/fold.ts';
import { lastId } from '../page.ts';
import type { Deps, WriteDeps } from '../ports/deps.ts';
import { countRemoved, countStored, requireRoom } from '../storage/storage.ts';
import {
  type ChangedFields,
  deleteTaskRow,
  insertTask,
  type NewFields,
  selectMarkedTasks,
  selectMarkedTasksByStatus,
  selectOpenTasksSince,
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

interface NewTask extends TaskFields {
  readonly createdBy: Task['createdBy'];
  readonly fromWeb?: boolean;
}

/**
 * Adds an open task. `fromWeb`: the title may be text from the web. Throws badRequest when there is no room.
 * Specification: States, task status.
 */
export async function createTask(deps: WriteDeps, userId: string, task: NewTask): Promise<Task> {
  const { db } = deps;
  const row = await newRow(deps, userId, task);
  const created = await writeOnce(
    () => insertTask.first(db, row),
    () => selectTask.first(db, row),
  );
  if (created) await countStored(deps, userId, [task.title]);
  return announced(deps, userId, created);
}

/** How long an open task stands for another one of its title. */
const sameTaskMs = 10 * 60_000;

/**
 * As `createTask`, but an open task of the same title (case, white space and final punctuation aside) that was added
 * by the same within `sameTaskMs` is that task. Calls for one account go one after another.
 */
export async function createTaskOnce(deps: Deps, userId: string, task: NewTask): Promise<Task> {
  const { db, clock } = deps;
  const row = await newRow(deps, userId, task);
  const since = firstIdAt(clock.now() - sameTaskMs);
  const key = sameTextKey(task.title);
  const add = () =>
    db.transaction(async (tx) => {
      await holdAccount.first(tx, { userId });
      const recent = await selectOpenTasksSince(tx, { userId, createdBy: task.createdBy, since });
      const known = recent.find(({ title }) => sameTextKey(title) === key);
      if (known) return known;
      await countStored({ ...deps, db: tx }, userId, [task.title]);
      return insertTask.first(tx, row);
    });
  return announced(deps, userId, await writeOnce(add, add));
}

/** Throws badRequest when there is no room for it. */
async function newRow(deps: WriteDeps, userId: string, { createdBy, fromWeb = false, ...fields }: NewTask) {
  await requireRoom(deps, userId);
  const { clock } = deps;
  const made = { userId, id: newId(clock.now()), now: clock.nowIso(), createdBy, fromWeb };
  return { ...made, ...said<NewFields>(fields) };
}

function announced({ changes }: WriteDeps, userId: string, task: Task | undefined): Task {
  if (!task) throw new Error('insert returned no row');
  changes.publish(userId, 'tasks');
  return task;
}

/**
 * Changes the title (which is the person's own unless `fromWeb`), the status or both. `done` sets `completedAt` and keeps the first one, `open` clears it.
 * Throws notFound. Specification: States, task status.
 */
export async function updateTask(
  { db, clock, changes }: Deps,
  userId: string,
  change: TaskChange & { readonly fromWeb?: boolean },
): Promise<Task> {
  const [updated] = await updateTaskRow(db, {
    userId,
    id: parseId(change.id, 'Task'),
    ...said<ChangedFields>(change),
    status: change.status ?? null,
    fromWeb: change.fromWeb ?? false,
    now: clock.nowIso(),
  });
  if (!updated) throw notFound('Task');
  changes.publish(userId, 'tasks');
  return updated;
}

/** The fields as a statement takes them: null where nothing is said. */
const said = <Fields extends ChangedFields>(fields: Omit<TaskChange, 'id'>) =>
  Object.fromEntries(createTaskInput.keyof().options.map((name) => [name, fields[name] ?? null])) as Fields;

/** Removes a task for good. Throws notFound, also for the second of two deletions at once. */
export async function deleteTask(deps: Deps, userId: string, id: string): Promise<void> {
  const { db, changes } = deps;
  const [deleted] = await deleteTaskRow(db, { userId, id: parseId(id, 'Task') });
  if (!deleted) throw notFound('Task');
  await countRemoved(deps, userId, [deleted.title]);
  changes.publish(userId, 'tasks');
}
