import { createTaskInput, type TaskChange, type TaskDueFields, type TaskFields } from '@jarvis/contract';
import { atOneMoment } from '../clock.ts';
import { holdAccount } from '../db/account.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { writeOnce } from '../db/write-once.ts';
import { existing, inserted } from '../errors.ts';
import { firstIdAt, newId, parseId } from '../ids.ts';
import type { Deps, StoreDeps, WriteDeps } from '../ports/deps.ts';
import { countRemoved, countStored, requireRoom } from '../storage/storage.ts';
import { sameTextKey } from '../text/fold.ts';
import { nextDay, type Place } from '../time/local.ts';
import { expectDay } from '../time/queries.ts';
import {
  addReminder,
  refusedReminder,
  replan,
  requireReminderRoom,
  setReminder,
} from '../time/reminders/plan-reminders.ts';
import { deleteRemindersOf } from '../time/reminders/queries.ts';
import { placeOf } from '../time/settings.ts';
import { changedDue, dueAgain, type MarkedTask, noDue, saysDue, type TaskRow } from './due.ts';
import {
  type ChangedFields,
  deleteTaskRow,
  holdTask,
  insertTask,
  type NewFields,
  selectOpenTasksSince,
  selectTask,
  updateTaskDue,
  updateTaskRow,
} from './queries.ts';
import { addNext, removeNext } from './series.ts';

interface NewTask extends TaskFields, TaskDueFields {
  readonly createdBy: TaskRow['createdBy'];
  readonly fromWeb?: boolean;
  /** Its request may be repeated: an open task of this title that was just added is returned instead. */
  readonly onlyOnce?: boolean;
}

/**
 * Adds an open task. `fromWeb`: the title may contain text from the web. Throws badRequest when the account has no
 * room, and for a date, a repeat or a reminder that is not accepted. Specification: States, task status.
 */
export async function createTask(given: WriteDeps, userId: string, task: NewTask): Promise<TaskRow> {
  // Otherwise a reminder whose time comes while the change waits for a lock would count as told.
  const deps = atOneMoment(given);
  const { db, clock } = deps;
  const { title, remind = false, onlyOnce = false } = task;
  await requireRoom(deps, userId);
  const id = newId(clock.now());
  const add = () =>
    onlyOnce || dependsOnPlace(task)
      ? inTransaction(db, async (tx) => {
          const held = { ...deps, db: tx };
          await holdAccount.first(tx, { userId });
          const same = onlyOnce ? await sameTask(held, userId, task) : undefined;
          return same ?? addTask(held, userId, id, task);
        })
      : addTask(deps, userId, id, task);
  const stored = inserted(await writeOnce(add, () => selectTask.first(db, { userId, id })));
  if (stored.id === id) await countStored(deps, userId, [title]);
  announce(deps, userId, remind !== false);
  return stored;
}

/** Whether a new task depends on the account's zone and settings. */
const dependsOnPlace = (task: NewTask): boolean => saysDue(task) || (task.remind ?? false) !== false;

/**
 * Adds a task and its reminder. Checks everything first, because an outer transaction may commit what was written
 * before an error.
 */
async function addTask(deps: WriteDeps, userId: string, id: string, task: NewTask): Promise<TaskRow> {
  const { db, clock } = deps;
  const { createdBy, fromWeb = false, remind = false, ...fields } = task;
  const place = dependsOnPlace(task) ? await placeOf(deps, userId) : undefined;
  const due = place ? changedDue(noDue, fields, place) : noDue;
  if (remind !== false) {
    if (due.dueDate === null) throw refusedReminder();
    await requireReminderRoom(deps, userId);
  }
  const series = { seriesId: due.repeat === null ? null : id, follows: null };
  const made = { userId, id, now: clock.nowIso(), createdBy, fromWeb };
  const created = inserted(
    await insertTask.first(db, { ...made, ...orNull<NewFields>(fields), ...due, ...series }),
  );
  if (place && due.dueDate !== null) await awaitDay(deps, place);
  if (place && remind !== false) await addReminder(deps, place, created, remind);
  return created;
}

/**
 * Schedules the day summary. Runs after the task is written, because clearing the summary looks for due tasks first.
 */
const awaitDay = ({ db, clock }: StoreDeps, place: Place) =>
  expectDay(db, { userId: place.userId, nextDayAt: nextDay(place, clock.now()) });

/** For how long an open task counts as the same as a new one with its title. */
const sameTaskMs = 10 * 60_000;

/** An open task of the same title, ignoring case, white space and final punctuation, that the same side has just added. */
async function sameTask({ db, clock }: StoreDeps, userId: string, { title, createdBy }: NewTask) {
  const since = firstIdAt(clock.now() - sameTaskMs);
  const recent = await selectOpenTasksSince(db, { userId, createdBy, since });
  return recent.find((task) => sameTextKey(task.title) === sameTextKey(title));
}

function announce({ changes }: Pick<WriteDeps, 'changes'>, userId: string, alsoReminders: boolean): void {
  changes.publish(userId, 'tasks');
  if (alsoReminders) changes.publish(userId, 'reminders');
}

type MarkedChange = TaskChange & { readonly fromWeb?: boolean };

/**
 * Changes the title (the person's own unless `fromWeb`), the status and the due date. `done` sets `completedAt` and
 * keeps the first one; `open` clears it. Ticking a repeating task adds the next one; reopening it removes that one,
 * unless it was changed. Throws notFound, and badRequest for a date or a repeat that is not accepted. Specification:
 * States, task status.
 */
export async function updateTask(given: Deps, userId: string, change: MarkedChange): Promise<MarkedTask> {
  const deps = atOneMoment(given);
  const { db } = deps;
  const id = parseId(change.id, 'Task');
  const [updated] =
    saysDue(change) || change.remind !== undefined
      ? []
      : await updateTaskRow(db, rowChange(deps, userId, change, false));
  const task = updated ?? (await changeHeld(deps, userId, id, change));
  announce(deps, userId, !updated);
  return task;
}

const rowChange = ({ clock }: Deps, userId: string, change: MarkedChange, alsoDated: boolean) => ({
  userId,
  id: parseId(change.id, 'Task'),
  ...orNull<ChangedFields>(change),
  status: change.status ?? null,
  alsoDated,
  fromWeb: change.fromWeb ?? false,
  now: clock.nowIso(),
});

/** Makes a change that depends on the stored task, with the account locked. */
async function changeHeld(deps: Deps, userId: string, id: string, change: MarkedChange): Promise<MarkedTask> {
  return deps.db.transaction(async (tx) => {
    const counting = { ...deps, db: tx };
    // A change of the account's zone waits for this lock, and then sees this change.
    await holdAccount.first(tx, { userId });
    const place = await placeOf(counting, userId);
    const held = existing(await holdTask.first(tx, { userId, id }), 'Task');
    const isReopened = held.status === 'done' && change.status === 'open';
    if (saysDue(change)) await updateTaskDue(tx, { userId, id, ...changedDue(held, change, place) });
    else if (isReopened) await updateTaskDue(tx, { userId, ...held, dueAt: dueAgain(held, place) });
    const task = existing(await updateTaskRow.first(tx, rowChange(deps, userId, change, true)), 'Task');
    if (task.dueDate !== null && (saysDue(change) || isReopened)) await awaitDay(counting, place);
    if (task.dueDate === null) await deleteRemindersOf(tx, { userId, taskId: id });
    else if (saysDue(change) || held.status !== task.status) await replan(counting, place, [task]);
    if (change.remind !== undefined) await setReminder(counting, place, task, change.remind);
    if (isReopened) await removeNext(counting, userId, id);
    if (held.status === 'open' && task.status === 'done') await addNext(counting, place, held, task);
    return task;
  });
}

/** The fields as a statement takes them: null for a missing one. */
const orNull = <Fields extends ChangedFields>(
  fields: { readonly [Name in keyof TaskFields]?: TaskFields[Name] | undefined },
) =>
  Object.fromEntries(createTaskInput.keyof().options.map((name) => [name, fields[name] ?? null])) as Fields;

/** Removes a task for good. Throws notFound, also for the second of two simultaneous deletions. */
export async function deleteTask(deps: Deps, userId: string, id: string): Promise<void> {
  const { db } = deps;
  const row = await deleteTaskRow.first(db, { userId, id: parseId(id, 'Task') });
  const { title, dueDate } = existing(row, 'Task');
  await countRemoved(deps, userId, [title]);
  announce(deps, userId, dueDate !== null);
}
