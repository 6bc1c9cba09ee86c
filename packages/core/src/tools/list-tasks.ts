import { type TaskStatus, taskStatus } from '@jarvis/contract';
import { z } from 'zod';
import type { TaskRow } from '../tasks/due.ts';
import { listTaskRows } from '../tasks/list-due.ts';
import { listMarkedTasks, type MarkedTask } from '../tasks/tasks.ts';
import { dayAfter } from '../time/local.ts';
import { placeOf } from '../time/settings.ts';
import { dueSayer } from './due.ts';
import { shownTask } from './task.ts';
import { assistantTool } from './tool.ts';
import { marked, type ToolContext } from './tool-context.ts';

const dueChoice = z.enum(['overdue', 'today', 'tomorrow', 'week']);

export const listTasks = assistantTool({
  name: 'list_tasks',
  writes: false,
  isForRuns: true,
  description:
    'List the tasks of the person, open ones first, newest first, at most 100; `open` is the number of open ones. With `due`, the open ones that are overdue, due today (overdue ones too), due tomorrow, or due until a week from now, soonest first.',
  input: z.object({ status: taskStatus.optional(), due: dueChoice.optional() }),
  run: async (turn, { status, due }, name) => {
    const tasks =
      due === undefined
        ? await listMarkedTasks(turn.deps, turn.user.id, status)
        : await dueTasks(turn, due, status);
    turn.log.note(name, '', 'done');
    const page = tasks.slice(0, 100);
    turn.unattended?.personal.push(...page.map(({ title }) => title));
    const dueOf = await dueSayer(turn);
    const shown = page.map((task) => ({ ...shownTask(task), due: dueOf(task) }));
    const open = tasks.filter(({ status }) => status === 'open').length;
    return { ok: true, count: tasks.length, open, ...marked(turn, page), tasks: shown };
  },
});

const weekMs = 7 * 86_400_000;

async function dueTasks(
  turn: ToolContext,
  due: z.infer<typeof dueChoice>,
  status: TaskStatus | undefined,
): Promise<MarkedTask[]> {
  const { deps, user } = turn;
  const filters = {
    overdue: ['overdue'],
    today: ['overdue', 'today'],
    tomorrow: ['upcoming'],
    week: ['overdue', 'today', 'upcoming'],
  } as const;
  const [marks, ...lists] = await Promise.all([
    listMarkedTasks(deps, user.id, 'open'),
    ...filters[due].map((filter) => listTaskRows(deps, user.id, { due: filter, status })),
  ]);
  const own = new Set(marks.filter(({ fromWeb }) => !fromWeb).map(({ id }) => id));
  const isWanted = due === 'tomorrow' ? await isOfTomorrow(turn) : isWithinWeek(turn);
  return lists
    .flat()
    .filter(isWanted)
    .map((task) => ({ ...task, fromWeb: !own.has(task.id) }));
}

const isWithinWeek = ({ deps }: ToolContext) => {
  const until = deps.clock.now() + weekMs;
  return ({ dueAt }: TaskRow) => Date.parse(dueAt ?? '') <= until;
};

async function isOfTomorrow({ deps, user }: ToolContext) {
  const { calendar, timeZone } = await placeOf(deps, user.id);
  const tomorrow = dayAfter(calendar.localOf(deps.clock.now(), timeZone).slice(0, 10), 1);
  return ({ dueDate }: TaskRow) => dueDate === tomorrow;
}
