import { setImmediate } from 'node:timers/promises';
import { limits } from '@jarvis/contract';
import type { Queries } from '@jarvis/database';
import { badRequest } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Deps } from '../ports/deps.ts';
import type { Calendar } from './occurrences.ts';
import { countWaitingReminders } from './reminder-list-queries.ts';
import {
  deleteRemindersOf,
  insertReminder,
  type ReminderRow,
  selectRemindersOf,
  updateReminders,
} from './reminder-queries.ts';
import { dueMoment, firstMoment, type Reminded, type Wall } from './reminding.ts';

export type RemindedTask = Reminded & { readonly id: string };
export type DatedTask = RemindedTask & { readonly dueAt: string | null };
export type Planning = Pick<Deps, 'clock'> & { readonly db: Queries };

/** What moments of an account are worked out from. */
export interface Place extends Wall {
  readonly userId: string;
  readonly calendar: Calendar;
}

const iso = (ms: number) => new Date(ms).toISOString();

/** Throws badRequest where so many reminders wait that no other may. */
export async function requireReminderRoom({ db }: Pick<Planning, 'db'>, userId: string): Promise<void> {
  const waiting = await countWaitingReminders.first(db, { userId, limit: limits.remindersWaitingMax });
  if (waiting && waiting.count >= limits.remindersWaitingMax)
    throw badRequest(`At most ${limits.remindersWaitingMax} reminders may wait: delete some first.`);
}

/** Adds a reminder of a task. One that has no moment to come has told already. */
export async function addReminder(
  { db, clock }: Planning,
  { userId, calendar, ...wall }: Place,
  task: RemindedTask,
  minutesBefore: number,
): Promise<ReminderRow> {
  const planned = planOf(calendar, task, wall, minutesBefore, clock.now());
  const id = newId(clock.now());
  const row = { userId, id, taskId: task.id, minutesBefore, ...planned, now: clock.nowIso() };
  const added = await insertReminder.first(db, row);
  if (!added) throw new Error('insert returned no row');
  return added;
}

/** What a fresh reminder waits for. */
function planOf(calendar: Calendar, task: Reminded, wall: Wall, minutesBefore: number, nowMs: number) {
  const moment = firstMoment(calendar, task, wall, nowMs);
  const at = iso(Math.max((moment ?? nowMs) - minutesBefore * 60_000, nowMs));
  const nextAt = moment === undefined ? null : at;
  return { at, nextAt, occurrenceAt: iso(moment ?? nowMs), snoozedUntil: null, passed: 0 };
}

/** Works out anew what the reminders of tasks wait for, which ends snoozing. They stop with what is done. */
export async function replan(
  { db, clock }: Planning,
  { userId, calendar, ...wall }: Place,
  tasks: readonly RemindedTask[],
): Promise<void> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const rows = await selectRemindersOf(db, { userId, ids: [...known.keys()] });
  const changed: object[] = [];
  for (const row of rows) {
    const task = known.get(row.taskId);
    if (!task) continue;
    const planned = planOf(calendar, task, wall, row.minutesBefore, clock.now());
    const kept = { at: row.at, occurrenceAt: row.occurrenceAt };
    changed.push({ userId, id: row.id, ...planned, ...(planned.nextAt === null ? kept : {}) });
    // Some rules take milliseconds; requests are answered in between.
    await setImmediate();
  }
  if (changed.length > 0) await updateReminders(db, { rows: JSON.stringify(changed) });
}

/**
 * Has reminders follow another zone, hour of the day or tz database. What is due already is left to be told, snoozing
 * lasts, and a first moment that is past now but was not told is told at once. `dueAt` is the one before.
 */
export async function moveReminders(
  { db, clock }: Planning,
  { userId, calendar, ...wall }: Place,
  tasks: readonly DatedTask[],
): Promise<void> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const changed: object[] = [];
  for (const row of await selectRemindersOf(db, { userId, ids: [...known.keys()] })) {
    const task = known.get(row.taskId);
    const moved = task && movedOf(calendar, task, wall, row, clock.now());
    if (moved && (moved.nextAt !== row.nextAt || moved.occurrenceAt !== row.occurrenceAt))
      changed.push({ userId, ...row, ...moved, at: moved.nextAt ?? row.at });
    await setImmediate();
  }
  if (changed.length > 0) await updateReminders(db, { rows: JSON.stringify(changed) });
}

/** Undefined where it stays as it is. */
function movedOf(calendar: Calendar, task: DatedTask, wall: Wall, row: ReminderRow, nowMs: number) {
  const { nextAt, passed } = row;
  const pendingMs = Date.parse(row.occurrenceAt);
  const snoozedMs = row.snoozedUntil === null ? 0 : Date.parse(row.snoozedUntil);
  const isSnoozed = snoozedMs > nowMs;
  if (nextAt !== null && (Date.parse(nextAt) <= nowMs || (isSnoozed && pendingMs <= nowMs))) return undefined;
  const beforeMs = row.minutesBefore * 60_000;
  const isFirst = task.repeat === null || pendingMs <= Date.parse(task.dueAt ?? '');
  const moment =
    nextAt !== null && passed === 0 && isFirst
      ? dueMoment(calendar, task, wall)
      : // One that has told does not tell of the same moment again.
        firstMoment(calendar, task, wall, passed > 0 ? nowMs + beforeMs : nowMs);
  const tells = moment === undefined ? [] : [Math.max(moment - beforeMs, nowMs)];
  // As snoozing does: one that has not told yet is put off.
  const nextMs = isSnoozed ? Math.min(snoozedMs, ...(passed === 0 ? [] : tells)) : tells[0];
  return {
    nextAt: nextMs === undefined ? null : iso(nextMs),
    occurrenceAt: iso(moment ?? Math.min(pendingMs, nowMs)),
    // Told to its end and moved to a moment to come, it begins anew.
    passed: nextAt === null && moment !== undefined ? 0 : passed,
  };
}

/** Gives the next task of a series the reminders of the one before, however many wait. */
export async function copyReminders(
  deps: Planning,
  place: Place,
  from: string,
  task: RemindedTask,
): Promise<void> {
  for (const { minutesBefore } of await selectRemindersOf(deps.db, { userId: place.userId, ids: [from] }))
    await addReminder(deps, place, task, minutesBefore);
}

/** Has a task tell so many minutes before it is due, or not at all. */
export async function setReminder(
  deps: Planning,
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

export function refusedReminder() {
  const message = 'A task that reminds needs a due date.';
  return badRequest(message, [{ path: 'remind', message }]);
}
