import type { Task, TaskDueFields, TaskWithDue } from '@jarvis/contract';
import { isoOf } from '../clock.ts';
import type { tasks } from '../db/schema/tasks.ts';
import { refusedField } from '../errors.ts';
import { dueMs, knownZone, localFrom, type Place } from '../time/local.ts';
import { reminderState } from '../time/reminders/moments.ts';
import type { ReminderRow } from '../time/reminders/queries.ts';
import { readRule, refused } from '../time/rule.ts';

/** The stored columns of a task's due date. */
export type DueColumns = Pick<
  typeof tasks.$inferSelect,
  'dueDate' | 'dueTime' | 'dueZone' | 'dueAt' | 'repeat' | 'repeatStart' | 'repeatAfterDone'
>;
export type TaskRow = Task & DueColumns;

/** A task as the assistant reads it, with the mark of a title that contains text from the web. */
export type MarkedTask = TaskRow & { readonly fromWeb: boolean };

export const noDue: DueColumns = {
  dueDate: null,
  dueTime: null,
  dueZone: null,
  dueAt: null,
  repeat: null,
  repeatStart: null,
  repeatAfterDone: null,
};

/** How often a task may repeat, in minutes. */
const repeatMinutesMin = 5;

/** A task in the contract's form with `include=due`. */
export function withDue(row: TaskRow, reminders: readonly ReminderRow[], nowMs: number): TaskWithDue {
  const { dueDate, dueTime, dueZone, dueAt, repeat, repeatStart: _, repeatAfterDone, ...task } = row;
  return {
    ...task,
    due: dueDate === null ? null : { date: dueDate, time: dueTime, timeZone: knownZone(dueZone, null) },
    repeat,
    afterCompletion: repeatAfterDone ?? false,
    at: dueTime === null ? null : dueAt,
    remind: reminders[0]?.minutesBefore ?? false,
    reminders: reminders.map(({ id, at, nextAt, minutesBefore, snoozedUntil }) => ({
      ...{ id, at, minutesBefore, snoozedUntil },
      state: reminderState(task.status, nextAt),
    })),
    overdue: task.status === 'open' && dueAt !== null && Date.parse(dueAt) <= nowMs,
  };
}

/** A task in its documented form. */
export function withoutDue(row: TaskRow): Task {
  const { dueDate, dueTime, dueZone, dueAt, repeat, repeatStart, repeatAfterDone, ...task } = row;
  return task;
}

/** Whether an input sets the due date or the repeat. */
export const saysDue = ({ due, repeat, afterCompletion }: TaskDueFields): boolean =>
  due !== undefined || repeat !== undefined || afterCompletion !== undefined;

/**
 * The columns after a change. A new date or a new rule restarts the repeat from the date that is due then. Throws
 * badRequest for a rule that is not accepted, or for a rule without a date.
 */
export function changedDue(
  before: DueColumns,
  { due, repeat, afterCompletion }: TaskDueFields,
  { calendar, timeZone: accountZone }: Place,
): DueColumns {
  const date = due === undefined ? before.dueDate : (due?.date ?? null);
  const time = due === undefined ? before.dueTime : (due?.time ?? null);
  const dueZone = due === undefined ? before.dueZone : (due?.timeZone ?? null);
  const rule = due === null && repeat === undefined ? null : repeat === undefined ? before.repeat : repeat;
  if (date === null) {
    if (rule !== null) throw refusedField('due', 'A task that repeats needs a due date.');
    if (afterCompletion) throw refusedField('repeat', 'Say how the task repeats.');
    return noDue;
  }
  if (afterCompletion && rule === null) throw refusedField('repeat', 'Say how the task repeats.');
  const start = localFrom(date, time);
  const repeatAfterDone = rule === null ? null : (afterCompletion ?? before.repeatAfterDone ?? false);
  if (rule !== null) {
    calendar.checkRepeat(rule, start, repeatMinutesMin);
    const { count } = readRule(rule);
    if (repeatAfterDone && count !== undefined)
      throw refused('COUNT does not go with a repeat from completion');
  }
  const isAsBefore = rule === before.repeat && due === undefined;
  return {
    dueDate: date,
    dueTime: time,
    dueZone,
    dueAt: isoOf(dueMs(calendar, date, time, knownZone(dueZone, accountZone))),
    repeat: rule,
    repeatStart: rule === null ? null : isAsBefore ? before.repeatStart : start,
    repeatAfterDone,
  };
}

/**
 * The due instant of a reopened task, in the account's present zone: the zone may have changed while the task was done.
 */
export const dueAgain = (
  { dueDate, dueTime, dueZone }: DueColumns,
  { calendar, timeZone }: Place,
): string | null =>
  dueDate === null ? null : isoOf(dueMs(calendar, dueDate, dueTime, knownZone(dueZone, timeZone)));
