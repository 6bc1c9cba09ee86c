import type { ShownTask } from '@jarvis/contract';
import { dayAfter, localAt, todayIn } from '../times/local-time.ts';

/** What decides the place of a task. */
type Dated = Pick<ShownTask, 'due' | 'at'>;

type DueGroup = 'overdue' | 'today' | 'week' | 'later' | 'none';

/** A task's due date in the account's zone; only the date if it has no time. */
function localDue({ due, at }: Dated, accountZone: string): string | undefined {
  if (!due) return undefined;
  if (due.time === null) return due.date;
  // A task's own zone counts only once the instant is known, which the service has to answer.
  return due.timeZone && at ? localAt(Date.parse(at), accountZone) : `${due.date}T${due.time}`;
}

/** The present group of a task. A task without a time is overdue after the end of its day. */
export function groupOf(task: Dated, accountZone: string, nowMs: number): DueGroup {
  const local = localDue(task, accountZone);
  if (local === undefined) return 'none';
  const now = localAt(nowMs, accountZone);
  const today = todayIn(accountZone, nowMs);
  const date = local.slice(0, 10);
  if (local.includes('T') ? local <= now : date < today) return 'overdue';
  if (date === today) return 'today';
  return date <= dayAfter(today, 7) ? 'week' : 'later';
}

/** Ids are in the order of creation, also the provisional ones. */
export const newestFirst = (tasks: readonly ShownTask[]): ShownTask[] =>
  tasks.toSorted((one, other) => (one.id < other.id ? 1 : -1));

/** Soonest first: a day without a time after the times of that day, tasks without a date last. Stable. */
export function soonestFirst<Task extends Dated>(tasks: readonly Task[], accountZone: string): Task[] {
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
