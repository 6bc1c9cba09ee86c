import {
  createTaskInput,
  limits,
  type PageInput,
  type Task,
  type TaskChange,
  type TaskDueFields,
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
import { loadCalendar } from '../time/occurrences.ts';
import { addReminder, copyReminders, refusedReminder, replan, setReminder } from '../time/plan-reminders.ts';
import { deleteRemindersOf } from '../time/reminder-queries.ts';
import { zoneOf } from '../time/settings.ts';
import { changedDue, nextDue, noDue, saysDue, saysDueOrReminder, type TaskRow } from './due.ts';
import {
  type ChangedFields,
  deleteTaskRow,
  deleteUntouchedSuccessor,
  holdTask,
  insertTask,
  type NewFields,
  selectMarkedTasks,
  selectMarkedTasksByStatus,
  selectOpenTasksSince,
  selectSuccessor,
  selectTask,
  selectTasks,
  selectTasksByStatus,
  updateTaskDue,
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
export type MarkedTask = TaskRow & { readonly fromWeb: boolean };

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

interface NewTask extends TaskFields, TaskDueFields {
  readonly createdBy: Task['createdBy'];
  readonly fromWeb?: boolean;
}

/**
 * Adds an open task. `fromWeb`: the title may be text from the web. Throws badRequest when there is no room.
 * Specification: States, task status.
 */
export async function createTask(deps: WriteDeps, userId: string, task: NewTask): Promise<TaskRow> {
  const { db } = deps;
  const row = await newRow(deps, userId, task);
  const created = await writeOnce(
    () => insertTask.first(db, row),
    () => selectTask.first(db, row),
  );
  if (created) await countStored(deps, userId, [task.title]);
  return announced(deps, userId, await reminded(deps, userId, task, created));
}

/** A task that was made, with the reminder that was wished. */
async function reminded(
  deps: WriteDeps,
  userId: string,
  { remind = false }: NewTask,
  created: TaskRow | undefined,
): Promise<TaskRow | undefined> {
  if (!created || remind === false) return created;
  const place = { userId, calendar: await loadCalendar(), timeZone: await zoneOf(deps, userId) };
  await addReminder(deps, place, created, remind);
  deps.changes.publish(userId, 'reminders');
  return created;
}

/** How long an open task stands for another one of its title. */
const sameTaskMs = 10 * 60_000;

/**
 * As `createTask`, but an open task of the same title (case, white space and final punctuation aside) that was added
 * by the same within `sameTaskMs` is that task. Calls for one account go one after another.
 */
export async function createTaskOnce(deps: Deps, userId: string, task: NewTask): Promise<TaskRow> {
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
      return reminded({ ...deps, db: tx }, userId, task, await insertTask.first(tx, row));
    });
  return announced(deps, userId, await writeOnce(add, add));
}

/** Throws badRequest when there is no room for it, and for a date or a repeat that is not accepted. */
async function newRow(deps: WriteDeps, userId: string, { createdBy, fromWeb = false, ...fields }: NewTask) {
  await requireRoom(deps, userId);
  const { clock } = deps;
  const due = saysDue(fields) ? await changedDue(noDue, fields, await zoneOf(deps, userId)) : noDue;
  if (due.dueDate === null && (fields.remind ?? false) !== false) throw refusedReminder();
  const id = newId(clock.now());
  const made = { userId, id, now: clock.nowIso(), createdBy, fromWeb };
  const series = { seriesId: due.repeat === null ? null : id, follows: null };
  return { ...made, ...said<NewFields>(fields), ...due, ...series };
}

function announced({ changes }: WriteDeps, userId: string, task: TaskRow | undefined): TaskRow {
  if (!task) throw new Error('insert returned no row');
  changes.publish(userId, 'tasks');
  return task;
}

type Change = TaskChange & { readonly fromWeb?: boolean };

/**
 * Changes the title (which is the person's own unless `fromWeb`), the status, the due date. `done` sets `completedAt` and
 * keeps the first one, `open` clears it. A task that repeats is followed by the next one when it is ticked, which goes
 * again when the tick is taken back, unless it was touched. Throws notFound, badRequest for a date or a repeat that is
 * not accepted. Specification: States, task status.
 */
export async function updateTask(deps: Deps, userId: string, change: Change): Promise<TaskRow> {
  const { db, changes } = deps;
  const id = parseId(change.id, 'Task');
  const [updated] = saysDueOrReminder(change)
    ? []
    : await updateTaskRow(db, rowChange(deps, userId, change, false));
  const task = updated ?? (await changeHeld(deps, userId, id, change));
  changes.publish(userId, 'tasks');
  if (!updated) changes.publish(userId, 'reminders');
  return task;
}

const rowChange = ({ clock }: Deps, userId: string, change: Change, alsoDated: boolean) => ({
  userId,
  id: parseId(change.id, 'Task'),
  ...said<ChangedFields>(change),
  status: change.status ?? null,
  alsoDated,
  fromWeb: change.fromWeb ?? false,
  now: clock.nowIso(),
});

/** A change that depends on what the task is: one after the other, in a transaction each. */
async function changeHeld(deps: Deps, userId: string, id: string, change: Change): Promise<TaskRow> {
  const { db, clock } = deps;
  const calendar = await loadCalendar();
  const timeZone = await zoneOf(deps, userId);
  return db.transaction(async (tx) => {
    const held = await holdTask.first(tx, { userId, id });
    if (!held) throw notFound('Task');
    if (saysDue(change))
      await updateTaskDue(tx, { userId, id, ...(await changedDue(held, change, timeZone)) });
    const [task] = await updateTaskRow(tx, rowChange(deps, userId, change, true));
    if (!task) throw notFound('Task');
    const counting = { ...deps, db: tx };
    const place = { userId, calendar, timeZone };
    if (task.dueDate === null) await deleteRemindersOf(tx, { userId, taskId: id });
    else if (saysDue(change) || held.status !== task.status) await replan(counting, place, [task]);
    if (change.remind !== undefined) await setReminder(counting, place, task, change.remind);
    if (held.status === 'done' && task.status === 'open') {
      const [removed] = await deleteUntouchedSuccessor(tx, { userId, id });
      if (removed) await countRemoved(counting, userId, [removed.title]);
    }
    if (held.status === 'open' && task.status === 'done') {
      const due = nextDue(calendar, task, timeZone, clock.now());
      if (!due || (await selectSuccessor.first(tx, { userId, id }))) return task;
      const { title, createdBy } = task;
      const [next] = await insertTask(tx, {
        ...{ userId, id: newId(clock.now()), now: clock.nowIso(), createdBy, fromWeb: held.fromWeb },
        ...said<NewFields>({ title }),
        ...due,
        seriesId: held.seriesId ?? id,
        follows: id,
      });
      if (next) await copyReminders(counting, place, id, next);
      await countStored(counting, userId, [title]);
    }
    return task;
  });
}

/** The fields as a statement takes them: null where nothing is said. */
const said = <Fields extends ChangedFields>(fields: Partial<Record<keyof TaskFields, string | undefined>>) =>
  Object.fromEntries(createTaskInput.keyof().options.map((name) => [name, fields[name] ?? null])) as Fields;

/** Removes a task for good. Throws notFound, also for the second of two deletions at once. */
export async function deleteTask(deps: Deps, userId: string, id: string): Promise<void> {
  const { db, changes } = deps;
  const [deleted] = await deleteTaskRow(db, { userId, id: parseId(id, 'Task') });
  if (!deleted) throw notFound('Task');
  await countRemoved(deps, userId, [deleted.title]);
  changes.publish(userId, 'tasks');
}
