import { createTaskInput } from '@jarvis/contract';
import { pick } from '../db/rows.ts';
import { newId } from '../ids.ts';
import type { WriteDeps } from '../ports/deps.ts';
import { countRemoved, countStored } from '../storage/storage.ts';
import { dayAfter, dueMs, knownZone, type Place } from '../time/local.ts';
import { copyReminders } from '../time/reminders/plan-reminders.ts';
import { isWithinDays, readRule } from '../time/rule.ts';
import type { DueColumns, MarkedTask } from './due.ts';
import { deleteUntouchedSuccessor, type HeldTask, insertTask, selectSuccessor } from './queries.ts';

/** Adds the next task of the series of a task that was ticked, with its reminders; never a second one. */
export async function addNext(
  deps: WriteDeps,
  place: Place,
  held: HeldTask,
  ticked: MarkedTask,
): Promise<void> {
  const { db, clock } = deps;
  const { userId } = place;
  const { id, title, createdBy, fromWeb } = ticked;
  const due = nextDue(place, ticked, clock.now());
  if (!due || (await selectSuccessor.first(db, { userId, id }))) return;
  const [next] = await insertTask(db, {
    ...{ userId, id: newId(clock.now()), now: clock.nowIso(), fromWeb },
    ...pick(ticked, createTaskInput.shape),
    ...{ createdBy, ...due, seriesId: held.seriesId ?? id, follows: id },
  });
  if (next) await copyReminders(deps, place, id, next);
  await countStored(deps, userId, [title]);
}

/** Removes the next task of the series of a task that was reopened, unless it was changed. */
export async function removeNext(deps: WriteDeps, userId: string, id: string): Promise<void> {
  const [removed] = await deleteUntouchedSuccessor(deps.db, { userId, id });
  if (removed) await countRemoved(deps, userId, [removed.title]);
}

/**
 * The due date of the next task of the series when this one is done now; undefined after the end of the repeat. Always
 * in the future and never the same date again, whether the task was ticked early or late.
 */
export function nextDue(
  { calendar, timeZone: accountZone }: Place,
  { dueDate, dueZone, dueAt, repeat, repeatStart, repeatAfterDone, ...rest }: DueColumns,
  nowMs: number,
): DueColumns | undefined {
  if (dueDate === null || dueAt === null || repeat === null || repeatStart === null) return undefined;
  const timeZone = knownZone(dueZone, accountZone);
  const now = calendar.localOf(nowMs, timeZone);
  const [today = '', nowTime = ''] = now.split('T');
  const [, time] = repeatStart.split('T');
  const start = repeatAfterDone ? [today, isWithinDays(repeat) ? nowTime.slice(0, 5) : time] : [repeatStart];
  const from = start.filter((part) => part !== undefined).join('T');
  const after = repeatAfterDone
    ? from
    : time === undefined
      ? [dueDate, dayAfter(today, -1)].sort().at(-1)
      : new Date(Math.max(Date.parse(dueAt), nowMs)).toISOString();
  const rule = repeatAfterDone ? clipped(repeat, today) : repeat;
  const [next] = calendar.occurrences({ start: from, timeZone, repeat: rule, after, count: 1 });
  if (!next) return undefined;
  const [date = '', onTheWall] = next.local.split('T');
  const dueTime = rest.dueTime === null ? null : (onTheWall ?? null);
  return {
    dueDate: date,
    dueTime,
    dueZone,
    dueAt: new Date(dueMs(calendar, date, dueTime, timeZone)).toISOString(),
    repeat,
    repeatStart: from,
    repeatAfterDone,
  };
}

/**
 * Adapts the rule to short months: a month after the 31st is the last day of the month, a year after 29 February is the
 * 28th.
 */
function clipped(repeat: string, from: string): string {
  const { freq, byDay, byMonthDay, byMonth } = readRule(repeat);
  const [month, day] = [Number(from.slice(5, 7)), Number(from.slice(8, 10))];
  if (day <= 28 || byDay || byMonthDay || !(freq === 'MONTHLY' || (freq === 'YEARLY' && !byMonth)))
    return repeat;
  const days = [28, 29, 30, 31].filter((each) => each <= day);
  return `${repeat}${freq === 'YEARLY' ? `;BYMONTH=${month}` : ''};BYMONTHDAY=${days};BYSETPOS=-1`;
}
