import { setImmediate } from 'node:timers/promises';
import { limits, shownRefusals } from '@jarvis/contract';
import { isoOf } from '../../clock.ts';
import { badRequest, refusedField } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { StoreDeps } from '../../ports/deps.ts';
import type { Place } from '../local.ts';
import { dueMoment, firstMoment, type Reminded } from './moments.ts';
import {
  countWaitingReminders,
  deleteRemindersOf,
  insertReminder,
  type ReminderRow,
  selectRemindersOf,
  updateReminders,
} from './queries.ts';

export type RemindedTask = Reminded & { readonly id: string };
export type DatedTask = RemindedTask & { readonly dueAt: string | null };

/** Throws badRequest when the account has the maximum number of waiting reminders. */
export async function requireReminderRoom({ db }: Pick<StoreDeps, 'db'>, userId: string): Promise<void> {
  const waiting = await countWaitingReminders.first(db, { userId, limit: limits.remindersWaitingMax });
  if (waiting && waiting.count >= limits.remindersWaitingMax)
    throw badRequest(shownRefusals.remindersWaitingMax);
}

/** Adds a reminder to a task. A reminder without a future moment counts as told. */
export async function addReminder(
  { db, clock }: StoreDeps,
  place: Place,
  task: RemindedTask,
  minutesBefore: number,
): Promise<ReminderRow> {
  const planned = planOf(task, place, minutesBefore, clock.now());
  const row = { id: newId(clock.now()), taskId: task.id, minutesBefore, ...planned };
  await insertReminder(db, { userId: place.userId, ...row, createdAt: clock.nowIso() });
  return row;
}

/** The next time of a new reminder. */
function planOf(task: Reminded, place: Place, minutesBefore: number, nowMs: number) {
  const moment = firstMoment(task, place, nowMs);
  const at = isoOf(Math.max((moment ?? nowMs) - minutesBefore * 60_000, nowMs));
  const nextAt = moment === undefined ? null : at;
  return { at, nextAt, occurrenceAt: isoOf(moment ?? nowMs), snoozedUntil: null, passed: 0 };
}

/**
 * Recalculates the next times of tasks' reminders, which ends snoozing. Reminders of done tasks stop. Of an open task,
 * `at` is never a future time that will not come.
 */
export const replan = (deps: StoreDeps, place: Place, tasks: readonly RemindedTask[]): Promise<void> =>
  changeReminders(deps, place, tasks, (task, { at, occurrenceAt, minutesBefore }) => {
    const nowMs = deps.clock.now();
    const planned = planOf(task, place, minutesBefore, nowMs);
    const stays = planned.nextAt === null && (task.status === 'done' || Date.parse(at) <= nowMs);
    return stays ? { ...planned, at, occurrenceAt } : planned;
  });

/**
 * Adapts reminders to another zone, summary hour or tz database. A reminder that is already due stays due, a snooze
 * stays, and a first moment that is now in the past but was not told is told at once. `dueAt` is the previous one.
 * `told`: moments may have been told that are still to come.
 */
export const moveReminders = (
  deps: StoreDeps,
  place: Place,
  tasks: readonly DatedTask[],
  told: boolean,
): Promise<void> =>
  changeReminders(deps, place, tasks, (task, row) => {
    const moved = movedOf(task, place, row, deps.clock.now(), told);
    const differs = moved && (moved.nextAt !== row.nextAt || moved.occurrenceAt !== row.occurrenceAt);
    return differs ? { ...moved, at: moved.nextAt ?? row.at } : undefined;
  });

/** `changeOf`: the columns to change; undefined leaves the row as it is. */
async function changeReminders<Task extends RemindedTask>(
  { db }: StoreDeps,
  { userId }: Place,
  tasks: readonly Task[],
  changeOf: (task: Task, row: ReminderRow) => Partial<ReminderRow> | undefined,
): Promise<void> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const changed: object[] = [];
  for (const row of await selectRemindersOf(db, { userId, ids: [...known.keys()] })) {
    const task = known.get(row.taskId);
    const change = task && changeOf(task, row);
    if (change) changed.push({ userId, ...row, ...change });
    // Some rules take milliseconds; lets requests run in between.
    await setImmediate();
  }
  if (changed.length > 0) await updateReminders(db, { rows: JSON.stringify(changed) });
}

/** Undefined if nothing changes. */
function movedOf(task: DatedTask, place: Place, row: ReminderRow, nowMs: number, told: boolean) {
  const { nextAt, passed } = row;
  const pendingMs = Date.parse(row.occurrenceAt);
  const snoozedMs = row.snoozedUntil === null ? 0 : Date.parse(row.snoozedUntil);
  const isSnoozed = snoozedMs > nowMs;
  if (nextAt !== null && (Date.parse(nextAt) <= nowMs || (isSnoozed && pendingMs <= nowMs))) return undefined;
  const beforeMs = row.minutesBefore * 60_000;
  const isFirst = task.repeat === null || pendingMs <= Date.parse(task.dueAt ?? '');
  const moment =
    nextAt !== null && passed === 0 && isFirst
      ? dueMoment(task, place)
      : // A reminder that was told for a moment is not told for it again.
        firstMoment(task, place, passed > 0 ? nowMs + beforeMs : nowMs);
  const tells = moment === undefined ? [] : [Math.max(moment - beforeMs, nowMs)];
  // As for snoozing: a reminder that is not told yet waits until the snooze ends.
  const nextMs = isSnoozed ? Math.min(snoozedMs, ...(passed === 0 ? [] : tells)) : tells[0];
  return {
    nextAt: nextMs === undefined ? null : isoOf(nextMs),
    occurrenceAt: isoOf(moment ?? Math.min(pendingMs, nowMs)),
    // A reminder that was told for its last moment, or a later one, and has a future one again, starts afresh.
    passed: moment !== undefined && (nextAt === null || (told && moment < pendingMs)) ? 0 : passed,
  };
}

/** Copies the reminders of a task to the next one of its series, regardless of the maximum number. */
export async function copyReminders(
  deps: StoreDeps,
  place: Place,
  from: string,
  task: RemindedTask,
): Promise<void> {
  for (const { minutesBefore } of await selectRemindersOf(deps.db, { userId: place.userId, ids: [from] }))
    await addReminder(deps, place, task, minutesBefore);
}

/** Sets a task's reminder to some minutes before it is due, or removes it. */
export async function setReminder(
  deps: StoreDeps,
  place: Place,
  task: RemindedTask,
  remind: number | false,
): Promise<void> {
  await deleteRemindersOf(deps.db, { userId: place.userId, taskId: task.id });
  if (remind === false) return;
  if (task.dueDate === null) throw refusedReminder();
  await requireReminderRoom(deps, place.userId);
  await addReminder(deps, place, task, remind);
}

export const refusedReminder = () => refusedField('remind', 'A task that reminds needs a due date.');
