import type { ShownTask } from '../../data/tasks.ts';
import { dayAfter, localAt, todayIn } from './local-time.ts';

export type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none';

/** When a task is due, on the wall of the account; a date where it has no time. */
function localDue({ due, at }: ShownTask, accountZone: string): string | undefined {
  if (!due) return undefined;
  if (due.time === null) return due.date;
  // A zone of the task's matters only where the moment is known: not before the service has answered.
  return due.timeZone && at ? localAt(Date.parse(at), accountZone) : `${due.date}T${due.time}`;
}

/** Where a task stands now. A task without time is overdue when its day is over. */
export function groupOf(task: ShownTask, accountZone: string, nowMs: number): DueGroup {
  const local = localDue(task, accountZone);
  if (local === undefined) return 'none';
  const now = localAt(nowMs, accountZone);
  const today = todayIn(accountZone, nowMs);
  const date = local.slice(0, 10);
  if (local.includes('T') ? local <= now : date < today) return 'overdue';
  if (date === today) return 'today';
  return date <= dayAfter(today, 7) ? 'week' : 'later';
}

/** Soonest first: a day without time after the times of that day, no date last. Equal ones keep their order. */
export function soonestFirst(tasks: readonly ShownTask[], accountZone: string): ShownTask[] {
  const place = new Map(
    tasks.map((task) => {
      const local = localDue(task, accountZone) ?? '~';
      return [task, local.includes('T') ? local : `${local}~`];
    }),
  );
  return tasks.toSorted((one, other) => {
    const [first = '', second = ''] = [place.get(one), place.get(other)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}
