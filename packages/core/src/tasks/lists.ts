import { type DueFilter, limits, type PageInput, type TaskStatus } from '@jarvis/contract';
import { lastId, placeInChanges, soonest } from '../page.ts';
import type { Deps } from '../ports/deps.ts';
import { dayAfter } from '../time/local.ts';
import { placeOf } from '../time/settings.ts';
import type { MarkedTask, TaskRow } from './due.ts';
import { newestMarkedTasks, newestUndatedTasks, selectDueTasks } from './queries.ts';

/**
 * The tasks for the assistant, at most `limit` of each status, newest first: all, or those of one status. Open ones
 * first, so that no number of done ones hides them.
 */
export async function listMarkedTasks(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  status?: TaskStatus,
  limit: number = limits.taskListMax,
): Promise<MarkedTask[]> {
  const statuses = status === undefined ? (['open', 'done'] as const) : [status];
  const lists = await Promise.all(
    statuses.map((status) => newestMarkedTasks[status](db, { userId, limit, afterId: lastId })),
  );
  return lists.flat();
}

interface TaskFilter extends Partial<PageInput> {
  readonly status?: TaskStatus | undefined;
  readonly due?: DueFilter | undefined;
}

/** A page of the tasks with their due dates: newest first, or soonest first for a filter by due date. */
export async function pageOfTasks(
  deps: Deps,
  userId: string,
  { status, due, limit = limits.taskListMax, after }: TaskFilter,
): Promise<MarkedTask[]> {
  const { db, clock } = deps;
  if (due === undefined || due === 'none') {
    const newest = due === 'none' ? newestUndatedTasks : newestMarkedTasks;
    return newest[status ?? 'all'](db, { userId, limit, afterId: after ?? lastId });
  }
  if (status === 'done') return [];
  const { calendar, timeZone } = await placeOf(deps, userId);
  const today = calendar.dayOf(clock.now(), timeZone);
  const dayEnd = new Date(calendar.instantOf(dayAfter(today, 1), timeZone)).toISOString();
  const now = clock.nowIso();
  const range = {
    overdue: { from: ever, to: now, wholeDay: true },
    today: { from: now, to: dayEnd, wholeDay: true },
    // A task for the whole of today is due at the end of the day, at the same instant as the first task of tomorrow.
    upcoming: { from: new Date(Date.parse(dayEnd) - 1).toISOString(), to: forever, wholeDay: false },
  }[due];
  const { afterChange: afterAt, afterId } = placeInChanges(after ?? soonest);
  return selectDueTasks(db, { userId, limit, afterAt, afterId, dayEnd, ...range });
}

/** The cursor of an entry in a list sorted soonest first. */
export const byDue = ({ dueAt, id }: TaskRow): string => `${Date.parse(dueAt ?? '')}_${id}`;

const ever = '1969-01-01T00:00:00.000Z';
const forever = '3001-01-01T00:00:00.000Z';
